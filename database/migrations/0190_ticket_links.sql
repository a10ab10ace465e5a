-- A link from a ticket to another one, such as "blocks". The other ticket shows it from its side.
-- older versions may run beside this
create table ticket_links (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  id uuid not null default uuidv7(),
  ticket_id uuid not null,
  kind text not null check (kind in ('related', 'duplicate_of', 'blocks', 'parent_of')),
  other_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, ticket_id, kind, other_id),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade,
  foreign key (workspace_id, other_id) references tickets (workspace_id, id) on delete cascade,
  constraint ticket_links_are_of_two_tickets check (ticket_id <> other_id)
);
create index on ticket_links (workspace_id, other_id);
call wall_in('ticket_links');
