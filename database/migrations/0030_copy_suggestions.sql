-- Somebody whom a mail named in copy without showing who sent it: they are told nothing until a member accepts them.
create table copy_suggestions (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  ticket_id    uuid        not null,
  address      text        not null,
  name         text        not null default '',
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, ticket_id, address),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade
);
call wall_in('copy_suggestions');
