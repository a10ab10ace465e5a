-- An API key may be taken from some networks alone: addresses, and networks as 203.0.113.0/24. Null: from anywhere.
alter table api_keys add column networks text[] check (cardinality(networks) between 1 and 20);

create or replace function app.enter_key(workspace uuid, key_hash bytea)
  returns json
  language plpgsql
  security definer
  set search_path to app, identity, pg_temp
as $$
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
  select w.domain, w.plan into place from workspaces w where w.id = workspace;
  select s.started_at into started from service_settings s where s.workspace_id = workspace;
  perform wall_into(workspace);
  return json_build_object('id', key.id, 'kind', key.kind, 'workspaceId', workspace, 'domain', place.domain,
    'entry', case when key.kind = 'link' then json_build_object('id', key.entry_id, 'language', key.language, 'slug', key.slug) end,
    'scopes', key.scopes, 'models', key.models, 'networks', key.networks, 'maker', maker, 'dailyCalls', key.daily_calls,
    'callsToday', coalesce(used, 0), 'plan', place.plan,
    'serviceStartedAt', to_char(started at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'expiresAt', to_char(key.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'isStale', key.is_stale);
end $$;
