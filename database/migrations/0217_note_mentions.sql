-- The members whom a note mentions, without its author.
-- older versions may run beside this
create table note_mentions (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  message_id uuid not null,
  member_id uuid not null,
  primary key (workspace_id, message_id, member_id),
  foreign key (workspace_id, message_id) references messages (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade
);
create index on note_mentions (workspace_id, member_id);
call wall_in('note_mentions');
