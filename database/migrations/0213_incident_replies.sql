-- A reply that a member writes to many incidents of a problem at once. `solve` solves each incident. `fixed` tells each
-- customer once that the problem is fixed. `round`: how often the problem was reopened before.
-- older versions may run beside this
create table incident_replies (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  id uuid not null default uuidv7(),
  problem_id uuid not null,
  kind text not null check (kind in ('solve', 'fixed')),
  member_id uuid not null,
  body text not null,
  texts jsonb not null,
  round integer not null,
  send_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, problem_id) references tickets (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create index on incident_replies (workspace_id, problem_id, id);
call wall_in('incident_replies');

-- An incident that is to get such a reply. `version`: what the member saw of it. `message_id`: null until the reply is
-- written. A reply that is taken back takes its row along.
create table incident_reply_tickets (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  reply_id uuid not null,
  ticket_id uuid not null,
  version text not null,
  message_id uuid,
  primary key (workspace_id, reply_id, ticket_id),
  foreign key (workspace_id, reply_id) references incident_replies (workspace_id, id) on delete cascade,
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade,
  foreign key (workspace_id, message_id) references messages (workspace_id, id) on delete cascade
);
create index on incident_reply_tickets (workspace_id, ticket_id);
create index on incident_reply_tickets (workspace_id, message_id);
call wall_in('incident_reply_tickets');
