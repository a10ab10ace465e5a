-- A ticket that was split from another one, with what the undo needs: where its messages were, and the values of the
-- other ticket before and after the split.
-- older versions may run beside this
create table ticket_splits (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  ticket_id uuid not null,
  from_id uuid not null,
  messages jsonb not null,
  source_before jsonb not null,
  source_after jsonb not null,
  split_at timestamptz not null default now(),
  primary key (workspace_id, ticket_id),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade,
  foreign key (workspace_id, from_id) references tickets (workspace_id, id) on delete cascade
);
create index on ticket_splits (workspace_id, from_id);
call wall_in('ticket_splits');
