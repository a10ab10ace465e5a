-- A person of a workspace's team, invited, active or deactivated.
create table members (
  workspace_id  uuid        not null default current_workspace() references workspaces on delete cascade,
  id            uuid        not null default uuidv7(),
  email         text        not null check (email = lower(email) and length(email) <= 254),
  name          text        not null default '' check (length(name) <= 120),
  surname       text        not null default '' check (length(surname) <= 120),
  role          text        not null check (role in ('FreeAdminUser', 'AdminUser', 'TeamUser')),
  status        text        not null default 'active' check (status in ('invited', 'active', 'deactivated')),
  is_hr_admin   boolean     not null default false,
  time_zone     text,
  language      text        not null default 'en',
  theme         text        not null default 'system' check (theme in ('system', 'light', 'dark')),
  single_keys   boolean     not null default true,
  notifications jsonb       not null default '{"assigned": true, "customerReplied": true, "deliveryFailed": true}',
  invited_by    uuid,
  invited_at    timestamptz,
  joined_at     timestamptz,
  last_seen_at  timestamptz,
  created_at    timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, email),
  foreign key (workspace_id, invited_by) references members (workspace_id, id)
);
call wall_in('members');
