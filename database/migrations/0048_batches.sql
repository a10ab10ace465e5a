-- Work over many things that takes longer than a call: what is asked, by whom, how far it is. Its subjects are fixed when it
-- begins, one row each, so that it goes on where it stood and does nothing twice.
create table batches (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  kind         text        not null check (length(kind) <= 60),
  input        jsonb       not null,
  asked_by     uuid        not null,
  state        text        not null default 'waiting' check (state in ('waiting', 'running', 'done', 'cancelled', 'failed')),
  total        integer     not null check (total between 1 and 10000),
  done         integer     not null default 0,
  failed       integer     not null default 0,
  reason       text,
  can_undo     boolean     not null,
  undoes       uuid,
  created_at   timestamptz not null default now(),
  begun_at     timestamptz,
  ended_at     timestamptz,
  stepped_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, asked_by) references members (workspace_id, id),
  foreign key (workspace_id, undoes) references batches (workspace_id, id) on delete cascade,
  check (done + failed <= total)
);
create unique index batches_one_each on batches (workspace_id, asked_by) where state in ('waiting', 'running');
create unique index batches_undone_once on batches (workspace_id, undoes);
create index on batches (workspace_id, asked_by, id desc);
create index on batches (workspace_id, created_at);
call wall_in('batches');

create table batch_items (
  workspace_id uuid     not null default current_workspace() references workspaces on delete cascade,
  batch_id     uuid     not null,
  position     integer  not null,
  subject_id   uuid     not null,
  state        text     not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  tries        smallint not null default 0,
  -- What leads back, where something changed.
  before       jsonb,
  label        text     check (length(label) <= 300),
  reason       text     check (length(reason) <= 1000),
  primary key (workspace_id, batch_id, position),
  foreign key (workspace_id, batch_id) references batches (workspace_id, id) on delete cascade
);
create index on batch_items (workspace_id, batch_id, position) where state = 'waiting';
create index on batch_items (workspace_id, batch_id, position) where state = 'failed';
call wall_in('batch_items');
