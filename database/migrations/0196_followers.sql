-- The members who follow a ticket. They get its notices, whoever it is assigned to.
-- older versions may run beside this
create table ticket_followers (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  ticket_id uuid not null,
  member_id uuid not null,
  followed_at timestamptz not null default now(),
  primary key (workspace_id, ticket_id, member_id),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade
);
create index on ticket_followers (workspace_id, member_id);
call wall_in('ticket_followers');
-- The followers that a merge added to the ticket that stays, and those that the merged ticket had.
alter table ticket_merges
  add column brought_followers uuid[] not null default '{}',
  add column added_followers uuid[] not null default '{}';
