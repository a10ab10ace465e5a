-- A file from elsewhere that is taken in: what it is, who asked, how far it is. It is read first, which changes nothing and says
-- what would become of it; its things are rows that are fixed then, so that it goes on where it stood and does nothing twice.
create table imports (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  kind         text        not null check (length(kind) <= 60),
  file_id      uuid,
  file_name    text        not null,
  asked_by     uuid        not null,
  state        text        not null default 'reading'
    check (state in ('reading', 'ready', 'running', 'done', 'cancelled', 'failed')),
  reason       text,
  created_at   timestamptz not null default now(),
  begun_at     timestamptz,
  ended_at     timestamptz,
  stepped_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, asked_by) references members (workspace_id, id),
  foreign key (workspace_id, file_id) references files (workspace_id, id)
);
create index on imports (workspace_id, created_at);
create index on imports (workspace_id, asked_by);
create index on imports (workspace_id, file_id);
call wall_in('imports');

create table import_items (
  workspace_id uuid     not null default current_workspace() references workspaces on delete cascade,
  import_id    uuid     not null,
  position     integer  not null,
  -- Where it stands in what is taken in, and which thing it is a part of, as each language is of an article.
  source       text     not null,
  thing        text     not null,
  title        text     not null,
  action       text     not null check (action in ('create', 'change', 'skip')),
  state        text     not null default 'waiting' check (state in ('waiting', 'made', 'done', 'failed')),
  tries        smallint not null default 0,
  hash         bytea    not null,
  plan         jsonb    not null,
  remarks      jsonb    not null,
  has_problem  boolean  not null,
  subject_id   uuid,
  reason       text     check (length(reason) <= 1000),
  primary key (workspace_id, import_id, position),
  foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade
);
create index on import_items (workspace_id, import_id, state, position);
call wall_in('import_items');

-- What was taken from where, by its kind: which thing it became, what was taken, and how that thing stood afterwards.
create table import_sources (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  kind         text        not null,
  source       text        not null,
  thing        text        not null,
  subject_id   uuid        not null,
  -- Both null until its text is written.
  hash         bytea,
  mark         text,
  taken_at     timestamptz not null default now(),
  primary key (workspace_id, kind, source)
);
create index on import_sources (workspace_id, kind, thing);
call wall_in('import_sources');
