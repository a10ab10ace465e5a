-- A key by which a program acts in a workspace. Only its SHA-256 is kept; its text names the workspace, so that a key is
-- looked up among the rows of that workspace alone.
create table api_keys (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  name         text        not null check (name <> '' and length(name) <= 120),
  hash         bytea       not null check (octet_length(hash) = 32),
  scopes       text[]      not null check (cardinality(scopes) between 1 and 20),
  created_by   uuid        not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  revoked_at   timestamptz,
  last_used_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, hash),
  foreign key (workspace_id, created_by) references members (workspace_id, id)
);
create index on api_keys (workspace_id, created_by);
call wall_in('api_keys');

-- A customer who enters a code is found by it, and with the code the workspace.
create index challenges_customer_id_idx on identity.challenges (customer_id) where customer_id is not null;
create index sessions_customer_id_idx on identity.sessions (customer_id) where customer_id is not null;

-- The doors into a workspace. Each finds who calls and walls the transaction in, or returns nothing. They read past the
-- wall, so they write nothing: that somebody was seen is noted after the call.

-- An invitation binds nobody until it is accepted: whoever is merely invited is let in as if without a workspace.
create function enter_session(session uuid)
  returns table (kind text, id uuid, workspace_id uuid, domain text, role text, is_hr_admin boolean, email text,
                 name text, surname text, plan text, service_started_at timestamptz, is_stale boolean)
  volatile security definer language plpgsql set search_path = app, identity, pg_temp as $$
#variable_conflict use_column
declare
  live record;
  account record;
  person record;
  place record;
  standing text;
  started timestamptz;
begin
  select s.account_id, s.workspace_id, s.customer_id, s.last_seen_at < now() - interval '5 minutes' as is_stale into live
    from identity.sessions s
    where s.id = session and s.ended_at is null and s.idle_expires_at > now() and s.absolute_expires_at > now();
  if not found then return; end if;

  if live.customer_id is not null then
    select c.name, e.address into person from customers c
      join customer_emails e on e.workspace_id = live.workspace_id and e.customer_id = c.id and e.is_primary
      where c.workspace_id = live.workspace_id and c.id = live.customer_id;
    if not found then return; end if;
    select w.domain, w.plan into place from workspaces w where w.id = live.workspace_id;
    perform wall_into(live.workspace_id);
    return query select 'customer', live.customer_id, live.workspace_id, place.domain, 'Customer', false, person.address,
      person.name, '', place.plan, null::timestamptz, live.is_stale;
    return;
  end if;

  select a.email, a.workspace_id into account from identity.accounts a where a.id = live.account_id;
  if not found then return; end if;
  if account.workspace_id is not null then
    select m.role, m.status, m.is_hr_admin, m.name, m.surname into person from members m
      where m.workspace_id = account.workspace_id and m.id = live.account_id;
    if not found or person.status = 'deactivated' then return; end if;
    standing := person.status;
  end if;
  if standing is distinct from 'active' then
    return query select 'account', live.account_id, null::uuid, null, 'FreeAdminUser', false, account.email, '', '',
      null, null::timestamptz, live.is_stale;
    return;
  end if;

  select w.domain, w.plan into place from workspaces w where w.id = account.workspace_id;
  select s.started_at into started from service_settings s where s.workspace_id = account.workspace_id;
  perform wall_into(account.workspace_id);
  return query select 'member', live.account_id, account.workspace_id, place.domain, person.role, person.is_hr_admin,
    account.email, person.name, person.surname, place.plan, started, live.is_stale;
end $$;

-- A key may do what it was made for while whoever made it is still active in the team.
create function enter_key(workspace uuid, key_hash bytea)
  returns table (id uuid, workspace_id uuid, domain text, scopes text[], plan text, service_started_at timestamptz,
                 is_stale boolean)
  volatile security definer language plpgsql set search_path = app, pg_temp as $$
#variable_conflict use_column
declare
  key record;
  place record;
  started timestamptz;
begin
  select k.id, k.scopes, coalesce(k.last_used_at < now() - interval '5 minutes', true) as is_stale into key
    from api_keys k
    join members m on m.workspace_id = workspace and m.id = k.created_by and m.status = 'active'
    where k.workspace_id = workspace and k.hash = key_hash and k.revoked_at is null and k.expires_at > now();
  if not found then return; end if;
  select w.domain, w.plan into place from workspaces w where w.id = workspace;
  select s.started_at into started from service_settings s where s.workspace_id = workspace;
  perform wall_into(workspace);
  return query select key.id, workspace, place.domain, key.scopes, place.plan, started, key.is_stale;
end $$;

-- Anybody may come to the host of a workspace; what they see there is another matter.
create function enter_host(wanted text) returns table (workspace_id uuid, domain text)
  volatile security definer language plpgsql set search_path = app, pg_temp as $$
#variable_conflict use_column
declare
  place record;
begin
  select w.id, w.domain into place from workspaces w where w.domain = wanted;
  if not found then return; end if;
  perform wall_into(place.id);
  return query select place.id, place.domain;
end $$;

drop function enter(uuid);
revoke execute on function enter_session(uuid), enter_key(uuid, bytea), enter_host(text) from public;
