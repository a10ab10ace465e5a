-- Which API key named a field by a key that the field has no more, and when last.
create table content_former_asks (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  field_id     uuid        not null,
  former_key   text        not null check (length(former_key) <= 60),
  key_id       uuid        not null,
  last_at      timestamptz not null,
  primary key (workspace_id, field_id, former_key, key_id),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id) on delete cascade
);
create index on content_former_asks (workspace_id, key_id);
call wall_in('content_former_asks');
