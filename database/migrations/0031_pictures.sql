-- A picture that was made of a file, no edge of it longer than this: kept beside the file, or found to be none that is shown.
create table pictures (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  file_id      uuid        not null,
  edge         integer     not null check (edge > 0),
  mime         text        check (mime in ('image/jpeg', 'image/png', 'image/webp')),
  bytes        bigint      not null default 0 check (bytes >= 0),
  tries        integer     not null default 0,
  busy_until   timestamptz not null,
  primary key (workspace_id, file_id, edge),
  foreign key (workspace_id, file_id) references files (workspace_id, id) on delete cascade
);
call wall_in('pictures');
