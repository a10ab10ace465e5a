-- A person outside the team who writes to a workspace or has an account in its customer area.
create table customers (
  workspace_id    uuid        not null default current_workspace() references workspaces on delete cascade,
  id              uuid        not null default uuidv7(),
  name            text        not null default '' check (length(name) <= 120),
  tags            text[]      not null default '{}' check (cardinality(tags) <= 50),
  acknowledged_at timestamptz,
  registered_at   timestamptz,
  -- The words of the name and the addresses.
  words           tsvector    not null default '',
  created_at      timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index on customers (workspace_id, created_at desc, id desc);
create index on customers using gin (words) with (fastupdate = off);
call wall_in('customers');

-- An address of a customer; it is verified once a code sent to it came back.
create table customer_emails (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  address      text        not null check (address = lower(address) and length(address) <= 254),
  customer_id  uuid        not null,
  is_primary   boolean     not null default true,
  verified_at  timestamptz,
  bounced_at   timestamptz,
  primary key (workspace_id, address),
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade
);
create unique index on customer_emails (workspace_id, customer_id) where is_primary;
create index on customer_emails (workspace_id, customer_id);
call wall_in('customer_emails');

-- Looks past the wall for the sake of its index of words, and puts the workspace in itself.
create function search_customers(words tsquery, before timestamptz, before_id uuid, most integer)
  returns table (customer_id uuid, created_at timestamptz)
  stable security definer rows 100 language plpgsql set search_path = app, pg_temp as $$
begin
  return query execute
    'select c.id, c.created_at from customers c where c.workspace_id = $1 and c.words @@ $2'
    || case when before is null then '' else ' and (c.created_at, c.id) < ($3, $4)' end
    || ' order by c.created_at desc, c.id desc limit $5'
    using current_workspace(), words, before, before_id, most;
end $$;
revoke execute on function search_customers(tsquery, timestamptz, uuid, integer) from public;
