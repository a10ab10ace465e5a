-- A startup's own space: its sub-domain, its general settings and where its Service trial stands.
create table workspaces (
  id                 uuid        primary key default uuidv7(),
  domain             text        not null unique check (domain ~ '^[a-z0-9]([a-z0-9-]{1,38}[a-z0-9])$'),
  name               text        not null check (name <> '' and length(name) <= 120),
  time_zone          text        not null,
  plan               text        not null default 'free' check (plan in ('free', 'active')),
  service_started_at timestamptz,
  accent_color       text        check (accent_color ~ '^#[0-9a-f]{6}$'),
  logo_file_id       uuid,
  support_name       text        not null check (support_name <> ''),
  reply_status       text        not null default 'pending' check (reply_status in ('open', 'pending', 'solved')),
  reopen_days        integer     not null default 14 check (reopen_days between 0 and 365),
  close_days         integer     not null default 7 check (close_days between 0 and 365),
  remind_days        integer     not null default 0 check (remind_days between 0 and 365),
  detects_thanks     boolean     not null default true,
  created_at         timestamptz not null default now()
);
call wall_in('workspaces', 'id');

-- Names that were given up rest a while before somebody else may take them.
create table identity.resting_domains (
  domain   text        primary key,
  until_at timestamptz not null
);
