-- A conversation by mail between the team and people outside, such as a supplier, about a ticket. Customers never see it.
-- older versions may run beside this
create table side_conversations (
  workspace_id    uuid        not null default current_workspace() references workspaces on delete cascade,
  id              uuid        not null default uuidv7(),
  ticket_id       uuid        not null,
  subject         text        not null check (length(subject) between 1 and 255),
  recipients      text[]      not null check (cardinality(recipients) between 1 and 10),
  last_seq        integer     not null default 0,
  -- The number of the last message that a person outside wrote. Members who have not read it see a mark.
  last_answer_seq integer     not null default 0,
  last_message_at timestamptz not null default now(),
  closed_at       timestamptz,
  created_at      timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade
);
create index on side_conversations (workspace_id, ticket_id);
call wall_in('side_conversations');

-- A message of a side conversation. A member wrote it, or somebody outside, who has an address instead.
create table side_messages (
  workspace_id         uuid        not null default current_workspace() references workspaces on delete cascade,
  id                   uuid        not null default uuidv7(),
  side_conversation_id uuid        not null,
  seq                  integer     not null,
  member_id            uuid,
  address              text,
  name                 text        not null default '',
  -- The people to whom a member wrote.
  recipients           text[]      not null default '{}',
  body_html            text        not null default '',
  body_text            text        not null default '',
  quoted_text          text,
  -- The message of the ticket that was forwarded. It may have been deleted since.
  forwarded_message_id uuid,
  is_automatic         boolean     not null default false,
  flags                text[]      not null default '{}' check (flags <@ array['stranger', 'unverified', 'used-id']),
  mail_message_id      text,
  -- The message of a member is mailed at this time, and can be taken back before.
  send_at              timestamptz not null default now(),
  created_at           timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, side_conversation_id, seq),
  constraint side_messages_have_one_author check ((member_id is null) <> (address is null)),
  foreign key (workspace_id, side_conversation_id) references side_conversations (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create index on side_messages (workspace_id, mail_message_id) where mail_message_id is not null;
create index on side_messages (workspace_id, member_id) where member_id is not null;
create index on side_messages (workspace_id, address) where address is not null;
call wall_in('side_messages');

-- A file of a message of a side conversation.
create table side_attachments (
  workspace_id    uuid    not null default current_workspace() references workspaces on delete cascade,
  side_message_id uuid    not null,
  file_id         uuid    not null,
  position        integer not null,
  primary key (workspace_id, side_message_id, file_id),
  unique (workspace_id, file_id),
  foreign key (workspace_id, side_message_id) references side_messages (workspace_id, id) on delete cascade,
  foreign key (workspace_id, file_id) references files (workspace_id, id) on delete cascade
);
call wall_in('side_attachments');

-- Up to which message a member has read a side conversation.
create table side_reads (
  workspace_id         uuid    not null default current_workspace() references workspaces on delete cascade,
  side_conversation_id uuid    not null,
  member_id            uuid    not null,
  seq                  integer not null,
  primary key (workspace_id, side_conversation_id, member_id),
  foreign key (workspace_id, side_conversation_id) references side_conversations (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade
);
create index on side_reads (workspace_id, member_id);
call wall_in('side_reads');

alter table outgoing_mails add column side_message_id uuid;
alter table outgoing_mails add constraint outgoing_mails_side_message_id_fkey
  foreign key (workspace_id, side_message_id) references side_messages (workspace_id, id) on delete cascade;
create index on outgoing_mails (workspace_id, side_message_id) where side_message_id is not null;
