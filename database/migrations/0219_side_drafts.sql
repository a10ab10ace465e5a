-- older versions may run beside this
-- What a member writes in a side conversation before it is sent.
create table side_drafts (
  workspace_id         uuid        not null default current_workspace() references workspaces on delete cascade,
  side_conversation_id uuid        not null,
  member_id            uuid        not null,
  recipients           text[]      not null,
  html                 text        not null,
  file_ids             uuid[]      not null default '{}',
  revision             uuid        not null,
  updated_at           timestamptz not null default now(),
  primary key (workspace_id, side_conversation_id, member_id),
  foreign key (workspace_id, side_conversation_id) references side_conversations (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade
);
create index on side_drafts (workspace_id, member_id, updated_at desc, side_conversation_id);
call wall_in('side_drafts');
