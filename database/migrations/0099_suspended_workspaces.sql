-- A workspace that the operator suspended lets nobody in until it is resumed; nothing of it is lost.
alter table workspaces add column suspended_at timestamptz;

-- All doors of a workspace answer with the same error, by which whoever opened one knows why.
create function refuse_suspended(suspended_at timestamptz) returns void
  immutable language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if suspended_at is not null then raise exception 'This workspace is suspended' using errcode = 'ST001'; end if;
end $$;
revoke execute on function refuse_suspended(timestamptz) from public;

-- What repeats by itself rests there, too.
create or replace function list_workspace_ids() returns setof uuid
  stable security definer language sql set search_path = app, pg_temp
  as $$ select w.id from workspaces w where w.suspended_at is null order by w.id $$;

drop function workspace_by_domain(text);
create function workspace_by_domain(wanted text)
  returns table (id uuid, domain text, name text, time_zone text, accent_color text, logo_file_id uuid, suspended_at timestamptz)
  stable security definer language sql set search_path = app, pg_temp
  as $$ select w.id, w.domain, w.name, w.time_zone, w.accent_color, w.logo_file_id, w.suspended_at from workspaces w where w.domain = wanted $$;
revoke execute on function workspace_by_domain(text) from public;

create or replace function enter_host(wanted text) returns json
  volatile security definer language plpgsql set search_path = app, pg_temp as $$
declare
  place record;
begin
  select w.id, w.domain, w.suspended_at into place from workspaces w where w.domain = wanted;
  if not found then return null; end if;
  perform refuse_suspended(place.suspended_at);
  perform wall_into(place.id);
  return json_build_object('workspaceId', place.id, 'domain', place.domain);
end $$;

create or replace function enter_key(workspace uuid, key_hash bytea) returns json
  volatile security definer language plpgsql set search_path = app, identity, pg_temp as $$
declare
  key record;
  person record;
  place record;
  address text;
  maker json;
  started timestamptz;
  used integer;
begin
  select k.id, k.kind, k.scopes, k.models, k.daily_calls, k.created_by, k.expires_at, k.networks, k.entry_id, k.language, k.slug,
    coalesce(k.last_used_at < now() - interval '5 minutes', true) as is_stale into key
    from api_keys k
    where k.workspace_id = workspace and k.hash = key_hash and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now());
  if not found then return null; end if;
  if key.kind = 'management' then
    select m.role, m.is_hr_admin, m.name, m.surname into person from members m
      where m.workspace_id = workspace and m.id = key.created_by and m.status = 'active';
    if not found then return null; end if;
    select a.email into address from identity.accounts a where a.id = key.created_by;
    maker := json_build_object('id', key.created_by, 'role', person.role, 'isHrAdmin', person.is_hr_admin,
      'email', address, 'name', person.name, 'surname', person.surname);
  end if;
  if key.daily_calls is not null then
    select d.calls into used from api_key_days d
      where d.workspace_id = workspace and d.key_id = key.id and d.day = (now() at time zone 'UTC')::date;
  end if;
  select w.domain, w.plan, w.suspended_at into place from workspaces w where w.id = workspace;
  select s.started_at into started from service_settings s where s.workspace_id = workspace;
  perform refuse_suspended(place.suspended_at);
  perform wall_into(workspace);
  return json_build_object('id', key.id, 'kind', key.kind, 'workspaceId', workspace, 'domain', place.domain,
    'entry', case when key.kind = 'link' then json_build_object('id', key.entry_id, 'language', key.language, 'slug', key.slug) end,
    'scopes', key.scopes, 'models', key.models, 'networks', key.networks, 'maker', maker, 'dailyCalls', key.daily_calls,
    'callsToday', coalesce(used, 0), 'plan', place.plan,
    'serviceStartedAt', to_char(started at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'expiresAt', to_char(key.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'isStale', key.is_stale);
end $$;

create or replace function enter_session(session uuid) returns json
  volatile security definer language plpgsql set search_path = app, identity, pg_temp as $$
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
  if not found then return null; end if;

  if live.customer_id is not null then
    select c.name, e.address into person from customers c
      join customer_emails e on e.workspace_id = live.workspace_id and e.customer_id = c.id and e.is_primary
      where c.workspace_id = live.workspace_id and c.id = live.customer_id;
    if not found then return null; end if;
    select w.domain, w.plan, w.suspended_at into place from workspaces w where w.id = live.workspace_id;
    perform refuse_suspended(place.suspended_at);
    perform wall_into(live.workspace_id);
    return json_build_object('kind', 'customer', 'id', live.customer_id, 'workspaceId', live.workspace_id,
      'domain', place.domain, 'role', 'Customer', 'isHrAdmin', false, 'email', person.address, 'name', person.name,
      'surname', '', 'plan', place.plan, 'serviceStartedAt', null, 'isStale', live.is_stale);
  end if;

  select a.email, a.workspace_id into account from identity.accounts a where a.id = live.account_id;
  if not found then return null; end if;
  if account.workspace_id is not null then
    select m.role, m.status, m.is_hr_admin, m.name, m.surname into person from members m
      where m.workspace_id = account.workspace_id and m.id = live.account_id;
    if not found or person.status = 'deactivated' then return null; end if;
    standing := person.status;
  end if;
  if standing is distinct from 'active' then
    return json_build_object('kind', 'account', 'id', live.account_id, 'workspaceId', null, 'domain', null,
      'role', 'FreeAdminUser', 'isHrAdmin', false, 'email', account.email, 'name', '', 'surname', '', 'plan', null,
      'serviceStartedAt', null, 'isStale', live.is_stale);
  end if;

  select w.domain, w.plan, w.suspended_at into place from workspaces w where w.id = account.workspace_id;
  select s.started_at into started from service_settings s where s.workspace_id = account.workspace_id;
  perform refuse_suspended(place.suspended_at);
  perform wall_into(account.workspace_id);
  return json_build_object('kind', 'member', 'id', live.account_id, 'workspaceId', account.workspace_id,
    'domain', place.domain, 'role', person.role, 'isHrAdmin', person.is_hr_admin, 'email', account.email,
    'name', person.name, 'surname', person.surname, 'plan', place.plan,
    'serviceStartedAt', to_char(started at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'isStale', live.is_stale);
end $$;
