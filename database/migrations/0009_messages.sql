-- What was said on a ticket, by a customer or by the team. A message that is held has no number yet.
create table messages (
  workspace_id    uuid        not null default current_workspace() references workspaces on delete cascade,
  id              uuid        not null default uuidv7(),
  ticket_id       uuid        not null,
  seq             integer,
  kind            text        not null check (kind in ('reply', 'note')),
  author_type     text        not null check (author_type in ('customer', 'agent', 'system')),
  member_id       uuid,
  customer_id     uuid,
  channel         text        not null check (channel in ('email', 'portal', 'agent', 'api', 'import')),
  body_html       text        not null default '',
  body_text       text        not null default '',
  quoted_text     text,
  is_automatic    boolean     not null default false,
  flags           text[]      not null default '{}',
  mail_message_id text,
  status_after    text,
  send_at         timestamptz,
  sent_at         timestamptz,
  redacted_at     timestamptz,
  created_at      timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, ticket_id, seq),
  check ((seq is null) = (sent_at is null)),
  check (author_type <> 'agent' or member_id is not null),
  check (author_type <> 'customer' or customer_id is not null),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id),
  foreign key (workspace_id, customer_id) references customers (workspace_id, id)
);
create index on messages (workspace_id, ticket_id) where seq is null;
create index on messages (workspace_id, mail_message_id) where mail_message_id is not null;
call wall_in('messages');

-- Which files go with which message, in their order.
create table attachments (
  workspace_id uuid    not null default current_workspace() references workspaces on delete cascade,
  message_id   uuid    not null,
  file_id      uuid    not null,
  position     integer not null,
  primary key (workspace_id, message_id, file_id),
  unique (workspace_id, file_id),
  foreign key (workspace_id, message_id) references messages (workspace_id, id) on delete cascade,
  foreign key (workspace_id, file_id) references files (workspace_id, id) on delete cascade
);
call wall_in('attachments');

-- What a member was writing on a ticket.
create table drafts (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  ticket_id    uuid        not null,
  member_id    uuid        not null,
  kind         text        not null check (kind in ('reply', 'note')),
  body         text        not null,
  file_ids     uuid[]      not null default '{}',
  updated_at   timestamptz not null default now(),
  primary key (workspace_id, ticket_id, member_id),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade
);
call wall_in('drafts');
