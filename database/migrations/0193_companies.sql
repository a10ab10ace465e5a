-- A company that customers belong to. A customer with an address of one of its domains joins by itself.
create table companies (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  id uuid not null default uuidv7(),
  name text not null check (name <> '' and length(name) <= 120),
  tags text[] not null default '{}' check (cardinality(tags) <= 50),
  notes text not null default '' check (length(notes) <= 10000),
  shares_tickets boolean not null default false,
  words tsvector not null default '',
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index on companies (workspace_id, created_at desc, id desc);
create index on companies using gin (words) with (fastupdate = off);
call wall_in('companies');

-- A domain of a company. A domain belongs to one company of a workspace.
create table company_domains (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  domain text not null check (domain = lower(domain) and length(domain) <= 253),
  company_id uuid not null,
  primary key (workspace_id, domain),
  foreign key (workspace_id, company_id) references companies (workspace_id, id) on delete cascade
);
create index on company_domains (workspace_id, company_id);
call wall_in('company_domains');

-- A customer who belongs to a company. `shares_tickets` is false for an exception: a person who neither sees the
-- requests of the others nor shows theirs.
create table company_people (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  company_id uuid not null,
  customer_id uuid not null,
  is_by_domain boolean not null,
  shares_tickets boolean not null default true,
  primary key (workspace_id, company_id, customer_id),
  foreign key (workspace_id, company_id) references companies (workspace_id, id) on delete cascade,
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade
);
create index on company_people (workspace_id, customer_id);
call wall_in('company_people');

-- Finds the customers who join when a company gets a domain.
alter table customer_emails add column domain text not null
  generated always as (substring(address from '[^@]*$')) stored;
create index on customer_emails (workspace_id, domain, customer_id);

create function search_companies(words tsquery, before timestamptz, before_id uuid, most integer)
  returns table (company_id uuid, created_at timestamptz)
  stable security definer rows 100 language plpgsql set search_path = app, pg_temp as $$
begin
  return query execute
    'select c.id, c.created_at from companies c where c.workspace_id = $1 and c.words @@ $2'
    || case when before is null then '' else ' and (c.created_at, c.id) < ($3, $4)' end
    || ' order by c.created_at desc, c.id desc limit $5'
    using current_workspace(), words, before, before_id, most;
end $$;
revoke execute on function search_companies(tsquery, timestamptz, uuid, integer) from public;
