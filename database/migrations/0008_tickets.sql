-- A customer's question and what became of it.
create table tickets (
  workspace_id      uuid        not null default current_workspace() references workspaces on delete cascade,
  id                uuid        not null default uuidv7(),
  number            integer     not null,
  subject           text        not null check (subject <> '' and length(subject) <= 255),
  status            text        not null default 'new' check (status in ('new', 'open', 'pending', 'on_hold', 'solved', 'closed')),
  priority          text        not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  type              text        check (type in ('question', 'incident', 'problem', 'task')),
  channel           text        not null check (channel in ('email', 'portal', 'agent', 'api', 'import')),
  requester_id      uuid        not null,
  assignee_id       uuid,
  tags              text[]      not null default '{}' check (cardinality(tags) <= 50),
  custom_fields     jsonb       not null default '{}',
  due_at            timestamptz,
  waiting_since     timestamptz,
  first_replied_at  timestamptz,
  solved_at         timestamptz,
  closed_at         timestamptz,
  snoozed_until     timestamptz,
  spam_at           timestamptz,
  trashed_at        timestamptz,
  reopen_count      integer     not null default 0,
  follow_up_of      uuid,
  merged_into       uuid,
  last_message_seq  integer     not null default 0,
  last_customer_seq integer     not null default 0,
  snippet           text        not null default '',
  public_snippet    text        not null default '',
  revision          integer     not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  -- What waits stands first in a queue; what waits for somebody else stands last.
  waiting_order     timestamptz not null generated always as (coalesce(waiting_since, 'infinity'::timestamptz)) stored,
  -- Where it stands, which is one place alone: lists of tickets go by it.
  shelf             text        not null generated always as (
    case
      when trashed_at is not null then 'trash'
      when spam_at is not null then 'spam'
      when status in ('solved', 'closed') then status
      when snoozed_until is not null then 'snoozed'
      else 'active'
    end) stored,
  primary key (workspace_id, id),
  unique (workspace_id, number),
  foreign key (workspace_id, requester_id) references customers (workspace_id, id),
  foreign key (workspace_id, assignee_id) references members (workspace_id, id),
  foreign key (workspace_id, follow_up_of) references tickets (workspace_id, id) on delete set null (follow_up_of),
  foreign key (workspace_id, merged_into) references tickets (workspace_id, id) on delete set null (merged_into)
);
-- Each view in each order is walked along one index.
create index on tickets (workspace_id, waiting_order, id) where shelf = 'active';
create index on tickets (workspace_id, updated_at desc, id desc) where shelf = 'active';
create index on tickets (workspace_id, created_at desc, id desc) where shelf = 'active';
create index on tickets (workspace_id, assignee_id, waiting_order, id) where shelf = 'active';
create index on tickets (workspace_id, assignee_id, updated_at desc, id desc) where shelf = 'active';
create index on tickets (workspace_id, assignee_id, created_at desc, id desc) where shelf = 'active';
create index on tickets (workspace_id, updated_at desc, id desc) where shelf = 'active' and status = 'pending';
create index on tickets (workspace_id, created_at desc, id desc) where shelf = 'active' and status = 'pending';
create index on tickets (workspace_id, shelf, updated_at desc, id desc) where shelf <> 'active';
create index on tickets (workspace_id, shelf, created_at desc, id desc) where shelf <> 'active';
create index on tickets (workspace_id, waiting_order, id) where shelf <> 'spam' and shelf <> 'trash';
create index on tickets (workspace_id, updated_at desc, id desc) where shelf <> 'spam' and shelf <> 'trash';
create index on tickets (workspace_id, created_at desc, id desc) where shelf <> 'spam' and shelf <> 'trash';
create index on tickets (workspace_id, requester_id, updated_at desc, id desc);
create index on tickets (workspace_id, solved_at) where solved_at is not null;
create index on tickets (workspace_id, solved_at) where shelf = 'solved';
create index on tickets (workspace_id, trashed_at) where trashed_at is not null;
create index on tickets (workspace_id, follow_up_of) where follow_up_of is not null;
create index on tickets (workspace_id, merged_into) where merged_into is not null;
call wall_in('tickets');

-- The last number given to a ticket of the workspace.
create table ticket_numbers (
  workspace_id uuid    primary key default current_workspace() references workspaces on delete cascade,
  last_number  integer not null default 0
);
call wall_in('ticket_numbers');

-- A customer in copy of a ticket.
create table ticket_copies (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  ticket_id    uuid not null,
  customer_id  uuid not null,
  primary key (workspace_id, ticket_id, customer_id),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade,
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade
);
create index on ticket_copies (workspace_id, customer_id);
call wall_in('ticket_copies');

-- How far a member has read a ticket.
create table ticket_reads (
  workspace_id uuid    not null default current_workspace() references workspaces on delete cascade,
  ticket_id    uuid    not null,
  member_id    uuid    not null,
  seq          integer not null,
  primary key (workspace_id, ticket_id, member_id),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade
);
call wall_in('ticket_reads');

-- One change of a ticket: who, what from, what to, and why. Never changed.
create table ticket_events (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  ticket_id    uuid        not null,
  type         text        not null,
  actor_type   text        not null check (actor_type in ('agent', 'customer', 'system')),
  actor_id     uuid,
  old          jsonb,
  new          jsonb,
  cause        text,
  created_at   timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade
);
create index on ticket_events (workspace_id, ticket_id, id);
call wall_in('ticket_events');

-- The words by which a ticket is found. They stand apart from the ticket, so that its other changes leave the index of words alone.
create table ticket_search (
  workspace_id   uuid        not null default current_workspace() references workspaces on delete cascade,
  ticket_id      uuid        not null,
  requester_id   uuid        not null,
  -- What its requester may find it by, and what only the team may: notes and tags.
  public_words   tsvector    not null default '',
  internal_words tsvector    not null default '',
  updated_at     timestamptz not null default now(),
  primary key (workspace_id, ticket_id),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade
);
create index on ticket_search (workspace_id, updated_at desc, ticket_id desc);
create index on ticket_search (workspace_id, requester_id);
create index on ticket_search using gin ((public_words || internal_words)) with (fastupdate = off);
call wall_in('ticket_search');

-- Looks past the wall, because no index serves @@ behind a policy, and puts the workspace in itself. The text is
-- planned for the words at hand: rare ones go by the index of words, common ones down the list of latest changes.
create function search_tickets(words tsquery, before timestamptz, before_id uuid, most integer)
  returns table (ticket_id uuid, updated_at timestamptz)
  stable security definer rows 100 language plpgsql set search_path = app, pg_temp as $$
begin
  return query execute
    'select s.ticket_id, s.updated_at from ticket_search s
     where s.workspace_id = $1 and (s.public_words || s.internal_words) @@ $2'
    || case when before is null then '' else ' and (s.updated_at, s.ticket_id) < ($3, $4)' end
    || ' order by s.updated_at desc, s.ticket_id desc limit $5'
    using current_workspace(), words, before, before_id, most;
end $$;
revoke execute on function search_tickets(tsquery, timestamptz, uuid, integer) from public;
