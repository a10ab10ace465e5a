-- Files that come in parts and over several connections, until something takes them. Each part is stored by its own id.
create table resumable_uploads (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  uploader_id  uuid        not null,
  name         text        not null check (name <> '' and octet_length(name) <= 255),
  mime         text        not null check (octet_length(mime) <= 200),
  bytes        bigint      not null check (bytes >= 0),
  received     bigint      not null default 0 check (received between 0 and bytes),
  parts        uuid[]      not null default '{}',
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, uploader_id) references members (workspace_id, id)
);
create index on resumable_uploads (workspace_id, uploader_id);
create index on resumable_uploads (workspace_id, created_at);
call wall_in('resumable_uploads');
