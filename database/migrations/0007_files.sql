-- Bytes that a person uploaded or a mail brought; the storage knows them by id alone.
create table files (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  name         text        not null check (name <> '' and octet_length(name) <= 255),
  mime         text        not null,
  bytes        bigint      not null check (bytes >= 0),
  uploader_id  uuid,
  content_id   text,
  is_inline    boolean     not null default false,
  is_kept      boolean     not null default false,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index on files (workspace_id, created_at) where not is_kept;
call wall_in('files');

alter table workspaces add foreign key (id, logo_file_id) references files (workspace_id, id) on delete set null (logo_file_id);
