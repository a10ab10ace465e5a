-- An address of an earlier help centre at which no page is: where it leads, or without an article that it is gone.
create table redirects (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  path         text        not null check (path like '/_%' and length(path) <= 1000),
  article_id   uuid,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, path),
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade
);
create index on redirects (workspace_id, article_id);
call wall_in('redirects');
