-- Who may sign in, before it is known to which workspace: read and written by the identity role alone.

-- A team address. It belongs to at most one workspace, where the member with the same id stands.
create table identity.accounts (
  id           uuid        primary key default uuidv7(),
  email        text        not null unique check (email = lower(email) and length(email) <= 254),
  workspace_id uuid        references workspaces on delete cascade,
  verified_at  timestamptz,
  created_at   timestamptz not null default now()
);

-- A signed-in browser or program, of an account or of a customer of one workspace.
create table identity.sessions (
  id                  uuid        primary key default uuidv7(),
  account_id          uuid        references identity.accounts on delete cascade,
  workspace_id        uuid,
  customer_id         uuid,
  user_agent          text        not null default '' check (length(user_agent) <= 400),
  network             text,
  created_at          timestamptz not null default now(),
  last_seen_at        timestamptz not null default now(),
  idle_expires_at     timestamptz not null,
  absolute_expires_at timestamptz not null,
  ended_at            timestamptz,
  end_reason          text,
  check ((account_id is null) = (customer_id is not null)),
  check ((workspace_id is null) = (customer_id is null)),
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade
);
create index on identity.sessions (account_id, created_at desc) where ended_at is null;
create index on identity.sessions (workspace_id, customer_id, created_at desc) where ended_at is null;

-- One link of a session's chain of refresh tokens; only its SHA-256 is kept.
create table identity.refresh_tokens (
  hash       bytea       primary key,
  session_id uuid        not null references identity.sessions on delete cascade,
  created_at timestamptz not null default now(),
  rotated_at timestamptz
);
create index on identity.refresh_tokens (session_id);

-- A code that was mailed: six digits, kept as an HMAC under a key outside the database.
create table identity.challenges (
  id           uuid        primary key default uuidv7(),
  purpose      text        not null check (purpose in ('register', 'login', 'invitation', 'customer-register', 'customer-login')),
  address      text        not null,
  account_id   uuid        references identity.accounts on delete cascade,
  workspace_id uuid,
  customer_id  uuid,
  code_hash    bytea       not null,
  tries        integer     not null default 0,
  network      text        not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  used_at      timestamptz,
  replaced_at  timestamptz,
  check ((account_id is null) = (customer_id is not null)),
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade
);
create index on identity.challenges (account_id, purpose, created_at desc);
create index on identity.challenges (workspace_id, customer_id, purpose, created_at desc);
create index on identity.challenges (address, created_at desc);
create index on identity.challenges (network, created_at desc);

-- A sign-in try that failed, kept an hour to see a network that guesses.
create table identity.failed_tries (
  id         uuid        primary key default uuidv7(),
  network    text        not null,
  created_at timestamptz not null default now()
);
create index on identity.failed_tries (network, created_at desc);
create index on identity.failed_tries (created_at);

-- What happened to sign-ins before a workspace is known; inside a workspace see audit_log.
create table identity.sign_in_log (
  id         uuid        primary key default uuidv7(),
  event      text        not null,
  account_id uuid,
  address    text,
  network    text,
  created_at timestamptz not null default now()
);
create index on identity.sign_in_log (created_at);
