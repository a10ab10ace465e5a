-- What readers said waits for the team until it is done with; a ticket may have been made of it, once. The version is the one that
-- was live when it was said, where that is known.
alter table article_feedback
  add column version integer,
  add column closed_at timestamptz,
  add column closed_by uuid,
  add column ticket_id uuid;
alter table article_feedback add constraint article_feedback_workspace_id_closed_by_fkey
  foreign key (workspace_id, closed_by) references members (workspace_id, id);
alter table article_feedback add constraint article_feedback_workspace_id_ticket_id_fkey
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id);
-- A bare yes asks for nothing, so nobody has to be done with it.
alter table article_feedback add column is_open boolean not null
  generated always as (closed_at is null and (comment <> '' or not is_helpful)) stored;
create index on article_feedback (workspace_id, created_at desc, id desc);
create index on article_feedback (workspace_id, closed_by);
create index on article_feedback (workspace_id, ticket_id);

-- How often an article was read on a day, as days go in the workspace's time zone; a reader counts once.
create table article_days (
  workspace_id uuid    not null default current_workspace() references workspaces on delete cascade,
  day          date    not null,
  article_id   uuid    not null,
  views        integer not null check (views > 0),
  primary key (workspace_id, day, article_id),
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade
);
create index on article_days (workspace_id, article_id);
call wall_in('article_days');
