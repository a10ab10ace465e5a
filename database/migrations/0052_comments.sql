-- What the team says of a thing among themselves: threads of a comment and its answers, on all of it or on one field.
create table comments (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  entry_id     uuid        not null,
  -- The first comment of the thread that this one answers.
  thread_id    uuid,
  field_id     uuid,
  language     text        check (length(language) <= 35),
  author_id    uuid        not null,
  text         text        not null check (length(text) <= 4000),
  created_at   timestamptz not null default now(),
  edited_at    timestamptz,
  deleted_at   timestamptz,
  resolved_at  timestamptz,
  resolved_by  uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, entry_id) references content_entries (workspace_id, id) on delete cascade,
  foreign key (workspace_id, thread_id) references comments (workspace_id, id) on delete cascade,
  foreign key (workspace_id, author_id) references members (workspace_id, id),
  foreign key (workspace_id, resolved_by) references members (workspace_id, id),
  check (thread_id is null or (field_id is null and language is null and resolved_at is null)),
  check ((resolved_at is null) = (resolved_by is null))
);
create index on comments (workspace_id, entry_id);
create index on comments (workspace_id, thread_id) where thread_id is not null;
call wall_in('comments');

-- Who is mailed of a comment, each once however often it is changed.
create table comment_mentions (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  comment_id   uuid        not null,
  member_id    uuid        not null,
  -- Whether the name stands in the words still.
  is_named     boolean     not null default true,
  mailed_at    timestamptz,
  primary key (workspace_id, comment_id, member_id),
  foreign key (workspace_id, comment_id) references comments (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create index on comment_mentions (workspace_id, member_id);
call wall_in('comment_mentions');

alter table members alter column notifications
  set default '{"assigned": true, "deliveryFailed": true, "customerReplied": true, "mentioned": true}';
update members set notifications = '{"mentioned": true}' || notifications where not notifications ? 'mentioned';
