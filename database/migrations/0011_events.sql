-- A change that open pages are told of; read again for ten minutes by streams that resume.
create table events (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  type         text        not null,
  ticket_id    uuid,
  customer_ids uuid[]      not null default '{}',
  member_id    uuid,
  created_at   timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create index on events (workspace_id, created_at);
call wall_in('events');

-- Who did what that matters for security. Rows are added and read, never changed.
create table audit_log (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  action       text        not null,
  actor_type   text        not null check (actor_type in ('agent', 'customer', 'system')),
  actor_id     uuid,
  subject_id   uuid,
  detail       jsonb       not null default '{}',
  network      text,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index on audit_log (workspace_id, created_at desc, id desc);
call wall_in('audit_log');

-- The answer to a write that carried an Idempotency-Key, given again to whoever repeats it within a day.
create table idempotency_keys (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  caller_id    uuid        not null,
  key          text        not null check (length(key) <= 255),
  request_hash bytea       not null,
  status       integer,
  answer       jsonb,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, caller_id, key)
);
create index on idempotency_keys (workspace_id, created_at);
call wall_in('idempotency_keys');
