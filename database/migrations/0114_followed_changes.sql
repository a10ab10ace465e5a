-- Programs follow tickets, messages, customers and articles by the order of `position`. A change has none until somebody reads on: only
-- what is committed gets one, and it is higher than all before. So nobody who reads on can pass a transaction that is still open.
create table followed_changes (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  kind         text        not null check (kind in ('ticket', 'message', 'customer', 'article')),
  id           uuid        not null,
  position     bigint,
  changed_at   timestamptz not null,
  deleted_at   timestamptz,
  primary key (workspace_id, kind, id)
);
create unique index followed_changes_position on followed_changes (workspace_id, kind, position) where position is not null;
create index followed_changes_waiting on followed_changes (workspace_id, kind, changed_at) where position is null;
call wall_in('followed_changes');

create table followed_positions (
  workspace_id  uuid   not null default current_workspace() references workspaces on delete cascade,
  kind          text   not null check (kind in ('ticket', 'message', 'customer', 'article')),
  last_position bigint not null default 0,
  primary key (workspace_id, kind)
);
call wall_in('followed_positions');

insert into followed_changes (workspace_id, kind, id, changed_at) select workspace_id, 'ticket', id, updated_at from tickets;
insert into followed_changes (workspace_id, kind, id, changed_at) select workspace_id, 'message', id, created_at from messages;
insert into followed_changes (workspace_id, kind, id, changed_at) select workspace_id, 'customer', id, created_at from customers;
insert into followed_changes (workspace_id, kind, id, changed_at) select workspace_id, 'article', id, updated_at from articles;
