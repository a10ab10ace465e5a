-- A folder of the media library, in a tree of at most five levels. What is deleted leaves what was in it to the one above.
create table media_folders (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  parent_id    uuid,
  name         text        not null check (name <> '' and length(name) <= 80),
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, parent_id) references media_folders (workspace_id, id)
);
create unique index media_folders_name on media_folders (workspace_id, parent_id, lower(name)) nulls not distinct;
call wall_in('media_folders');

-- An asset of the media library: what is said of a file, and which content it has now. Words in a language stand in `texts`.
create table media (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  folder_id    uuid,
  file_id      uuid        not null,
  name         text        not null check (name <> '' and length(name) <= 255),
  mime         text        not null,
  kind         text        not null check (kind in ('image', 'video', 'audio', 'document', 'other')),
  bytes        bigint      not null check (bytes >= 0),
  hash         bytea       not null check (octet_length(hash) = 32),
  width        integer     check (width > 0),
  height       integer     check (height > 0),
  title        text        not null default '' check (length(title) <= 200),
  credit       text        not null default '' check (length(credit) <= 200),
  texts        jsonb       not null default '{}',
  tags         text[]      not null default '{}' check (cardinality(tags) <= 50),
  focus_x      double precision not null default 0.5 check (focus_x between 0 and 1),
  focus_y      double precision not null default 0.5 check (focus_y between 0 and 1),
  is_public    boolean     not null default true,
  revision     integer     not null default 1,
  created_by   uuid,
  updated_by   uuid,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  trashed_at   timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, folder_id) references media_folders (workspace_id, id),
  foreign key (workspace_id, file_id) references files (workspace_id, id),
  foreign key (workspace_id, created_by) references members (workspace_id, id),
  foreign key (workspace_id, updated_by) references members (workspace_id, id)
);
create index on media (workspace_id, created_at desc, id desc);
create index on media (workspace_id, folder_id, created_at desc, id desc);
create index on media (workspace_id, hash);
create index on media (workspace_id, file_id);
create index on media (workspace_id, created_by);
create index on media (workspace_id, updated_by);
create index on media using gin (tags);
create index on media (workspace_id, trashed_at) where trashed_at is not null;
call wall_in('media');

-- A content that an asset has or had before it was replaced; addresses with its hash serve it. The oldest go first.
create table media_contents (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  media_id     uuid        not null,
  hash         bytea       not null check (octet_length(hash) = 32),
  file_id      uuid        not null,
  mime         text        not null,
  width        integer     check (width > 0),
  height       integer     check (height > 0),
  created_at   timestamptz not null default now(),
  primary key (workspace_id, media_id, hash),
  foreign key (workspace_id, media_id) references media (workspace_id, id) on delete cascade,
  foreign key (workspace_id, file_id) references files (workspace_id, id)
);
create index on media_contents (workspace_id, file_id);
call wall_in('media_contents');

-- Who uses an asset, and in which of its fields; `label` is what that was called when it was written last.
create table media_uses (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  user_kind    text        not null check (user_kind <> '' and length(user_kind) <= 40),
  user_id      uuid        not null,
  media_id     uuid        not null,
  field        text        not null check (length(field) <= 120),
  label        text        not null default '' check (length(label) <= 300),
  primary key (workspace_id, user_kind, user_id, media_id, field),
  foreign key (workspace_id, media_id) references media (workspace_id, id) on delete cascade
);
create index on media_uses (workspace_id, media_id);
call wall_in('media_uses');

-- A picture of the library in one size, cut and format: kept beside the file that it was made of, or being made.
create table media_variants (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  file_id      uuid        not null,
  recipe       text        not null check (length(recipe) <= 100),
  id           uuid        not null default uuidv7(),
  mime         text        check (mime in ('image/jpeg', 'image/png', 'image/webp', 'image/avif')),
  bytes        bigint      not null default 0 check (bytes >= 0),
  tries        integer     not null default 0,
  busy_until   timestamptz not null,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, file_id, recipe),
  foreign key (workspace_id, file_id) references files (workspace_id, id) on delete cascade
);
create index on media_variants (workspace_id, file_id, created_at);
call wall_in('media_variants');
