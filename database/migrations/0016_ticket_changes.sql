-- A change of one or many tickets by one member, who can take it back for an hour.
create table ticket_changes (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  member_id    uuid        not null,
  created_at   timestamptz not null default now(),
  undone_at    timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create index on ticket_changes (workspace_id, created_at);
create index on ticket_changes (workspace_id, member_id);
call wall_in('ticket_changes');

-- A ticket of such a change: its row as it was before, and the revision that the change left.
create table changed_tickets (
  workspace_id uuid    not null default current_workspace() references workspaces on delete cascade,
  change_id    uuid    not null,
  ticket_id    uuid    not null,
  row_before   jsonb   not null,
  revision     integer not null,
  primary key (workspace_id, change_id, ticket_id),
  foreign key (workspace_id, change_id) references ticket_changes (workspace_id, id) on delete cascade,
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade
);
create index on changed_tickets (workspace_id, ticket_id);
call wall_in('changed_tickets');
