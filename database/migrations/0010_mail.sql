-- A mail as it came in, stored before it was acknowledged, and what was decided about it.
create table inbound_mails (
  workspace_id  uuid        not null default current_workspace() references workspaces on delete cascade,
  id            uuid        not null default uuidv7(),
  address       text        not null,
  dedup_key     text        not null,
  envelope_from text        not null default '',
  network       text,
  bytes         integer     not null,
  state         text        not null default 'received' check (state in ('received', 'done', 'suspended')),
  from_address  text        not null default '',
  subject       text        not null default '',
  decision      text,
  evidence      text[]      not null default '{}',
  ticket_id     uuid,
  message_id    uuid,
  is_purged     boolean     not null default false,
  received_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  -- The same Message-ID to the same address is one mail.
  unique (workspace_id, address, dedup_key),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete set null (ticket_id),
  foreign key (workspace_id, message_id) references messages (workspace_id, id) on delete set null (message_id)
);
create index on inbound_mails (workspace_id, received_at desc, id) where state = 'suspended';
create index on inbound_mails (workspace_id, message_id) where message_id is not null;
create index on inbound_mails (workspace_id, from_address, received_at desc);
create index on inbound_mails (workspace_id, received_at);
create index on inbound_mails (workspace_id, ticket_id) where ticket_id is not null;
call wall_in('inbound_mails');

-- A mail to one person that is to be sent, or was.
create table outgoing_mails (
  workspace_id    uuid        not null default current_workspace() references workspaces on delete cascade,
  id              uuid        not null default uuidv7(),
  kind            text        not null,
  recipient       text        not null,
  ticket_id       uuid,
  message_id      uuid,
  mail_message_id text        not null,
  content         jsonb,
  state           text        not null default 'queued' check (state in ('queued', 'sent', 'retrying', 'failed', 'bounced')),
  attempts        integer     not null default 0,
  reason          text,
  next_try_at     timestamptz,
  created_at      timestamptz not null default now(),
  sent_at         timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, mail_message_id, recipient),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade,
  foreign key (workspace_id, message_id) references messages (workspace_id, id) on delete cascade
);
create index on outgoing_mails (workspace_id, message_id) where message_id is not null;
create index on outgoing_mails (workspace_id, created_at);
create index on outgoing_mails (workspace_id, ticket_id) where ticket_id is not null;
call wall_in('outgoing_mails');

-- The development mailbox: what would have gone to a relay. No workspace reads it; only its own host does.
create table identity.development_mails (
  id         uuid        primary key default uuidv7(),
  recipient  text        not null,
  message_id text        not null,
  raw        bytea       not null,
  sent_at    timestamptz not null default now(),
  unique (message_id, recipient)
);
create index on identity.development_mails (sent_at desc);
