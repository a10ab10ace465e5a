-- An article that somebody chose to stand below another one, in its place among those; where none is chosen they are computed.
create table related_articles (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  article_id   uuid not null,
  position     int  not null,
  related_id   uuid not null check (related_id <> article_id),
  primary key (workspace_id, article_id, position),
  unique (workspace_id, article_id, related_id),
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade,
  foreign key (workspace_id, related_id) references articles (workspace_id, id) on delete cascade
);
create index on related_articles (workspace_id, related_id);
call wall_in('related_articles');

-- The address of an archived text leads to another article, or to a path of the workspace's host.
alter table article_texts add column archived_path text;
alter table archived_texts add column path text;
