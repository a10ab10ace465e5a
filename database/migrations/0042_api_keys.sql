-- A key is of a kind. A delivery key reads what is published and a preview key drafts as well: both are the workspace's own and
-- outlive whoever made them. A management key acts as its maker, with the rights that they have at the time, as far as its
-- scopes reach. What was there before is for management.
alter table api_keys add column kind text not null default 'management' check (kind in ('delivery', 'preview', 'management'));
alter table api_keys alter column kind drop default;
-- Null: all models, those to come as well. One that is deleted may stand here, and opens nothing.
alter table api_keys add column models uuid[] check (cardinality(models) between 1 and 200);
alter table api_keys add column hint text not null default '' check (length(hint) <= 4);
alter table api_keys add column daily_calls integer check (daily_calls > 0);
alter table api_keys add column revoked_by uuid;
alter table api_keys alter column expires_at drop not null;
alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes_check check (cardinality(scopes) <= 20);
alter table api_keys add constraint api_keys_revoked_by_fkey
  foreign key (workspace_id, revoked_by) references members (workspace_id, id);
create index on api_keys (workspace_id, revoked_by);

-- How often a key was used on a day, in UTC.
create table api_key_days (
  workspace_id uuid    not null default current_workspace() references workspaces on delete cascade,
  key_id       uuid    not null,
  day          date    not null,
  calls        integer not null check (calls >= 0),
  primary key (workspace_id, key_id, day),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id) on delete cascade
);
call wall_in('api_key_days');

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
  select k.id, k.kind, k.scopes, k.models, k.daily_calls, k.created_by, k.expires_at,
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
    'scopes', key.scopes, 'models', key.models, 'maker', maker, 'dailyCalls', key.daily_calls,
    'callsToday', coalesce(used, 0), 'plan', place.plan,
    'serviceStartedAt', to_char(started at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'expiresAt', to_char(key.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'isStale', key.is_stale);
end $$;
