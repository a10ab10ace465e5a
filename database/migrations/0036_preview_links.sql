-- A link by which whoever has it reads the draft of a text for some days. There is one of a text: a new one ends it. Its
-- address is the id with a signature, which is kept nowhere.
create table preview_links (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  article_id   uuid        not null,
  language     text        not null,
  id           uuid        not null,
  expires_at   timestamptz not null,
  created_by   uuid,
  primary key (workspace_id, article_id, language),
  unique (workspace_id, id),
  foreign key (workspace_id, article_id, language) references article_texts (workspace_id, article_id, language) on delete cascade,
  foreign key (workspace_id, created_by) references members (workspace_id, id)
);
create index on preview_links (workspace_id, created_by);
call wall_in('preview_links');
