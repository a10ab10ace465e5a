-- What is written out of a workspace as a file: what is asked, by whom, how far it is, and the file until it ends.
create table exports (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  kind         text        not null check (length(kind) <= 60),
  options      jsonb       not null,
  asked_by     uuid        not null,
  state        text        not null default 'waiting' check (state in ('waiting', 'running', 'done', 'cancelled', 'failed')),
  total        integer     not null default 0,
  done         integer     not null default 0,
  reason       text,
  file_id      uuid,
  bytes        bigint,
  created_at   timestamptz not null default now(),
  ended_at     timestamptz,
  stepped_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, asked_by) references members (workspace_id, id),
  foreign key (workspace_id, file_id) references files (workspace_id, id)
);
create index on exports (workspace_id, created_at);
create index on exports (workspace_id, asked_by);
create index on exports (workspace_id, file_id);
call wall_in('exports');
