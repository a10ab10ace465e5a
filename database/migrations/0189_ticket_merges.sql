-- A ticket that was merged into another one, with what the undo needs: the values of both tickets before the merge and
-- those of the target after it, and the tags and people that the merge brought and added.
-- older versions may run beside this
create table ticket_merges (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  ticket_id uuid not null,
  into_id uuid not null,
  source_before jsonb not null,
  source_after jsonb not null,
  target_before jsonb not null,
  target_after jsonb not null,
  brought_tags text[] not null,
  added_tags text[] not null,
  brought_copies uuid[] not null,
  added_copies uuid[] not null,
  note_id uuid,
  merged_at timestamptz not null default now(),
  primary key (workspace_id, ticket_id),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade,
  foreign key (workspace_id, into_id) references tickets (workspace_id, id) on delete cascade,
  constraint ticket_merges_are_of_two_tickets check (ticket_id <> into_id)
);
create index on ticket_merges (workspace_id, into_id);
call wall_in('ticket_merges');
