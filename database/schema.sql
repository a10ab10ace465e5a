-- Written by `npm run admin -- write-types` from the migrations. Never edited.

create collation app.order_az (provider = icu, locale = 'az');
create collation app.order_be (provider = icu, locale = 'be');
create collation app.order_cs (provider = icu, locale = 'cs');
create collation app.order_cy (provider = icu, locale = 'cy');
create collation app.order_da (provider = icu, locale = 'da');
create collation app.order_el (provider = icu, locale = 'el');
create collation app.order_es (provider = icu, locale = 'es');
create collation app.order_et (provider = icu, locale = 'et');
create collation app.order_fi (provider = icu, locale = 'fi');
create collation app.order_he (provider = icu, locale = 'he');
create collation app.order_hr (provider = icu, locale = 'hr');
create collation app.order_hu (provider = icu, locale = 'hu');
create collation app.order_is (provider = icu, locale = 'is');
create collation app.order_ja (provider = icu, locale = 'ja');
create collation app.order_ko (provider = icu, locale = 'ko');
create collation app.order_lt (provider = icu, locale = 'lt');
create collation app.order_lv (provider = icu, locale = 'lv');
create collation app.order_mk (provider = icu, locale = 'mk');
create collation app.order_mt (provider = icu, locale = 'mt');
create collation app.order_nb (provider = icu, locale = 'nb');
create collation app.order_pl (provider = icu, locale = 'pl');
create collation app.order_ro (provider = icu, locale = 'ro');
create collation app.order_ru (provider = icu, locale = 'ru');
create collation app.order_sk (provider = icu, locale = 'sk');
create collation app.order_sl (provider = icu, locale = 'sl');
create collation app.order_sq (provider = icu, locale = 'sq');
create collation app.order_sr (provider = icu, locale = 'sr');
create collation app.order_sv (provider = icu, locale = 'sv');
create collation app.order_tr (provider = icu, locale = 'tr');
create collation app.order_und (provider = icu, locale = 'und');
create collation app.order_vi (provider = icu, locale = 'vi');
create collation app.order_zh (provider = icu, locale = 'zh');
create collation app.order_zh_hant (provider = icu, locale = 'zh-Hant');

CREATE OR REPLACE FUNCTION app.changes_since(since text, known xid8[])
 RETURNS TABLE(snapshot text, changes json)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'app', 'pg_temp'
AS $function$
begin
  return query select pg_current_snapshot()::text, (
    select coalesce(json_object_agg(c.workspace_id, c.types), '{}') from (
      select e.workspace_id, array_agg(distinct e.type) as types from live_events e
      where e.xact >= pg_snapshot_xmin(since::pg_snapshot) and e.xact < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(e.xact, since::pg_snapshot) and e.xact <> all (known)
      group by e.workspace_id) c);
end $function$
;

CREATE OR REPLACE FUNCTION app.count_judged(ids uuid[])
 RETURNS TABLE(article_id uuid, choices double precision, helpful integer, unhelpful integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'app', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
    select i.id, c.choices * power(0.5, least(current_date - c.counted_on, 365) / 7.0), n.helpful, n.unhelpful
    from unnest(ids) as i (id)
    left join article_choices c on c.workspace_id = current_workspace() and c.article_id = i.id
    left join article_counts n on n.workspace_id = current_workspace() and n.article_id = i.id
    where c.article_id is not null or n.article_id is not null;
end $function$
;

CREATE OR REPLACE FUNCTION app.count_unsolicited_mails()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'app', 'identity', 'pg_temp'
AS $function$
begin
  return (select coalesce(sum(u.sent), 0) from identity.unsolicited_mails u
    where u.day = (now() at time zone 'UTC')::date);
end $function$
;

CREATE OR REPLACE FUNCTION app.current_workspace()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.workspace_id', true), '')::uuid $function$
;

CREATE OR REPLACE FUNCTION app.definitions_revision()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$ begin
  return (select w.definitions_revision from app.workspaces w where w.id = app.current_workspace());
end $function$
;

CREATE OR REPLACE FUNCTION app.end_sessions_of(member uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'app', 'identity', 'pg_temp'
AS $function$
    update sessions s set ended_at = now(), end_reason = 'deactivated'
    from accounts a where a.id = member and a.workspace_id = current_workspace()
      and s.account_id = a.id and s.ended_at is null
    returning s.id
  $function$
;

CREATE OR REPLACE FUNCTION app.end_sessions_of_customer(customer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'app', 'identity', 'pg_temp'
AS $function$
    update challenges set replaced_at = now()
    where workspace_id = current_workspace() and customer_id = customer and used_at is null and replaced_at is null;
    update sessions set ended_at = now(), end_reason = 'address-changed'
    where workspace_id = current_workspace() and customer_id = customer and ended_at is null
    returning id
  $function$
;

CREATE OR REPLACE FUNCTION app.enter_host(wanted text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'app', 'pg_temp'
AS $function$
declare
  place record;
begin
  select w.id, w.domain, w.suspended_at into place from workspaces w where w.domain = wanted;
  if not found then return null; end if;
  perform refuse_suspended(place.suspended_at);
  perform wall_into(place.id);
  return json_build_object('workspaceId', place.id, 'domain', place.domain);
end $function$
;

CREATE OR REPLACE FUNCTION app.enter_key(workspace uuid, key_hash bytea)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'app', 'identity', 'pg_temp'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION app.enter_session(session uuid)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'app', 'identity', 'pg_temp'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION app.erase_identities(customers uuid[], addresses text[], words text[])
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'app', 'identity', 'pg_temp'
AS $function$
    delete from development_mails where recipient = any(addresses)
      or exists (select from unnest(words) as w(word) where position(convert_to(w.word, 'UTF8') in raw) > 0);
    update sign_in_log set address = null where account_id is null and address = any(addresses);
    delete from challenges where workspace_id = current_workspace() and customer_id = any(customers);
    delete from sessions where workspace_id = current_workspace() and customer_id = any(customers) returning id
  $function$
;

CREATE OR REPLACE FUNCTION app.fold(text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'app', 'pg_temp'
AS $function$
declare
  bare text;
begin
  if octet_length(text) = length(text) then return lower(text collate "und-x-icu"); end if;
  bare := normalize(lower(regexp_replace(text, '[‘’ʼʻ´′]', '''', 'g') collate "und-x-icu"), nfkd);
  bare := regexp_replace(bare,
    '[\ufe00-\ufe0f\ufe20-\ufe2f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u0640\u200b-\u200f\u2060\ufeff]+', '', 'g');
  if bare ~ '[^\u0001-\u08ff\u2000-\u2fff]' then bare := normalize(bare, nfc); end if;
  if bare !~ '[ßæœþđðøłıħŧŋς]' then return bare; end if;
  bare := replace(replace(replace(replace(bare, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  return case when bare ~ '[đðøłıħŧŋς]' then translate(bare, 'đðøłıħŧŋς', 'ddolihtnσ') else bare end;
end $function$
;

CREATE OR REPLACE FUNCTION app.increase_definitions_revision()
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  update app.workspaces set definitions_revision = definitions_revision + 1 where id = app.current_workspace();
end $function$
;

CREATE OR REPLACE FUNCTION app.is_founded()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'app', 'pg_temp'
AS $function$
begin
  return exists (select from workspaces);
end $function$
;

CREATE OR REPLACE FUNCTION app.list_postings(audiences text[], wanted text, asked tsquery[], most integer)
 RETURNS TABLE(place integer, ids bytea, ranks bytea)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'app', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  here uuid := current_workspace();
begin
  return query
    select a.place::int, p.ids, p.ranks
    from unnest(asked) with ordinality as a (query, place), lateral (
      select string_agg(int8send(f.id), '') as ids,
        string_agg(float4send(ts_rank('{0.1,0.22,0.5,1}', f.words, a.query)), '') as ranks
      from (
        (select s.id, s.words from article_sections s
          where s.words @@ a.query and s.position = 0
            and (s.workspace_id = here and s.language = wanted and s.audience = any (audiences) and s.is_listed) is true
          limit most)
        union all
        (select s.id, s.words from article_sections s
          where s.words @@ a.query
            and (s.workspace_id = here and s.language = wanted and s.audience = any (audiences) and s.is_listed
              and s.position > 0) is true
          limit most)
      ) f
    ) p
    where p.ids is not null;
end $function$
;

CREATE OR REPLACE FUNCTION app.list_postings_of(texts integer[], audiences text[], wanted text, asked tsquery[])
 RETURNS TABLE(place integer, ids bytea, ranks bytea)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'app', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  here uuid := current_workspace();
begin
  return query
    with sections as materialized (
      select s.id, s.words from unnest(texts) as text, lateral (
        -- The limit tells the planner how few they are.
        select i.* from article_sections i
        where i.workspace_id = here and i.id between text::bigint * 512 and text::bigint * 512 + 511 order by i.id limit 512
      ) s
      where s.language = wanted and s.audience = any (audiences) and s.is_listed
    )
    select a.place::int, string_agg(int8send(s.id), '' order by s.id % 512 > 0, s.id),
      string_agg(float4send(ts_rank('{0.1,0.22,0.5,1}', s.words, a.query)), '' order by s.id % 512 > 0, s.id)
    from unnest(asked) with ordinality as a (query, place) join sections s on s.words @@ a.query
    group by a.place;
end $function$
;

CREATE OR REPLACE FUNCTION app.list_public_postings(wanted text, asked tsquery[], most integer)
 RETURNS TABLE(place integer, ids bytea, ranks bytea)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'app', 'pg_temp'
AS $function$
begin
  return query select * from list_postings('{public}', wanted, asked, most);
end $function$
;

CREATE OR REPLACE FUNCTION app.list_public_postings_of(texts integer[], wanted text, asked tsquery[])
 RETURNS TABLE(place integer, ids bytea, ranks bytea)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'app', 'pg_temp'
AS $function$
begin
  return query select * from list_postings_of(texts, '{public}', wanted, asked);
end $function$
;

CREATE OR REPLACE FUNCTION app.list_public_texts(wanted text)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'app', 'pg_temp'
AS $function$
begin
  return list_texts('{public}', wanted);
end $function$
;

CREATE OR REPLACE FUNCTION app.list_texts(audiences text[], wanted text)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'app', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (select string_agg(int4send((id / 512)::int), '' order by id) from article_sections
    where workspace_id = current_workspace() and language = wanted and audience = any (audiences) and position = 0 and is_listed);
end $function$
;

CREATE OR REPLACE FUNCTION app.list_workspace_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'app', 'pg_temp'
AS $function$ select w.id from workspaces w where w.suspended_at is null order by w.id $function$
;

CREATE OR REPLACE FUNCTION app.move_sessions_of_customer(source uuid, target uuid, chosen uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'app', 'identity', 'pg_temp'
AS $function$
    with moved_challenges as (
      update challenges set customer_id = target
      where workspace_id = current_workspace() and customer_id = source and (chosen is null or id = any(chosen))
      returning id
    ), moved_sessions as (
      update sessions set customer_id = target
      where workspace_id = current_workspace() and customer_id = source and (chosen is null or id = any(chosen))
      returning id
    )
    select id from moved_challenges union all select id from moved_sessions
  $function$
;

CREATE OR REPLACE FUNCTION app.past_content(moment timestamp with time zone, wanted text, ordered text[], slugs jsonb, plain uuid[])
 RETURNS TABLE(workspace_id uuid, entry_id uuid, language text, source text, model_id uuid, version integer, revision integer, slug text, body text, cells jsonb, locales text[], step bigint, published_at timestamp with time zone, first_published_at timestamp with time zone, updated_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'app', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query with live as (
    select p.entry_id, p.language, p.version, p.revision, p.began_at, e.model_id,
      array_agg(p.language) over (partition by p.entry_id order by p.language
        rows between unbounded preceding and unbounded following) as locales
    from content_publications p
    join content_entries e on e.workspace_id = p.workspace_id and e.id = p.entry_id
    where p.workspace_id = current_workspace() and e.workspace_id = current_workspace() and slugs ? e.model_id::text
      and p.began_at <= moment and (p.ended_at is null or p.ended_at > moment)
  ), chosen as (
    select distinct on (l.entry_id, case when wanted is null then l.language end) l.*
    from live l where l.language = any (ordered) or l.model_id = any (plain)
    order by l.entry_id, case when wanted is null then l.language end, l.language = wanted desc,
      array_position(ordered, l.language), l.began_at desc
  )
  select current_workspace(), c.entry_id, coalesce(wanted, c.language), c.language, c.model_id, c.version, c.revision,
    nullif(r.cells ->> (slugs ->> c.model_id::text), ''), null, r.cells, c.locales, -1::bigint, c.began_at,
    (select min(f.began_at) from content_publications f
      where f.workspace_id = current_workspace() and f.entry_id = c.entry_id and f.language = c.language), c.began_at
  from chosen c
  join content_versions v on v.workspace_id = current_workspace() and v.entry_id = c.entry_id and v.number = c.version
  cross join lateral (
    select (v.snapshot -> 'shared') || coalesce(v.snapshot -> 'languages' -> c.language, '{}') as cells) r;
end $function$
;

CREATE OR REPLACE FUNCTION app.rank_of(cell text, value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case cell
    when 'number' then case when number < 0
      then '0' || translate(to_char(-number, digits), '0123456789', '9876543210') else '1' || to_char(number, digits) end
    when 'boolean' then coalesce(nullif(value, ''), 'false')
    when 'letters' then left(coalesce(value, ''), 200)
    else left(lower(coalesce(value, '')), 200) end
  from (select case when cell = 'number' then coalesce(nullif(value, ''), '0')::numeric end as number,
    'FM' || repeat('0', 40) || '.' || repeat('0', 20) as digits) read
$function$
;

CREATE OR REPLACE FUNCTION app.refuse_suspended(suspended_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if suspended_at is not null then raise exception 'This workspace is suspended' using errcode = 'ST001'; end if;
end $function$
;

CREATE OR REPLACE FUNCTION app.search_companies(words tsquery, before timestamp with time zone, before_id uuid, most integer)
 RETURNS TABLE(company_id uuid, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'app', 'pg_temp'
AS $function$
begin
  return query execute
    'select c.id, c.created_at from companies c where c.workspace_id = $1 and c.words @@ $2'
    || case when before is null then '' else ' and (c.created_at, c.id) < ($3, $4)' end
    || ' order by c.created_at desc, c.id desc limit $5'
    using current_workspace(), words, before, before_id, most;
end $function$
;

CREATE OR REPLACE FUNCTION app.search_customers(words tsquery, before timestamp with time zone, before_id uuid, most integer)
 RETURNS TABLE(customer_id uuid, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'app', 'pg_temp'
AS $function$
begin
  return query execute
    'select c.id, c.created_at from customers c where c.workspace_id = $1 and c.words @@ $2'
    || case when before is null then '' else ' and (c.created_at, c.id) < ($3, $4)' end
    || ' order by c.created_at desc, c.id desc limit $5'
    using current_workspace(), words, before, before_id, most;
end $function$
;

CREATE OR REPLACE FUNCTION app.search_tickets(words tsquery, before timestamp with time zone, before_id uuid, most integer)
 RETURNS TABLE(ticket_id uuid, updated_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'app', 'pg_temp'
AS $function$
declare
  newest constant integer := 500;
  frequent constant integer := 5;
  cursor_condition constant text := case when before is null then '' else 'and (s.updated_at, s.ticket_id) < ($3, $4)' end;
  newest_first constant text := 'order by s.updated_at desc, s.ticket_id desc limit $5';
  hits integer;
begin
  execute 'select count(*) from (select (s.public_words || s.internal_words) @@ $2 as is_hit from ticket_search s
    where s.workspace_id = $1 ' || cursor_condition || ' ' || newest_first || ') tickets where is_hit'
    into hits using current_workspace(), words, before, before_id, newest;
  return query execute
    'select s.ticket_id, s.updated_at from (select * from ticket_search s
     where s.workspace_id = $1 and (s.public_words || s.internal_words) @@ $2 ' || cursor_condition
    -- `offset 0` keeps PostgreSQL from reading the tickets in their order.
    || case when hits < frequent then ' offset 0' else '' end || ') s ' || newest_first
    using current_workspace(), words, before, before_id, most;
end $function$
;

CREATE OR REPLACE FUNCTION app.search_words(wanted text, dictionary regdictionary, asked text[], raw text[], like_keys integer[], beginnings text[])
 RETURNS TABLE(kind text, asked_word text, word text, texts integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'app', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  here uuid := current_workspace();
begin
  return query
    with said as materialized (
      select a.word, ts_lexize(dictionary, a.raw) as lexemes, ts_lexize(dictionary, a.word) as bare
      from unnest(asked, raw) as a (word, raw)
    ), known as materialized (
      select w.word, w.stem, w.bare_stem, w.texts from article_words w
      where w.workspace_id = here and w.language = wanted and w.word = any (asked || ''::text)
    ), stems as (
      select s.word, s.lexemes[1] as stem from said s union select s.word, s.bare[1] from said s
      union select k.word, k.stem from known k union select k.word, k.bare_stem from known k
    )
    select 'stop', s.word, '', 0 from said s where s.lexemes = '{}' or s.bare = '{}'
    union all select 'same', k.word, k.word, k.texts from known k
    union all select 'stem', t.word, w.word, w.texts from stems t
      join article_words w on w.workspace_id = here and w.language = wanted and w.stem = t.stem where t.word <> ''
    union all select 'stem', t.word, w.word, w.texts from stems t
      join article_words w on w.workspace_id = here and w.language = wanted and w.bare_stem = t.stem where t.word <> ''
    union all (select 'like', '', w.word, w.texts from article_words w
      where w.keys && like_keys and (w.workspace_id = here and w.language = wanted) is true limit 300)
    union all select 'begun', b.beginning, w.word, w.texts from unnest(beginnings) as b (beginning)
      cross join lateral (select * from article_words v
        where v.workspace_id = here and v.language = wanted and v.word > b.beginning
          and v.word < b.beginning || chr(1114111)
        order by v.texts desc, v.word limit 25) w;
end $function$
;

CREATE OR REPLACE FUNCTION app.spellings(text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'app', 'pg_temp'
AS $function$
declare
  joined text;
begin
  if text !~ '[''‘’ʼʻ´′äöüøåÄÖÜØÅ\u0308\u030a]' then return fold(text); end if;
  select lower(normalize(string_agg(regexp_replace(word, '[''‘’ʼʻ´′]', '', 'g'), ' '), nfc) collate "und-x-icu") into joined
    from string_to_table(regexp_replace(text, '[\n\r\t]', ' ', 'g'), ' ') as word
    where word ~ '[''‘’ʼʻ´′äöüøåÄÖÜØÅ\u0308\u030a]';
  if joined !~ '[äöüøå]' then return fold(text || ' ' || joined); end if;
  return fold(text || ' ' || joined || ' ' ||
    replace(replace(replace(replace(replace(joined, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'));
end $function$
;

CREATE OR REPLACE FUNCTION app.take_acknowledgement(address text, most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'app', 'identity', 'pg_temp'
AS $function$
begin
  insert into identity.acknowledged_addresses as a (digest) values (sha256(convert_to(lower(address), 'UTF8')))
  on conflict (digest) do update set
    mails = case when a.since < now() - interval '1 day' then 1 else a.mails + 1 end,
    since = case when a.since < now() - interval '1 day' then now() else a.since end
  where a.since < now() - interval '1 day' or a.mails < most;
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION app.take_unsolicited_mails(mails integer, is_counted boolean, most_of_new integer, most integer, most_of_all integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'app', 'identity', 'pg_temp'
AS $function$
declare
  here     uuid := current_workspace();
  today    date := (now() at time zone 'UTC')::date;
  bound    integer;
  is_alone boolean;
begin
  select case when w.created_at > now() - interval '7 days' then most_of_new else most end into bound
    from workspaces w where w.id = here;
  foreach is_alone in array array[false, true] loop
    if is_alone then
      insert into identity.unsolicited_mails as u (day, workspace_id) values (today, here)
        on conflict (day, workspace_id) do update set sent = u.sent;
      if most_of_all is not null then perform pg_advisory_xact_lock(hashtextextended('unsolicited mails', 17)); end if;
    end if;
    if mails + coalesce((select u.sent from identity.unsolicited_mails u where u.day = today and u.workspace_id = here), 0) > bound
      then return 'workspace'; end if;
    if most_of_all is not null and mails + count_unsolicited_mails() > most_of_all then return 'installation'; end if;
    if not is_counted then return null; end if;
  end loop;
  update identity.unsolicited_mails u set sent = u.sent + mails where u.day = today and u.workspace_id = here;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.text_order(language text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when tag ~ '^(sr-latn|sh)(-|$)' then 'hr'
    when tag ~ '^zh-(hant|tw|hk|mo)(-|$)' then 'zh_hant'
    else case split_part(tag, '-', 1)
      when 'az' then 'az' when 'be' then 'be' when 'bg' then 'ru' when 'bs' then 'hr' when 'cs' then 'cs' when 'cy' then 'cy'
      when 'da' then 'da' when 'el' then 'el' when 'es' then 'es' when 'et' then 'et' when 'fi' then 'fi' when 'gl' then 'es'
      when 'he' then 'he' when 'hr' then 'hr' when 'hu' then 'hu' when 'is' then 'is' when 'ja' then 'ja' when 'ko' then 'ko'
      when 'ky' then 'ru' when 'lt' then 'lt' when 'lv' then 'lv' when 'mk' then 'mk' when 'mn' then 'ru' when 'mt' then 'mt'
      when 'nb' then 'nb' when 'nn' then 'nb' when 'no' then 'nb' when 'pl' then 'pl' when 'ro' then 'ro' when 'ru' then 'ru'
      when 'sk' then 'sk' when 'sl' then 'sl' when 'sq' then 'sq' when 'sr' then 'sr' when 'sv' then 'sv' when 'tr' then 'tr'
      when 'uk' then 'ru' when 'vi' then 'vi' when 'yi' then 'he' when 'zh' then 'zh' else 'und' end end
  from lower(language) tag
$function$
;

CREATE OR REPLACE PROCEDURE app.wall_in(IN t regclass, IN key text DEFAULT 'workspace_id'::text)
 LANGUAGE plpgsql
AS $procedure$ begin
  execute format('alter table %s enable row level security, force row level security', t);
  execute format(
    'create policy workspace_wall on %s using (%2$I = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)'
    ' with check (%2$I = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t, key);
  execute format('create policy owner_passes on %s to current_user using (true) with check (true)', t);
end $procedure$
;

CREATE OR REPLACE FUNCTION app.wall_into(workspace uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
  execute format('set local app.workspace_id = %L', coalesce(workspace::text, ''));
end $function$
;

CREATE OR REPLACE FUNCTION app.words_of(text text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'app', 'pg_temp'
AS $function$
declare
  written text := left(text, 100000);
  spelled text := spellings(written);
begin
  if spelled ~ '[\u2e80-\u9fff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003347f]' then
    spelled := regexp_replace(spelled, '[\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3038-\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fd-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003347f]', ' \& ', 'g');
  end if;
  spelled := regexp_replace(spelled,
    '[\u0001-\u001f!-/:-@[-`{-©«¬®-±¶-¸»¿×÷\u055a-\u055f\u05be\u05c0\u05c3\u05f3\u05f4\u060c-\u060d\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u2000-\u2bff\u3000-\u3004\u3008-\u3020\u30fb\U0001f000-\U0001faff]+', ' ', 'g');
  return to_tsvector('simple', regexp_replace(spelled, '([^ ]{40})[^ ]+', '\1', 'g'))
    || case when written like '%@%' then array_to_tsvector(array(
      select distinct normalize(lower(normalize(address[1], nfc) collate "und-x-icu"), nfc)
      from string_to_table(regexp_replace(written, '[\n\r\t]', ' ', 'g'), ' ') as word,
        regexp_matches(word, '[a-z0-9.!#$%&''*+/=?^_`{|}~\u00aa\u00b5\u00b7\u00ba\u00c0-\u05bd\u05bf\u05c1\u05c2\u05c4-\u060b\u060d-\u061a\u061d\u061e\u0620-\u0963\u0966-\u1fff\u2c00-\u2dff\u2e80-\u2fff\u3005-\u3007\u3021-\ud7ff\uf900-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc\U00010000-\U0003ffff-]+@[a-z0-9\u00aa\u00b5\u00b7\u00ba\u00c0-\u05bd\u05bf\u05c1\u05c2\u05c4-\u060b\u060d-\u061a\u061d\u061e\u0620-\u0963\u0966-\u1fff\u2c00-\u2dff\u2e80-\u2fff\u3005-\u3007\u3021-\ud7ff\uf900-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc\U00010000-\U0003ffff-]+(?:\.[a-z0-9\u00aa\u00b5\u00b7\u00ba\u00c0-\u05bd\u05bf\u05c1\u05c2\u05c4-\u060b\u060d-\u061a\u061d\u061e\u0620-\u0963\u0966-\u1fff\u2c00-\u2dff\u2e80-\u2fff\u3005-\u3007\u3021-\ud7ff\uf900-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc\U00010000-\U0003ffff-]+)+', 'gi') as address
      where word like '%@%' and length(word) < 400)) else '' end;
end $function$
;

CREATE OR REPLACE FUNCTION app.words_of_media(name text, title text, credit text, texts jsonb, tags text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'app', 'pg_temp'
AS $function$
begin
  return spellings(concat_ws(E'\n', name, title, credit, array_to_string(tags, E'\n'),
    (select string_agg(said #>> '{}', E'\n') from jsonb_path_query(texts, '$.*.*') as said)));
end $function$
;

CREATE OR REPLACE FUNCTION app.workspace_by_domain(wanted text)
 RETURNS TABLE(id uuid, domain text, name text, time_zone text, accent_color text, logo_file_id uuid, suspended_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'app', 'pg_temp'
AS $function$ select w.id, w.domain, w.name, w.time_zone, w.accent_color, w.logo_file_id, w.suspended_at from workspaces w where w.domain = wanted $function$
;

create table identity.accounts (
  id uuid not null default uuidv7(),
  email text not null,
  workspace_id uuid,
  verified_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint accounts_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint accounts_email_key UNIQUE (email),
  constraint accounts_pkey PRIMARY KEY (id)
);
CREATE INDEX accounts_workspace_id_idx ON identity.accounts USING btree (workspace_id) WHERE (workspace_id IS NOT NULL);

create table identity.acknowledged_addresses (
  digest bytea not null,
  since timestamp with time zone not null default now(),
  mails integer not null default 1,
  constraint acknowledged_addresses_pkey PRIMARY KEY (digest)
);
CREATE INDEX acknowledged_addresses_since_idx ON identity.acknowledged_addresses USING btree (since);

create table identity.challenges (
  id uuid not null default uuidv7(),
  purpose text not null,
  address text not null,
  account_id uuid,
  workspace_id uuid,
  customer_id uuid,
  code_hash bytea not null,
  tries integer not null default 0,
  network text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  replaced_at timestamp with time zone,
  asker text not null default ''::text,
  is_known_device boolean not null default false,
  tries_by jsonb not null default '{}'::jsonb,
  invited_to uuid,
  constraint challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint challenges_check CHECK (((account_id IS NULL) = (customer_id IS NOT NULL))),
  constraint challenges_pkey PRIMARY KEY (id),
  constraint challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'login'::text, 'invitation'::text, 'address-old'::text, 'address-new'::text, 'customer-register'::text, 'customer-login'::text])))
);
CREATE INDEX challenges_account_id_purpose_created_at_idx ON identity.challenges USING btree (account_id, purpose, created_at DESC);
CREATE INDEX challenges_address_created_at_idx ON identity.challenges USING btree (address, created_at DESC);
CREATE INDEX challenges_customer_id_idx ON identity.challenges USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX challenges_network_created_at_idx ON identity.challenges USING btree (network, created_at DESC);
CREATE INDEX challenges_workspace_id_customer_id_purpose_created_at_idx ON identity.challenges USING btree (workspace_id, customer_id, purpose, created_at DESC);

create table identity.development_mails (
  id uuid not null default uuidv7(),
  recipient text not null,
  message_id text not null,
  raw bytea not null,
  sent_at timestamp with time zone not null default now(),
  constraint development_mails_message_id_recipient_key UNIQUE (message_id, recipient),
  constraint development_mails_pkey PRIMARY KEY (id)
);
CREATE INDEX development_mails_sent_at_idx ON identity.development_mails USING btree (sent_at DESC);

create table identity.failed_tries (
  id uuid not null default uuidv7(),
  network text not null,
  created_at timestamp with time zone not null default now(),
  constraint failed_tries_pkey PRIMARY KEY (id)
);
CREATE INDEX failed_tries_created_at_idx ON identity.failed_tries USING btree (created_at);
CREATE INDEX failed_tries_network_created_at_idx ON identity.failed_tries USING btree (network, created_at DESC);

create table identity.invitation_mails (
  id uuid not null default uuidv7(),
  person bytea not null,
  sent_at timestamp with time zone not null default now(),
  constraint invitation_mails_pkey PRIMARY KEY (id)
);
CREATE INDEX invitation_mails_person_sent_at_idx ON identity.invitation_mails USING btree (person, sent_at DESC);
CREATE INDEX invitation_mails_sent_at_idx ON identity.invitation_mails USING btree (sent_at);

create table identity.invitations (
  account_id uuid not null,
  workspace_id uuid not null,
  invited_at timestamp with time zone not null default now(),
  constraint invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint invitations_pkey PRIMARY KEY (account_id, workspace_id)
);
CREATE INDEX invitations_workspace_id_idx ON identity.invitations USING btree (workspace_id);

create table identity.known_devices (
  person bytea not null,
  device text not null,
  signed_in_at timestamp with time zone not null default now(),
  constraint known_devices_pkey PRIMARY KEY (person, device)
);
CREATE INDEX known_devices_signed_in_at_idx ON identity.known_devices USING btree (signed_in_at);

create table identity.refresh_tokens (
  hash bytea not null,
  session_id uuid not null,
  created_at timestamp with time zone not null default now(),
  rotated_at timestamp with time zone,
  constraint refresh_tokens_pkey PRIMARY KEY (hash),
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_session_id_idx ON identity.refresh_tokens USING btree (session_id);

create table identity.relay_outages (
  id boolean not null default true,
  since timestamp with time zone not null default now(),
  failed_at timestamp with time zone not null default now(),
  reason text not null,
  constraint relay_outages_id_check CHECK (id),
  constraint relay_outages_pkey PRIMARY KEY (id)
);

create table identity.resting_domains (
  domain text not null,
  until_at timestamp with time zone not null,
  constraint resting_domains_pkey PRIMARY KEY (domain)
);

create table identity.sessions (
  id uuid not null default uuidv7(),
  account_id uuid,
  workspace_id uuid,
  customer_id uuid,
  user_agent text not null default ''::text,
  network text,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  idle_expires_at timestamp with time zone not null,
  absolute_expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint sessions_check CHECK (((account_id IS NULL) = (customer_id IS NOT NULL))),
  constraint sessions_check1 CHECK (((workspace_id IS NULL) = (customer_id IS NULL))),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_agent_check CHECK ((length(user_agent) <= 400))
);
CREATE INDEX sessions_account_id_created_at_idx ON identity.sessions USING btree (account_id, created_at DESC) WHERE (ended_at IS NULL);
CREATE INDEX sessions_customer_id_idx ON identity.sessions USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX sessions_workspace_id_customer_id_created_at_idx ON identity.sessions USING btree (workspace_id, customer_id, created_at DESC) WHERE (ended_at IS NULL);

create table identity.sign_in_log (
  id uuid not null default uuidv7(),
  event text not null,
  account_id uuid,
  address text,
  network text,
  created_at timestamp with time zone not null default now(),
  constraint sign_in_log_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_in_log_created_at_idx ON identity.sign_in_log USING btree (created_at);

create table identity.unsolicited_mails (
  day date not null,
  workspace_id uuid not null,
  sent integer not null default 0,
  constraint unsolicited_mails_pkey PRIMARY KEY (day, workspace_id)
);

create table identity.workspace_invitations (
  email text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint workspace_invitations_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint workspace_invitations_pkey PRIMARY KEY (email)
);

create table app.api_key_days (
  workspace_id uuid not null default current_workspace(),
  key_id uuid not null,
  day date not null,
  calls integer not null,
  constraint api_key_days_calls_check CHECK ((calls >= 0)),
  constraint api_key_days_pkey PRIMARY KEY (workspace_id, key_id, day),
  constraint api_key_days_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint api_key_days_workspace_id_key_id_fkey FOREIGN KEY (workspace_id, key_id) REFERENCES api_keys(workspace_id, id) ON DELETE CASCADE
);
alter table app.api_key_days enable row level security;
alter table app.api_key_days force row level security;
create policy owner_passes on app.api_key_days to owner using (true) with check (true);
create policy workspace_wall on app.api_key_days using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.api_keys (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  name text not null,
  hash bytea not null,
  scopes text[] not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  kind text not null,
  models uuid[],
  hint text not null default ''::text,
  daily_calls integer,
  revoked_by uuid,
  entry_id uuid,
  language text,
  slug text,
  networks text[],
  is_wide boolean not null default false,
  constraint api_keys_daily_calls_check CHECK ((daily_calls > 0)),
  constraint api_keys_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES content_entries(workspace_id, id) ON DELETE CASCADE,
  constraint api_keys_hash_check CHECK ((octet_length(hash) = 32)),
  constraint api_keys_hint_check CHECK ((length(hint) <= 4)),
  constraint api_keys_kind_check CHECK ((kind = ANY (ARRAY['delivery'::text, 'preview'::text, 'management'::text, 'link'::text]))),
  constraint api_keys_link_check CHECK (((kind = 'link'::text) = ((entry_id IS NOT NULL) AND (language IS NOT NULL) AND (expires_at IS NOT NULL)))),
  constraint api_keys_models_check CHECK (((cardinality(models) >= 0) AND (cardinality(models) <= 200))),
  constraint api_keys_name_check CHECK (((name <> ''::text) AND (length(name) <= 120))),
  constraint api_keys_networks_check CHECK (((cardinality(networks) >= 1) AND (cardinality(networks) <= 20))),
  constraint api_keys_pkey PRIMARY KEY (workspace_id, id),
  constraint api_keys_revoked_by_fkey FOREIGN KEY (workspace_id, revoked_by) REFERENCES members(workspace_id, id),
  constraint api_keys_scopes_check CHECK ((cardinality(scopes) <= 20)),
  constraint api_keys_slug_check CHECK ((length(slug) <= 500)),
  constraint api_keys_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES members(workspace_id, id),
  constraint api_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint api_keys_workspace_id_hash_key UNIQUE (workspace_id, hash)
);
CREATE INDEX api_keys_workspace_id_created_by_idx ON app.api_keys USING btree (workspace_id, created_by);
CREATE INDEX api_keys_workspace_id_entry_id_idx ON app.api_keys USING btree (workspace_id, entry_id) WHERE (entry_id IS NOT NULL);
CREATE INDEX api_keys_workspace_id_revoked_by_idx ON app.api_keys USING btree (workspace_id, revoked_by);
alter table app.api_keys enable row level security;
alter table app.api_keys force row level security;
create policy owner_passes on app.api_keys to owner using (true) with check (true);
create policy workspace_wall on app.api_keys using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.archived_texts (
  workspace_id uuid not null default current_workspace(),
  article_id uuid not null,
  language text not null,
  audience text not null,
  leads_to uuid,
  path text,
  constraint archived_texts_audience_check CHECK ((audience = ANY (ARRAY['public'::text, 'customers'::text, 'team'::text]))),
  constraint archived_texts_pkey PRIMARY KEY (workspace_id, article_id, language),
  constraint archived_texts_workspace_id_article_id_language_fkey FOREIGN KEY (workspace_id, article_id, language) REFERENCES article_texts(workspace_id, article_id, language) ON DELETE CASCADE,
  constraint archived_texts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.archived_texts enable row level security;
alter table app.archived_texts force row level security;
create policy owner_passes on app.archived_texts to owner using (true) with check (true);
create policy public_alone on app.archived_texts to owner using ((audience = 'public'::text));
create policy workspace_wall on app.archived_texts using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_addresses (
  workspace_id uuid not null default current_workspace(),
  article_id uuid not null,
  language text not null,
  is_live boolean not null,
  hash bytea not null,
  url text not null,
  constraint article_addresses_hash_check CHECK ((octet_length(hash) = 32)),
  constraint article_addresses_pkey PRIMARY KEY (workspace_id, article_id, language, is_live, hash),
  constraint article_addresses_url_check CHECK ((length(url) <= 2048)),
  constraint article_addresses_workspace_id_article_id_language_fkey FOREIGN KEY (workspace_id, article_id, language) REFERENCES article_texts(workspace_id, article_id, language) ON DELETE CASCADE,
  constraint article_addresses_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX article_addresses_workspace_id_hash_idx ON app.article_addresses USING btree (workspace_id, hash);
alter table app.article_addresses enable row level security;
alter table app.article_addresses force row level security;
create policy owner_passes on app.article_addresses to owner using (true) with check (true);
create policy workspace_wall on app.article_addresses using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_choices (
  workspace_id uuid not null default current_workspace(),
  article_id uuid not null,
  choices double precision not null,
  counted_on date not null,
  constraint article_choices_choices_check CHECK ((choices > (0)::double precision)),
  constraint article_choices_pkey PRIMARY KEY (workspace_id, article_id),
  constraint article_choices_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint article_choices_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.article_choices enable row level security;
alter table app.article_choices force row level security;
create policy owner_passes on app.article_choices to owner using (true) with check (true);
create policy workspace_wall on app.article_choices using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_counts (
  workspace_id uuid not null default current_workspace(),
  article_id uuid not null,
  helpful integer not null default 0,
  unhelpful integer not null default 0,
  views integer not null default 0,
  recent_views double precision not null default 0,
  recent_on date not null default CURRENT_DATE,
  constraint article_counts_helpful_check CHECK ((helpful >= 0)),
  constraint article_counts_pkey PRIMARY KEY (workspace_id, article_id),
  constraint article_counts_unhelpful_check CHECK ((unhelpful >= 0)),
  constraint article_counts_views_check CHECK ((views >= 0)),
  constraint article_counts_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint article_counts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.article_counts enable row level security;
alter table app.article_counts force row level security;
create policy owner_passes on app.article_counts to owner using (true) with check (true);
create policy public_alone on app.article_counts to owner using ((EXISTS ( SELECT
   FROM published_texts p
  WHERE ((p.workspace_id = article_counts.workspace_id) AND (p.article_id = article_counts.article_id)))));
create policy workspace_wall on app.article_counts using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_days (
  workspace_id uuid not null default current_workspace(),
  day date not null,
  article_id uuid not null,
  views integer not null,
  constraint article_days_pkey PRIMARY KEY (workspace_id, day, article_id),
  constraint article_days_views_check CHECK ((views > 0)),
  constraint article_days_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint article_days_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX article_days_workspace_id_article_id_idx ON app.article_days USING btree (workspace_id, article_id);
alter table app.article_days enable row level security;
alter table app.article_days force row level security;
create policy owner_passes on app.article_days to owner using (true) with check (true);
create policy workspace_wall on app.article_days using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_feedback (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  article_id uuid not null,
  language text not null,
  is_helpful boolean not null,
  comment text not null default ''::text,
  email text,
  customer_id uuid,
  member_id uuid,
  created_at timestamp with time zone not null default now(),
  searched text not null default ''::text,
  version integer,
  closed_at timestamp with time zone,
  closed_by uuid,
  ticket_id uuid,
  is_open boolean not null generated always as (((closed_at IS NULL) AND ((comment <> ''::text) OR (NOT is_helpful)))) stored,
  constraint article_feedback_check CHECK (((customer_id IS NULL) OR (member_id IS NULL))),
  constraint article_feedback_comment_check CHECK ((length(comment) <= 2000)),
  constraint article_feedback_email_check CHECK ((length(email) <= 254)),
  constraint article_feedback_pkey PRIMARY KEY (workspace_id, id),
  constraint article_feedback_searched_check CHECK ((length(searched) <= 256)),
  constraint article_feedback_workspace_id_article_id_customer_id_key UNIQUE (workspace_id, article_id, customer_id),
  constraint article_feedback_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint article_feedback_workspace_id_article_id_member_id_key UNIQUE (workspace_id, article_id, member_id),
  constraint article_feedback_workspace_id_closed_by_fkey FOREIGN KEY (workspace_id, closed_by) REFERENCES members(workspace_id, id),
  constraint article_feedback_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id),
  constraint article_feedback_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint article_feedback_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id),
  constraint article_feedback_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id)
);
CREATE INDEX article_feedback_workspace_id_article_id_created_at_id_idx ON app.article_feedback USING btree (workspace_id, article_id, created_at DESC, id DESC);
CREATE INDEX article_feedback_workspace_id_closed_by_idx ON app.article_feedback USING btree (workspace_id, closed_by);
CREATE INDEX article_feedback_workspace_id_created_at_id_idx ON app.article_feedback USING btree (workspace_id, created_at DESC, id DESC);
CREATE INDEX article_feedback_workspace_id_customer_id_idx ON app.article_feedback USING btree (workspace_id, customer_id);
CREATE INDEX article_feedback_workspace_id_member_id_idx ON app.article_feedback USING btree (workspace_id, member_id);
CREATE INDEX article_feedback_workspace_id_ticket_id_idx ON app.article_feedback USING btree (workspace_id, ticket_id);
alter table app.article_feedback enable row level security;
alter table app.article_feedback force row level security;
create policy owner_passes on app.article_feedback to owner using (true) with check (true);
create policy workspace_wall on app.article_feedback using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_files (
  workspace_id uuid not null default current_workspace(),
  file_id uuid not null,
  article_id uuid not null,
  constraint article_files_pkey PRIMARY KEY (workspace_id, file_id),
  constraint article_files_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint article_files_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id),
  constraint article_files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX article_files_workspace_id_article_id_idx ON app.article_files USING btree (workspace_id, article_id);
alter table app.article_files enable row level security;
alter table app.article_files force row level security;
create policy owner_passes on app.article_files to owner using (true) with check (true);
create policy workspace_wall on app.article_files using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_references (
  workspace_id uuid not null default current_workspace(),
  article_id uuid not null,
  language text not null,
  is_live boolean not null,
  kind text not null,
  target_id uuid not null,
  constraint article_references_kind_check CHECK ((kind = ANY (ARRAY['article'::text, 'category'::text, 'file'::text]))),
  constraint article_references_pkey PRIMARY KEY (workspace_id, article_id, language, is_live, kind, target_id),
  constraint article_references_workspace_id_article_id_language_fkey FOREIGN KEY (workspace_id, article_id, language) REFERENCES article_texts(workspace_id, article_id, language) ON DELETE CASCADE,
  constraint article_references_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX article_references_workspace_id_kind_target_id_idx ON app.article_references USING btree (workspace_id, kind, target_id);
alter table app.article_references enable row level security;
alter table app.article_references force row level security;
create policy owner_passes on app.article_references to owner using (true) with check (true);
create policy workspace_wall on app.article_references using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_revisions (
  workspace_id uuid not null default current_workspace(),
  article_id uuid not null,
  language text not null,
  revision integer not null,
  text jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint article_revisions_pkey PRIMARY KEY (workspace_id, article_id, language, revision),
  constraint article_revisions_workspace_id_article_id_language_fkey FOREIGN KEY (workspace_id, article_id, language) REFERENCES article_texts(workspace_id, article_id, language) ON DELETE CASCADE,
  constraint article_revisions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.article_revisions enable row level security;
alter table app.article_revisions force row level security;
create policy owner_passes on app.article_revisions to owner using (true) with check (true);
create policy workspace_wall on app.article_revisions using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_searches (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  query text not null,
  language text not null,
  asker text not null,
  results integer not null,
  opened_id uuid,
  opened_place integer,
  created_at timestamp with time zone not null default now(),
  became_ticket boolean not null default false,
  constraint article_searches_asker_check CHECK ((asker = ANY (ARRAY['team'::text, 'customer'::text, 'visitor'::text]))),
  constraint article_searches_pkey PRIMARY KEY (workspace_id, id),
  constraint article_searches_query_check CHECK (((query <> ''::text) AND (length(query) <= 256))),
  constraint article_searches_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX article_searches_workspace_id_created_at_id_idx ON app.article_searches USING btree (workspace_id, created_at DESC, id DESC);
alter table app.article_searches enable row level security;
alter table app.article_searches force row level security;
create policy owner_passes on app.article_searches to owner using (true) with check (true);
create policy workspace_wall on app.article_searches using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_sections (
  workspace_id uuid not null default current_workspace(),
  article_id uuid not null,
  language text not null,
  "position" integer not null,
  audience text not null,
  is_listed boolean not null,
  heading text,
  anchor text,
  body text not null,
  words tsvector not null,
  id bigint not null,
  splitting smallint not null default 0,
  constraint article_sections_audience_check CHECK ((audience = ANY (ARRAY['public'::text, 'customers'::text, 'team'::text]))),
  constraint article_sections_id_key UNIQUE (workspace_id, id),
  constraint article_sections_pkey PRIMARY KEY (workspace_id, article_id, language, "position"),
  constraint article_sections_position_check CHECK ((("position" >= 0) AND ("position" <= 511))),
  constraint article_sections_workspace_id_article_id_language_fkey FOREIGN KEY (workspace_id, article_id, language) REFERENCES article_texts(workspace_id, article_id, language) ON DELETE CASCADE,
  constraint article_sections_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX article_sections_found_idx ON app.article_sections USING btree (workspace_id, language, audience, id) WHERE (("position" = 0) AND is_listed);
CREATE INDEX article_sections_words_idx ON app.article_sections USING gin (words) WITH (fastupdate=off);
CREATE INDEX article_sections_words_idx1 ON app.article_sections USING gin (words) WITH (fastupdate=off) WHERE ("position" = 0);
alter table app.article_sections enable row level security;
alter table app.article_sections force row level security;
create policy owner_passes on app.article_sections to owner using (true) with check (true);
create policy public_alone on app.article_sections to owner using ((audience = 'public'::text));
create policy workspace_wall on app.article_sections using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_slugs (
  workspace_id uuid not null default current_workspace(),
  language text not null,
  slug text not null,
  article_id uuid not null,
  taken_at timestamp with time zone not null default now(),
  constraint article_slugs_pkey PRIMARY KEY (workspace_id, language, slug),
  constraint article_slugs_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint article_slugs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX article_slugs_workspace_id_article_id_idx ON app.article_slugs USING btree (workspace_id, article_id);
alter table app.article_slugs enable row level security;
alter table app.article_slugs force row level security;
create policy owner_passes on app.article_slugs to owner using (true) with check (true);
create policy workspace_wall on app.article_slugs using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_synonyms (
  workspace_id uuid not null default current_workspace(),
  "position" integer not null,
  language text,
  words text[] not null,
  leads_to text[] not null,
  asked text[] not null,
  found text[] not null,
  constraint article_synonyms_leads_to_check CHECK ((cardinality(leads_to) <= 20)),
  constraint article_synonyms_pkey PRIMARY KEY (workspace_id, "position"),
  constraint article_synonyms_words_check CHECK (((cardinality(words) >= 1) AND (cardinality(words) <= 20))),
  constraint article_synonyms_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.article_synonyms enable row level security;
alter table app.article_synonyms force row level security;
create policy owner_passes on app.article_synonyms to owner using (true) with check (true);
create policy workspace_wall on app.article_synonyms using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_texts (
  workspace_id uuid not null default current_workspace(),
  article_id uuid not null,
  language text not null,
  status text not null default 'draft'::text,
  title text not null,
  slug text not null,
  document jsonb not null,
  excerpt text not null default ''::text,
  meta_title text not null default ''::text,
  meta_description text not null default ''::text,
  social_file_id uuid,
  words text not null default ''::text,
  revision integer not null,
  live_revision integer,
  live_version integer,
  publish_at timestamp with time zone,
  unpublish_at timestamp with time zone,
  published_at timestamp with time zone,
  archived_to text,
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  archived_path text,
  compared_title text not null generated always as (lower(btrim(title))) stored,
  sent_by uuid,
  text_order text not null generated always as (text_order(language)) stored,
  review_mailed_at timestamp with time zone,
  constraint article_texts_excerpt_check CHECK ((length(excerpt) <= 300)),
  constraint article_texts_language_check CHECK ((language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text)),
  constraint article_texts_meta_description_check CHECK ((length(meta_description) <= 170)),
  constraint article_texts_meta_title_check CHECK ((length(meta_title) <= 70)),
  constraint article_texts_pkey PRIMARY KEY (workspace_id, article_id, language),
  constraint article_texts_slug_check CHECK (((slug <> ''::text) AND (length(slug) <= 120))),
  constraint article_texts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'in_review'::text, 'published'::text, 'archived'::text]))),
  constraint article_texts_title_check CHECK ((length(title) <= 200)),
  constraint article_texts_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint article_texts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint article_texts_workspace_id_sent_by_fkey FOREIGN KEY (workspace_id, sent_by) REFERENCES members(workspace_id, id),
  constraint article_texts_workspace_id_social_file_id_fkey FOREIGN KEY (workspace_id, social_file_id) REFERENCES files(workspace_id, id),
  constraint article_texts_workspace_id_updated_by_fkey FOREIGN KEY (workspace_id, updated_by) REFERENCES members(workspace_id, id)
);
CREATE INDEX article_texts_title_az ON app.article_texts USING btree (workspace_id, language, title COLLATE order_az, article_id) WHERE (text_order = 'az'::text);
CREATE INDEX article_texts_title_be ON app.article_texts USING btree (workspace_id, language, title COLLATE order_be, article_id) WHERE (text_order = 'be'::text);
CREATE INDEX article_texts_title_cs ON app.article_texts USING btree (workspace_id, language, title COLLATE order_cs, article_id) WHERE (text_order = 'cs'::text);
CREATE INDEX article_texts_title_cy ON app.article_texts USING btree (workspace_id, language, title COLLATE order_cy, article_id) WHERE (text_order = 'cy'::text);
CREATE INDEX article_texts_title_da ON app.article_texts USING btree (workspace_id, language, title COLLATE order_da, article_id) WHERE (text_order = 'da'::text);
CREATE INDEX article_texts_title_el ON app.article_texts USING btree (workspace_id, language, title COLLATE order_el, article_id) WHERE (text_order = 'el'::text);
CREATE INDEX article_texts_title_es ON app.article_texts USING btree (workspace_id, language, title COLLATE order_es, article_id) WHERE (text_order = 'es'::text);
CREATE INDEX article_texts_title_et ON app.article_texts USING btree (workspace_id, language, title COLLATE order_et, article_id) WHERE (text_order = 'et'::text);
CREATE INDEX article_texts_title_fi ON app.article_texts USING btree (workspace_id, language, title COLLATE order_fi, article_id) WHERE (text_order = 'fi'::text);
CREATE INDEX article_texts_title_he ON app.article_texts USING btree (workspace_id, language, title COLLATE order_he, article_id) WHERE (text_order = 'he'::text);
CREATE INDEX article_texts_title_hr ON app.article_texts USING btree (workspace_id, language, title COLLATE order_hr, article_id) WHERE (text_order = 'hr'::text);
CREATE INDEX article_texts_title_hu ON app.article_texts USING btree (workspace_id, language, title COLLATE order_hu, article_id) WHERE (text_order = 'hu'::text);
CREATE INDEX article_texts_title_is ON app.article_texts USING btree (workspace_id, language, title COLLATE order_is, article_id) WHERE (text_order = 'is'::text);
CREATE INDEX article_texts_title_ja ON app.article_texts USING btree (workspace_id, language, title COLLATE order_ja, article_id) WHERE (text_order = 'ja'::text);
CREATE INDEX article_texts_title_ko ON app.article_texts USING btree (workspace_id, language, title COLLATE order_ko, article_id) WHERE (text_order = 'ko'::text);
CREATE INDEX article_texts_title_lt ON app.article_texts USING btree (workspace_id, language, title COLLATE order_lt, article_id) WHERE (text_order = 'lt'::text);
CREATE INDEX article_texts_title_lv ON app.article_texts USING btree (workspace_id, language, title COLLATE order_lv, article_id) WHERE (text_order = 'lv'::text);
CREATE INDEX article_texts_title_mk ON app.article_texts USING btree (workspace_id, language, title COLLATE order_mk, article_id) WHERE (text_order = 'mk'::text);
CREATE INDEX article_texts_title_mt ON app.article_texts USING btree (workspace_id, language, title COLLATE order_mt, article_id) WHERE (text_order = 'mt'::text);
CREATE INDEX article_texts_title_nb ON app.article_texts USING btree (workspace_id, language, title COLLATE order_nb, article_id) WHERE (text_order = 'nb'::text);
CREATE INDEX article_texts_title_pl ON app.article_texts USING btree (workspace_id, language, title COLLATE order_pl, article_id) WHERE (text_order = 'pl'::text);
CREATE INDEX article_texts_title_ro ON app.article_texts USING btree (workspace_id, language, title COLLATE order_ro, article_id) WHERE (text_order = 'ro'::text);
CREATE INDEX article_texts_title_ru ON app.article_texts USING btree (workspace_id, language, title COLLATE order_ru, article_id) WHERE (text_order = 'ru'::text);
CREATE INDEX article_texts_title_sk ON app.article_texts USING btree (workspace_id, language, title COLLATE order_sk, article_id) WHERE (text_order = 'sk'::text);
CREATE INDEX article_texts_title_sl ON app.article_texts USING btree (workspace_id, language, title COLLATE order_sl, article_id) WHERE (text_order = 'sl'::text);
CREATE INDEX article_texts_title_sq ON app.article_texts USING btree (workspace_id, language, title COLLATE order_sq, article_id) WHERE (text_order = 'sq'::text);
CREATE INDEX article_texts_title_sr ON app.article_texts USING btree (workspace_id, language, title COLLATE order_sr, article_id) WHERE (text_order = 'sr'::text);
CREATE INDEX article_texts_title_sv ON app.article_texts USING btree (workspace_id, language, title COLLATE order_sv, article_id) WHERE (text_order = 'sv'::text);
CREATE INDEX article_texts_title_tr ON app.article_texts USING btree (workspace_id, language, title COLLATE order_tr, article_id) WHERE (text_order = 'tr'::text);
CREATE INDEX article_texts_title_und ON app.article_texts USING btree (workspace_id, language, title COLLATE order_und, article_id) WHERE (text_order = 'und'::text);
CREATE INDEX article_texts_title_vi ON app.article_texts USING btree (workspace_id, language, title COLLATE order_vi, article_id) WHERE (text_order = 'vi'::text);
CREATE INDEX article_texts_title_zh ON app.article_texts USING btree (workspace_id, language, title COLLATE order_zh, article_id) WHERE (text_order = 'zh'::text);
CREATE INDEX article_texts_title_zh_hant ON app.article_texts USING btree (workspace_id, language, title COLLATE order_zh_hant, article_id) WHERE (text_order = 'zh_hant'::text);
CREATE INDEX article_texts_workspace_id_language_compared_title_idx ON app.article_texts USING btree (workspace_id, language, compared_title);
CREATE INDEX article_texts_workspace_id_language_slug_idx ON app.article_texts USING btree (workspace_id, language, slug COLLATE "C");
CREATE INDEX article_texts_workspace_id_sent_by_idx ON app.article_texts USING btree (workspace_id, sent_by);
CREATE INDEX article_texts_workspace_id_social_file_id_idx ON app.article_texts USING btree (workspace_id, social_file_id);
CREATE INDEX article_texts_workspace_id_updated_by_idx ON app.article_texts USING btree (workspace_id, updated_by);
alter table app.article_texts enable row level security;
alter table app.article_texts force row level security;
create policy owner_passes on app.article_texts to owner using (true) with check (true);
create policy workspace_wall on app.article_texts using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_uses (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  message_id uuid not null,
  article_id uuid not null,
  language text not null,
  anchor text not null default ''::text,
  text_hash bytea not null,
  is_older boolean not null default false,
  used_at timestamp with time zone not null,
  constraint article_uses_pkey PRIMARY KEY (workspace_id, id),
  constraint article_uses_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint article_uses_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint article_uses_workspace_id_message_id_article_id_language_an_key UNIQUE (workspace_id, message_id, article_id, language, anchor),
  constraint article_uses_workspace_id_message_id_fkey FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX article_uses_workspace_id_article_id_used_at_id_idx ON app.article_uses USING btree (workspace_id, article_id, used_at DESC, id DESC);
alter table app.article_uses enable row level security;
alter table app.article_uses force row level security;
create policy owner_passes on app.article_uses to owner using (true) with check (true);
create policy workspace_wall on app.article_uses using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_versions (
  workspace_id uuid not null default current_workspace(),
  article_id uuid not null,
  number integer not null,
  language text not null,
  kind text not null,
  text jsonb not null,
  note text not null default ''::text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint article_versions_kind_check CHECK ((kind = ANY (ARRAY['edit'::text, 'publication'::text, 'restoration'::text, 'import'::text]))),
  constraint article_versions_note_check CHECK ((length(note) <= 300)),
  constraint article_versions_pkey PRIMARY KEY (workspace_id, article_id, number),
  constraint article_versions_workspace_id_article_id_language_fkey FOREIGN KEY (workspace_id, article_id, language) REFERENCES article_texts(workspace_id, article_id, language) ON DELETE CASCADE,
  constraint article_versions_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES members(workspace_id, id),
  constraint article_versions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX article_versions_workspace_id_article_id_language_idx ON app.article_versions USING btree (workspace_id, article_id, language);
CREATE INDEX article_versions_workspace_id_created_by_idx ON app.article_versions USING btree (workspace_id, created_by);
alter table app.article_versions enable row level security;
alter table app.article_versions force row level security;
create policy owner_passes on app.article_versions to owner using (true) with check (true);
create policy workspace_wall on app.article_versions using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.article_words (
  workspace_id uuid not null default current_workspace(),
  language text not null,
  word text not null,
  texts integer not null,
  stem text not null,
  bare_stem text not null,
  keys integer[] not null,
  constraint article_words_pkey PRIMARY KEY (workspace_id, language, word),
  constraint article_words_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX article_words_keys_idx ON app.article_words USING gin (keys) WITH (fastupdate=off);
CREATE INDEX article_words_workspace_id_language_bare_stem_idx ON app.article_words USING btree (workspace_id, language, bare_stem);
CREATE INDEX article_words_workspace_id_language_stem_idx ON app.article_words USING btree (workspace_id, language, stem);
alter table app.article_words enable row level security;
alter table app.article_words force row level security;
create policy owner_passes on app.article_words to owner using (true) with check (true);
create policy workspace_wall on app.article_words using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.articles (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  category_id uuid,
  "position" integer not null,
  visibility text not null,
  audience text not null,
  is_listed boolean not null,
  owner_id uuid,
  reviewer_id uuid,
  labels text[] not null default '{}'::text[],
  is_pinned boolean not null default false,
  takes_feedback boolean not null default true,
  review_every_days integer,
  reviewed_at timestamp with time zone,
  revision integer not null default 1,
  last_version integer not null default 0,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  trashed_at timestamp with time zone,
  is_template boolean not null default false,
  constraint articles_audience_check CHECK ((audience = ANY (ARRAY['public'::text, 'customers'::text, 'team'::text]))),
  constraint articles_labels_check CHECK ((cardinality(labels) <= 20)),
  constraint articles_pkey PRIMARY KEY (workspace_id, id),
  constraint articles_review_every_days_check CHECK (((review_every_days >= 1) AND (review_every_days <= 1000))),
  constraint articles_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'customers'::text, 'team'::text, 'unlisted'::text]))),
  constraint articles_workspace_id_category_id_fkey FOREIGN KEY (workspace_id, category_id) REFERENCES categories(workspace_id, id),
  constraint articles_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES members(workspace_id, id),
  constraint articles_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint articles_workspace_id_owner_id_fkey FOREIGN KEY (workspace_id, owner_id) REFERENCES members(workspace_id, id),
  constraint articles_workspace_id_reviewer_id_fkey FOREIGN KEY (workspace_id, reviewer_id) REFERENCES members(workspace_id, id),
  constraint articles_workspace_id_updated_by_fkey FOREIGN KEY (workspace_id, updated_by) REFERENCES members(workspace_id, id)
);
CREATE INDEX articles_workspace_id_category_id_position_idx ON app.articles USING btree (workspace_id, category_id, "position");
CREATE INDEX articles_workspace_id_created_by_idx ON app.articles USING btree (workspace_id, created_by);
CREATE INDEX articles_workspace_id_idx ON app.articles USING btree (workspace_id) WHERE is_template;
CREATE INDEX articles_workspace_id_owner_id_idx ON app.articles USING btree (workspace_id, owner_id);
CREATE INDEX articles_workspace_id_reviewer_id_idx ON app.articles USING btree (workspace_id, reviewer_id);
CREATE INDEX articles_workspace_id_updated_at_id_idx ON app.articles USING btree (workspace_id, updated_at DESC, id DESC);
CREATE INDEX articles_workspace_id_updated_by_idx ON app.articles USING btree (workspace_id, updated_by);
alter table app.articles enable row level security;
alter table app.articles force row level security;
create policy owner_passes on app.articles to owner using (true) with check (true);
create policy workspace_wall on app.articles using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.attachments (
  workspace_id uuid not null default current_workspace(),
  message_id uuid not null,
  file_id uuid not null,
  "position" integer not null,
  constraint attachments_pkey PRIMARY KEY (workspace_id, message_id, file_id),
  constraint attachments_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id) ON DELETE CASCADE,
  constraint attachments_workspace_id_file_id_key UNIQUE (workspace_id, file_id),
  constraint attachments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint attachments_workspace_id_message_id_fkey FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) ON DELETE CASCADE
);
alter table app.attachments enable row level security;
alter table app.attachments force row level security;
create policy owner_passes on app.attachments to owner using (true) with check (true);
create policy workspace_wall on app.attachments using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.audit_log (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  action text not null,
  actor_type text not null,
  actor_id uuid,
  subject_id uuid,
  detail jsonb not null default '{}'::jsonb,
  network text,
  created_at timestamp with time zone not null default now(),
  key_id uuid,
  constraint audit_log_actor_type_check CHECK ((actor_type = ANY (ARRAY['agent'::text, 'customer'::text, 'system'::text]))),
  constraint audit_log_pkey PRIMARY KEY (workspace_id, id),
  constraint audit_log_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX audit_log_workspace_id_action_created_at_id_idx ON app.audit_log USING btree (workspace_id, action, created_at DESC, id DESC);
CREATE INDEX audit_log_workspace_id_actor_id_created_at_id_idx ON app.audit_log USING btree (workspace_id, actor_id, created_at DESC, id DESC);
CREATE INDEX audit_log_workspace_id_created_at_id_idx ON app.audit_log USING btree (workspace_id, created_at DESC, id DESC);
alter table app.audit_log enable row level security;
alter table app.audit_log force row level security;
create policy kept_400_days on app.audit_log to owner using ((created_at < (now() - '400 days'::interval)));
create policy only_cleared on app.audit_log to owner using (true) with check (((detail = '{}'::jsonb) AND (network IS NULL)));
create policy owner_passes on app.audit_log to owner using (true) with check (true);
create policy workspace_wall on app.audit_log using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.batch_items (
  workspace_id uuid not null default current_workspace(),
  batch_id uuid not null,
  "position" integer not null,
  subject_id uuid not null,
  state text not null default 'waiting'::text,
  tries smallint not null default 0,
  before jsonb,
  label text,
  reason text,
  constraint batch_items_label_check CHECK ((length(label) <= 300)),
  constraint batch_items_pkey PRIMARY KEY (workspace_id, batch_id, "position"),
  constraint batch_items_reason_check CHECK ((length(reason) <= 1000)),
  constraint batch_items_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text]))),
  constraint batch_items_workspace_id_batch_id_fkey FOREIGN KEY (workspace_id, batch_id) REFERENCES batches(workspace_id, id) ON DELETE CASCADE,
  constraint batch_items_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX batch_items_workspace_id_batch_id_position_idx ON app.batch_items USING btree (workspace_id, batch_id, "position") WHERE (state = 'waiting'::text);
CREATE INDEX batch_items_workspace_id_batch_id_position_idx1 ON app.batch_items USING btree (workspace_id, batch_id, "position") WHERE (state = 'failed'::text);
CREATE INDEX batch_items_workspace_id_subject_id_idx ON app.batch_items USING btree (workspace_id, subject_id) WHERE ((before IS NOT NULL) OR (label IS NOT NULL));
alter table app.batch_items enable row level security;
alter table app.batch_items force row level security;
create policy owner_passes on app.batch_items to owner using (true) with check (true);
create policy workspace_wall on app.batch_items using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.batches (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  kind text not null,
  input jsonb not null,
  asked_by uuid not null,
  state text not null default 'waiting'::text,
  total integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  reason text,
  can_undo boolean not null,
  undoes uuid,
  created_at timestamp with time zone not null default now(),
  begun_at timestamp with time zone,
  ended_at timestamp with time zone,
  stepped_at timestamp with time zone not null default now(),
  constraint batches_check CHECK (((done + failed) <= total)),
  constraint batches_kind_check CHECK ((length(kind) <= 60)),
  constraint batches_pkey PRIMARY KEY (workspace_id, id),
  constraint batches_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text]))),
  constraint batches_total_check CHECK (((total >= 1) AND (total <= 50000))),
  constraint batches_workspace_id_asked_by_fkey FOREIGN KEY (workspace_id, asked_by) REFERENCES members(workspace_id, id),
  constraint batches_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint batches_workspace_id_undoes_fkey FOREIGN KEY (workspace_id, undoes) REFERENCES batches(workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX batches_one_each ON app.batches USING btree (workspace_id, asked_by) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE UNIQUE INDEX batches_undone_once ON app.batches USING btree (workspace_id, undoes);
CREATE INDEX batches_workspace_id_asked_by_id_idx ON app.batches USING btree (workspace_id, asked_by, id DESC);
CREATE INDEX batches_workspace_id_created_at_idx ON app.batches USING btree (workspace_id, created_at);
alter table app.batches enable row level security;
alter table app.batches force row level security;
create policy owner_passes on app.batches to owner using (true) with check (true);
create policy workspace_wall on app.batches using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.categories (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  parent_id uuid,
  "position" integer not null,
  slug text not null,
  icon text not null,
  texts jsonb not null,
  visibility text not null,
  audience text not null,
  is_listed boolean not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint categories_audience_check CHECK ((audience = ANY (ARRAY['public'::text, 'customers'::text, 'team'::text]))),
  constraint categories_pkey PRIMARY KEY (workspace_id, id),
  constraint categories_slug_check CHECK (((slug <> ''::text) AND (length(slug) <= 120))),
  constraint categories_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'customers'::text, 'team'::text, 'unlisted'::text]))),
  constraint categories_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint categories_workspace_id_parent_id_fkey FOREIGN KEY (workspace_id, parent_id) REFERENCES categories(workspace_id, id),
  constraint categories_workspace_id_slug_key UNIQUE (workspace_id, slug)
);
CREATE INDEX categories_workspace_id_parent_id_position_idx ON app.categories USING btree (workspace_id, parent_id, "position");
alter table app.categories enable row level security;
alter table app.categories force row level security;
create policy owner_passes on app.categories to owner using (true) with check (true);
create policy public_alone on app.categories to owner using ((audience = 'public'::text));
create policy workspace_wall on app.categories using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.changed_tickets (
  workspace_id uuid not null default current_workspace(),
  change_id uuid not null,
  ticket_id uuid not null,
  row_before jsonb not null,
  revision integer not null,
  added_followers uuid[] not null default '{}'::uuid[],
  problem jsonb,
  constraint changed_tickets_pkey PRIMARY KEY (workspace_id, change_id, ticket_id),
  constraint changed_tickets_workspace_id_change_id_fkey FOREIGN KEY (workspace_id, change_id) REFERENCES ticket_changes(workspace_id, id) ON DELETE CASCADE,
  constraint changed_tickets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint changed_tickets_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX changed_tickets_workspace_id_ticket_id_idx ON app.changed_tickets USING btree (workspace_id, ticket_id);
alter table app.changed_tickets enable row level security;
alter table app.changed_tickets force row level security;
create policy owner_passes on app.changed_tickets to owner using (true) with check (true);
create policy workspace_wall on app.changed_tickets using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.comment_mentions (
  workspace_id uuid not null default current_workspace(),
  comment_id uuid not null,
  member_id uuid not null,
  is_named boolean not null default true,
  mailed_at timestamp with time zone,
  constraint comment_mentions_pkey PRIMARY KEY (workspace_id, comment_id, member_id),
  constraint comment_mentions_workspace_id_comment_id_fkey FOREIGN KEY (workspace_id, comment_id) REFERENCES comments(workspace_id, id) ON DELETE CASCADE,
  constraint comment_mentions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint comment_mentions_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id)
);
CREATE INDEX comment_mentions_workspace_id_member_id_idx ON app.comment_mentions USING btree (workspace_id, member_id);
alter table app.comment_mentions enable row level security;
alter table app.comment_mentions force row level security;
create policy owner_passes on app.comment_mentions to owner using (true) with check (true);
create policy workspace_wall on app.comment_mentions using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.comments (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  entry_id uuid,
  thread_id uuid,
  field_id uuid,
  language text,
  author_id uuid not null,
  text text not null,
  created_at timestamp with time zone not null default now(),
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  article_id uuid,
  block_text text,
  block_place integer,
  said_from text not null default 'editor'::text,
  ticket_id uuid,
  constraint comments_about_check CHECK ((num_nonnulls(entry_id, article_id) = 1)),
  constraint comments_answer_check CHECK (((thread_id IS NULL) OR ((block_text IS NULL) AND (said_from = 'editor'::text)))),
  constraint comments_block_check CHECK (((block_text IS NULL) = (block_place IS NULL))),
  constraint comments_block_place_check CHECK ((block_place >= 0)),
  constraint comments_block_text_check CHECK (((length(block_text) >= 1) AND (length(block_text) <= 300))),
  constraint comments_check CHECK (((thread_id IS NULL) OR ((field_id IS NULL) AND (language IS NULL) AND (resolved_at IS NULL)))),
  constraint comments_check1 CHECK (((resolved_at IS NULL) = (resolved_by IS NULL))),
  constraint comments_language_check CHECK ((length(language) <= 35)),
  constraint comments_of_entry_check CHECK (((entry_id IS NULL) OR ((block_text IS NULL) AND (said_from = 'editor'::text)))),
  constraint comments_of_ticket_check CHECK (((ticket_id IS NULL) OR (said_from = 'ticket'::text))),
  constraint comments_pkey PRIMARY KEY (workspace_id, id),
  constraint comments_said_from_check CHECK ((said_from = ANY (ARRAY['editor'::text, 'page'::text, 'ticket'::text]))),
  constraint comments_text_check CHECK ((length(text) <= 4000)),
  constraint comments_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint comments_workspace_id_author_id_fkey FOREIGN KEY (workspace_id, author_id) REFERENCES members(workspace_id, id),
  constraint comments_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES content_entries(workspace_id, id) ON DELETE CASCADE,
  constraint comments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint comments_workspace_id_resolved_by_fkey FOREIGN KEY (workspace_id, resolved_by) REFERENCES members(workspace_id, id),
  constraint comments_workspace_id_thread_id_fkey FOREIGN KEY (workspace_id, thread_id) REFERENCES comments(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX comments_workspace_id_article_id_idx ON app.comments USING btree (workspace_id, article_id) WHERE (article_id IS NOT NULL);
CREATE INDEX comments_workspace_id_article_id_idx1 ON app.comments USING btree (workspace_id, article_id) WHERE ((said_from <> 'editor'::text) AND (resolved_at IS NULL));
CREATE INDEX comments_workspace_id_entry_id_idx ON app.comments USING btree (workspace_id, entry_id);
CREATE INDEX comments_workspace_id_thread_id_idx ON app.comments USING btree (workspace_id, thread_id) WHERE (thread_id IS NOT NULL);
alter table app.comments enable row level security;
alter table app.comments force row level security;
create policy owner_passes on app.comments to owner using (true) with check (true);
create policy workspace_wall on app.comments using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.companies (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  name text not null,
  tags text[] not null default '{}'::text[],
  notes text not null default ''::text,
  shares_tickets boolean not null default false,
  words tsvector not null default ''::tsvector,
  created_at timestamp with time zone not null default now(),
  custom_fields jsonb not null default '{}'::jsonb,
  constraint companies_custom_fields_check CHECK ((octet_length((custom_fields)::text) <= 64000)),
  constraint companies_name_check CHECK (((name <> ''::text) AND (length(name) <= 120))),
  constraint companies_notes_check CHECK ((length(notes) <= 10000)),
  constraint companies_pkey PRIMARY KEY (workspace_id, id),
  constraint companies_tags_check CHECK ((cardinality(tags) <= 50)),
  constraint companies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX companies_words_idx ON app.companies USING gin (words) WITH (fastupdate=off);
CREATE INDEX companies_workspace_id_created_at_id_idx ON app.companies USING btree (workspace_id, created_at DESC, id DESC);
alter table app.companies enable row level security;
alter table app.companies force row level security;
create policy owner_passes on app.companies to owner using (true) with check (true);
create policy workspace_wall on app.companies using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.company_domains (
  workspace_id uuid not null default current_workspace(),
  domain text not null,
  company_id uuid not null,
  constraint company_domains_domain_check CHECK (((domain = lower(domain)) AND (length(domain) <= 253))),
  constraint company_domains_pkey PRIMARY KEY (workspace_id, domain),
  constraint company_domains_workspace_id_company_id_fkey FOREIGN KEY (workspace_id, company_id) REFERENCES companies(workspace_id, id) ON DELETE CASCADE,
  constraint company_domains_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX company_domains_workspace_id_company_id_idx ON app.company_domains USING btree (workspace_id, company_id);
alter table app.company_domains enable row level security;
alter table app.company_domains force row level security;
create policy owner_passes on app.company_domains to owner using (true) with check (true);
create policy workspace_wall on app.company_domains using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.company_people (
  workspace_id uuid not null default current_workspace(),
  company_id uuid not null,
  customer_id uuid not null,
  is_by_domain boolean not null,
  shares_tickets boolean not null default true,
  constraint company_people_pkey PRIMARY KEY (workspace_id, company_id, customer_id),
  constraint company_people_workspace_id_company_id_fkey FOREIGN KEY (workspace_id, company_id) REFERENCES companies(workspace_id, id) ON DELETE CASCADE,
  constraint company_people_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint company_people_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX company_people_workspace_id_customer_id_idx ON app.company_people USING btree (workspace_id, customer_id);
alter table app.company_people enable row level security;
alter table app.company_people force row level security;
create policy owner_passes on app.company_people to owner using (true) with check (true);
create policy workspace_wall on app.company_people using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_categories (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  parent_id uuid,
  "position" integer not null,
  slug text not null,
  texts jsonb not null,
  picture_id uuid,
  merged_into uuid,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint content_categories_pkey PRIMARY KEY (workspace_id, id),
  constraint content_categories_slug_check CHECK (((slug <> ''::text) AND (length(slug) <= 120))),
  constraint content_categories_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint content_categories_workspace_id_merged_into_fkey FOREIGN KEY (workspace_id, merged_into) REFERENCES content_categories(workspace_id, id),
  constraint content_categories_workspace_id_parent_id_fkey FOREIGN KEY (workspace_id, parent_id) REFERENCES content_categories(workspace_id, id)
);
CREATE UNIQUE INDEX content_categories_slug ON app.content_categories USING btree (workspace_id, parent_id, slug) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);
CREATE INDEX content_categories_workspace_id_merged_into_idx ON app.content_categories USING btree (workspace_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX content_categories_workspace_id_slug_idx ON app.content_categories USING btree (workspace_id, slug);
alter table app.content_categories enable row level security;
alter table app.content_categories force row level security;
create policy owner_passes on app.content_categories to owner using (true) with check (true);
create policy workspace_wall on app.content_categories using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_changes (
  workspace_id uuid not null default current_workspace(),
  entry_id uuid not null,
  language text not null,
  slot text not null,
  revision integer not null,
  before jsonb,
  created_at timestamp with time zone not null default now(),
  constraint content_changes_pkey PRIMARY KEY (workspace_id, entry_id, language, slot, revision),
  constraint content_changes_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES content_entries(workspace_id, id) ON DELETE CASCADE,
  constraint content_changes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.content_changes enable row level security;
alter table app.content_changes force row level security;
create policy owner_passes on app.content_changes to owner using (true) with check (true);
create policy workspace_wall on app.content_changes using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_entries (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  model_id uuid not null,
  shared jsonb not null default '{}'::jsonb,
  revision integer not null default 1,
  shared_revision integer not null default 1,
  known_from integer not null default 1,
  last_version integer not null default 0,
  owner_id uuid,
  reviewer_id uuid,
  labels text[] not null default '{}'::text[],
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  trashed_at timestamp with time zone,
  external_id text,
  constraint content_entries_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 200))),
  constraint content_entries_labels_check CHECK ((cardinality(labels) <= 20)),
  constraint content_entries_pkey PRIMARY KEY (workspace_id, id),
  constraint content_entries_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES members(workspace_id, id),
  constraint content_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint content_entries_workspace_id_model_id_fkey FOREIGN KEY (workspace_id, model_id) REFERENCES content_models(workspace_id, id) ON DELETE CASCADE,
  constraint content_entries_workspace_id_owner_id_fkey FOREIGN KEY (workspace_id, owner_id) REFERENCES members(workspace_id, id),
  constraint content_entries_workspace_id_reviewer_id_fkey FOREIGN KEY (workspace_id, reviewer_id) REFERENCES members(workspace_id, id),
  constraint content_entries_workspace_id_updated_by_fkey FOREIGN KEY (workspace_id, updated_by) REFERENCES members(workspace_id, id)
);
CREATE UNIQUE INDEX content_entries_external_id ON app.content_entries USING btree (workspace_id, model_id, external_id);
CREATE INDEX content_entries_workspace_id_created_by_idx ON app.content_entries USING btree (workspace_id, created_by);
CREATE INDEX content_entries_workspace_id_model_id_updated_at_id_idx ON app.content_entries USING btree (workspace_id, model_id, updated_at DESC, id DESC);
CREATE INDEX content_entries_workspace_id_owner_id_idx ON app.content_entries USING btree (workspace_id, owner_id);
CREATE INDEX content_entries_workspace_id_reviewer_id_idx ON app.content_entries USING btree (workspace_id, reviewer_id);
CREATE INDEX content_entries_workspace_id_updated_at_id_idx ON app.content_entries USING btree (workspace_id, updated_at DESC, id DESC);
CREATE INDEX content_entries_workspace_id_updated_by_updated_at_idx ON app.content_entries USING btree (workspace_id, updated_by, updated_at DESC);
alter table app.content_entries enable row level security;
alter table app.content_entries force row level security;
create policy owner_passes on app.content_entries to owner using (true) with check (true);
create policy workspace_wall on app.content_entries using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_former_asks (
  workspace_id uuid not null default current_workspace(),
  subject_id uuid not null,
  former_key text not null,
  key_id uuid,
  last_at timestamp with time zone not null,
  asker uuid not null generated always as (COALESCE(key_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored,
  constraint content_former_asks_former_key_check CHECK ((length(former_key) <= 60)),
  constraint content_former_asks_pkey PRIMARY KEY (workspace_id, subject_id, former_key, asker),
  constraint content_former_asks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint content_former_asks_workspace_id_key_id_fkey FOREIGN KEY (workspace_id, key_id) REFERENCES api_keys(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX content_former_asks_workspace_id_key_id_idx ON app.content_former_asks USING btree (workspace_id, key_id);
alter table app.content_former_asks enable row level security;
alter table app.content_former_asks force row level security;
create policy owner_passes on app.content_former_asks to owner using (true) with check (true);
create policy workspace_wall on app.content_former_asks using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_keys (
  workspace_id uuid not null default current_workspace(),
  entry_id uuid not null,
  language text not null,
  slot text not null,
  key text not null,
  model_id uuid not null,
  published_at timestamp with time zone not null,
  constraint content_keys_pkey PRIMARY KEY (workspace_id, entry_id, language, slot, key),
  constraint content_keys_workspace_id_entry_id_language_fkey FOREIGN KEY (workspace_id, entry_id, language) REFERENCES content_published(workspace_id, entry_id, language) ON DELETE CASCADE,
  constraint content_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX content_keys_workspace_id_model_id_language_slot_key_publis_idx ON app.content_keys USING btree (workspace_id, model_id, language, slot, key, published_at DESC, entry_id DESC);
CREATE INDEX content_keys_workspace_id_slot_key_idx ON app.content_keys USING btree (workspace_id, slot, key);
alter table app.content_keys enable row level security;
alter table app.content_keys force row level security;
create policy owner_passes on app.content_keys to owner using (true) with check (true);
create policy workspace_wall on app.content_keys using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_model_steps (
  workspace_id uuid not null default current_workspace(),
  model_id uuid not null,
  number bigint not null,
  change jsonb not null,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint content_model_steps_pkey PRIMARY KEY (workspace_id, model_id, number),
  constraint content_model_steps_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES members(workspace_id, id),
  constraint content_model_steps_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint content_model_steps_workspace_id_model_id_fkey FOREIGN KEY (workspace_id, model_id) REFERENCES content_models(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX content_model_steps_workspace_id_created_by_idx ON app.content_model_steps USING btree (workspace_id, created_by);
alter table app.content_model_steps enable row level security;
alter table app.content_model_steps force row level security;
create policy owner_passes on app.content_model_steps to owner using (true) with check (true);
create policy workspace_wall on app.content_model_steps using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_models (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  key text not null,
  plural_key text not null,
  name text not null,
  description text not null default ''::text,
  kind text not null,
  icon text not null default ''::text,
  localized boolean not null default false,
  title_field uuid,
  slug_field uuid,
  preview_url text not null default ''::text,
  review_days integer,
  default_sort text not null default '-publishedAt'::text,
  is_public boolean not null default false,
  publishers text not null default 'members'::text,
  keep_versions integer not null default 100,
  fields jsonb not null default '[]'::jsonb,
  step bigint not null,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  publisher_ids uuid[] not null default '{}'::uuid[],
  former_keys jsonb not null default '[]'::jsonb,
  constraint content_models_default_sort_check CHECK ((length(default_sort) <= 80)),
  constraint content_models_description_check CHECK ((length(description) <= 300)),
  constraint content_models_icon_check CHECK ((length(icon) <= 40)),
  constraint content_models_keep_versions_check CHECK (((keep_versions >= 10) AND (keep_versions <= 10000))),
  constraint content_models_key_check CHECK ((key ~ '^[A-Za-z][A-Za-z0-9_]{0,59}$'::text)),
  constraint content_models_kind_check CHECK ((kind = ANY (ARRAY['collection'::text, 'single'::text, 'component'::text]))),
  constraint content_models_name_check CHECK (((name <> ''::text) AND (length(name) <= 80))),
  constraint content_models_pkey PRIMARY KEY (workspace_id, id),
  constraint content_models_plural_key_check CHECK ((plural_key ~ '^[A-Za-z][A-Za-z0-9_]{0,59}$'::text)),
  constraint content_models_preview_url_check CHECK ((length(preview_url) <= 500)),
  constraint content_models_publishers_check CHECK ((publishers = ANY (ARRAY['members'::text, 'admins'::text, 'named'::text]))),
  constraint content_models_review_days_check CHECK (((review_days >= 1) AND (review_days <= 1000))),
  constraint content_models_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX content_models_key ON app.content_models USING btree (workspace_id, lower(key)) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX content_models_plural_key ON app.content_models USING btree (workspace_id, lower(plural_key)) WHERE (deleted_at IS NULL);
alter table app.content_models enable row level security;
alter table app.content_models force row level security;
create policy owner_passes on app.content_models to owner using (true) with check (true);
create policy workspace_wall on app.content_models using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_publications (
  workspace_id uuid not null default current_workspace(),
  entry_id uuid not null,
  language text not null,
  number integer not null,
  version integer not null,
  began_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  revision integer not null,
  constraint content_publications_pkey PRIMARY KEY (workspace_id, entry_id, language, number),
  constraint content_publications_workspace_id_entry_id_version_fkey FOREIGN KEY (workspace_id, entry_id, version) REFERENCES content_versions(workspace_id, entry_id, number) ON DELETE CASCADE,
  constraint content_publications_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX content_publications_workspace_id_entry_id_version_idx ON app.content_publications USING btree (workspace_id, entry_id, version);
alter table app.content_publications enable row level security;
alter table app.content_publications force row level security;
create policy owner_passes on app.content_publications to owner using (true) with check (true);
create policy workspace_wall on app.content_publications using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_published (
  workspace_id uuid not null default current_workspace(),
  entry_id uuid not null,
  language text not null,
  source text not null,
  model_id uuid not null,
  version integer not null,
  revision integer not null,
  slug text,
  title text not null default ''::text,
  body text not null,
  cells jsonb not null,
  words text not null default ''::text,
  locales text[] not null,
  step bigint not null,
  published_at timestamp with time zone not null,
  first_published_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  former_slugs text[] not null default '{}'::text[],
  constraint content_published_pkey PRIMARY KEY (workspace_id, entry_id, language),
  constraint content_published_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES content_entries(workspace_id, id) ON DELETE CASCADE,
  constraint content_published_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX content_published_workspace_id_model_id_language_published__idx ON app.content_published USING btree (workspace_id, model_id, language, published_at DESC, entry_id DESC);
CREATE INDEX content_published_workspace_id_model_id_language_slug_idx ON app.content_published USING btree (workspace_id, model_id, language, slug);
CREATE INDEX content_published_workspace_id_model_id_step_idx ON app.content_published USING btree (workspace_id, model_id, step);
alter table app.content_published enable row level security;
alter table app.content_published force row level security;
create policy owner_passes on app.content_published to owner using (true) with check (true);
create policy workspace_wall on app.content_published using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_ranks (
  workspace_id uuid not null default current_workspace(),
  entry_id uuid not null,
  language text not null,
  slot text not null,
  model_id uuid not null,
  is_missing boolean not null,
  rank text not null,
  value text,
  published_at timestamp with time zone not null,
  text_order text,
  constraint content_ranks_pkey PRIMARY KEY (workspace_id, entry_id, language, slot),
  constraint content_ranks_workspace_id_entry_id_language_fkey FOREIGN KEY (workspace_id, entry_id, language) REFERENCES content_published(workspace_id, entry_id, language) ON DELETE CASCADE,
  constraint content_ranks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX content_ranks_down ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank DESC, entry_id) WHERE (text_order IS NULL);
CREATE INDEX content_ranks_down_az ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_az DESC, entry_id) WHERE (text_order = 'az'::text);
CREATE INDEX content_ranks_down_be ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_be DESC, entry_id) WHERE (text_order = 'be'::text);
CREATE INDEX content_ranks_down_cs ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_cs DESC, entry_id) WHERE (text_order = 'cs'::text);
CREATE INDEX content_ranks_down_cy ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_cy DESC, entry_id) WHERE (text_order = 'cy'::text);
CREATE INDEX content_ranks_down_da ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_da DESC, entry_id) WHERE (text_order = 'da'::text);
CREATE INDEX content_ranks_down_el ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_el DESC, entry_id) WHERE (text_order = 'el'::text);
CREATE INDEX content_ranks_down_es ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_es DESC, entry_id) WHERE (text_order = 'es'::text);
CREATE INDEX content_ranks_down_et ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_et DESC, entry_id) WHERE (text_order = 'et'::text);
CREATE INDEX content_ranks_down_fi ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_fi DESC, entry_id) WHERE (text_order = 'fi'::text);
CREATE INDEX content_ranks_down_he ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_he DESC, entry_id) WHERE (text_order = 'he'::text);
CREATE INDEX content_ranks_down_hr ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_hr DESC, entry_id) WHERE (text_order = 'hr'::text);
CREATE INDEX content_ranks_down_hu ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_hu DESC, entry_id) WHERE (text_order = 'hu'::text);
CREATE INDEX content_ranks_down_is ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_is DESC, entry_id) WHERE (text_order = 'is'::text);
CREATE INDEX content_ranks_down_ja ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_ja DESC, entry_id) WHERE (text_order = 'ja'::text);
CREATE INDEX content_ranks_down_ko ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_ko DESC, entry_id) WHERE (text_order = 'ko'::text);
CREATE INDEX content_ranks_down_lt ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_lt DESC, entry_id) WHERE (text_order = 'lt'::text);
CREATE INDEX content_ranks_down_lv ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_lv DESC, entry_id) WHERE (text_order = 'lv'::text);
CREATE INDEX content_ranks_down_mk ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_mk DESC, entry_id) WHERE (text_order = 'mk'::text);
CREATE INDEX content_ranks_down_mt ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_mt DESC, entry_id) WHERE (text_order = 'mt'::text);
CREATE INDEX content_ranks_down_nb ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_nb DESC, entry_id) WHERE (text_order = 'nb'::text);
CREATE INDEX content_ranks_down_pl ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_pl DESC, entry_id) WHERE (text_order = 'pl'::text);
CREATE INDEX content_ranks_down_ro ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_ro DESC, entry_id) WHERE (text_order = 'ro'::text);
CREATE INDEX content_ranks_down_ru ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_ru DESC, entry_id) WHERE (text_order = 'ru'::text);
CREATE INDEX content_ranks_down_sk ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_sk DESC, entry_id) WHERE (text_order = 'sk'::text);
CREATE INDEX content_ranks_down_sl ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_sl DESC, entry_id) WHERE (text_order = 'sl'::text);
CREATE INDEX content_ranks_down_sq ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_sq DESC, entry_id) WHERE (text_order = 'sq'::text);
CREATE INDEX content_ranks_down_sr ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_sr DESC, entry_id) WHERE (text_order = 'sr'::text);
CREATE INDEX content_ranks_down_sv ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_sv DESC, entry_id) WHERE (text_order = 'sv'::text);
CREATE INDEX content_ranks_down_tr ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_tr DESC, entry_id) WHERE (text_order = 'tr'::text);
CREATE INDEX content_ranks_down_und ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_und DESC, entry_id) WHERE (text_order = 'und'::text);
CREATE INDEX content_ranks_down_vi ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_vi DESC, entry_id) WHERE (text_order = 'vi'::text);
CREATE INDEX content_ranks_down_zh ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_zh DESC, entry_id) WHERE (text_order = 'zh'::text);
CREATE INDEX content_ranks_down_zh_hant ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_zh_hant DESC, entry_id) WHERE (text_order = 'zh_hant'::text);
CREATE INDEX content_ranks_up ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank, entry_id) WHERE (text_order IS NULL);
CREATE INDEX content_ranks_up_az ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_az, entry_id) WHERE (text_order = 'az'::text);
CREATE INDEX content_ranks_up_be ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_be, entry_id) WHERE (text_order = 'be'::text);
CREATE INDEX content_ranks_up_cs ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_cs, entry_id) WHERE (text_order = 'cs'::text);
CREATE INDEX content_ranks_up_cy ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_cy, entry_id) WHERE (text_order = 'cy'::text);
CREATE INDEX content_ranks_up_da ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_da, entry_id) WHERE (text_order = 'da'::text);
CREATE INDEX content_ranks_up_el ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_el, entry_id) WHERE (text_order = 'el'::text);
CREATE INDEX content_ranks_up_es ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_es, entry_id) WHERE (text_order = 'es'::text);
CREATE INDEX content_ranks_up_et ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_et, entry_id) WHERE (text_order = 'et'::text);
CREATE INDEX content_ranks_up_fi ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_fi, entry_id) WHERE (text_order = 'fi'::text);
CREATE INDEX content_ranks_up_he ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_he, entry_id) WHERE (text_order = 'he'::text);
CREATE INDEX content_ranks_up_hr ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_hr, entry_id) WHERE (text_order = 'hr'::text);
CREATE INDEX content_ranks_up_hu ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_hu, entry_id) WHERE (text_order = 'hu'::text);
CREATE INDEX content_ranks_up_is ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_is, entry_id) WHERE (text_order = 'is'::text);
CREATE INDEX content_ranks_up_ja ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_ja, entry_id) WHERE (text_order = 'ja'::text);
CREATE INDEX content_ranks_up_ko ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_ko, entry_id) WHERE (text_order = 'ko'::text);
CREATE INDEX content_ranks_up_lt ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_lt, entry_id) WHERE (text_order = 'lt'::text);
CREATE INDEX content_ranks_up_lv ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_lv, entry_id) WHERE (text_order = 'lv'::text);
CREATE INDEX content_ranks_up_mk ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_mk, entry_id) WHERE (text_order = 'mk'::text);
CREATE INDEX content_ranks_up_mt ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_mt, entry_id) WHERE (text_order = 'mt'::text);
CREATE INDEX content_ranks_up_nb ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_nb, entry_id) WHERE (text_order = 'nb'::text);
CREATE INDEX content_ranks_up_pl ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_pl, entry_id) WHERE (text_order = 'pl'::text);
CREATE INDEX content_ranks_up_ro ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_ro, entry_id) WHERE (text_order = 'ro'::text);
CREATE INDEX content_ranks_up_ru ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_ru, entry_id) WHERE (text_order = 'ru'::text);
CREATE INDEX content_ranks_up_sk ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_sk, entry_id) WHERE (text_order = 'sk'::text);
CREATE INDEX content_ranks_up_sl ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_sl, entry_id) WHERE (text_order = 'sl'::text);
CREATE INDEX content_ranks_up_sq ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_sq, entry_id) WHERE (text_order = 'sq'::text);
CREATE INDEX content_ranks_up_sr ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_sr, entry_id) WHERE (text_order = 'sr'::text);
CREATE INDEX content_ranks_up_sv ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_sv, entry_id) WHERE (text_order = 'sv'::text);
CREATE INDEX content_ranks_up_tr ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_tr, entry_id) WHERE (text_order = 'tr'::text);
CREATE INDEX content_ranks_up_und ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_und, entry_id) WHERE (text_order = 'und'::text);
CREATE INDEX content_ranks_up_vi ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_vi, entry_id) WHERE (text_order = 'vi'::text);
CREATE INDEX content_ranks_up_zh ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_zh, entry_id) WHERE (text_order = 'zh'::text);
CREATE INDEX content_ranks_up_zh_hant ON app.content_ranks USING btree (workspace_id, model_id, language, slot, is_missing, rank COLLATE order_zh_hant, entry_id) WHERE (text_order = 'zh_hant'::text);
CREATE INDEX content_ranks_value ON app.content_ranks USING btree (workspace_id, model_id, language, slot, value, published_at DESC, entry_id DESC);
alter table app.content_ranks enable row level security;
alter table app.content_ranks force row level security;
create policy owner_passes on app.content_ranks to owner using (true) with check (true);
create policy workspace_wall on app.content_ranks using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_slugs (
  workspace_id uuid not null default current_workspace(),
  model_id uuid not null,
  language text not null,
  slug text not null,
  entry_id uuid not null,
  constraint content_slugs_pkey PRIMARY KEY (workspace_id, model_id, language, slug),
  constraint content_slugs_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES content_entries(workspace_id, id) ON DELETE CASCADE,
  constraint content_slugs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX content_slugs_workspace_id_entry_id_idx ON app.content_slugs USING btree (workspace_id, entry_id);
alter table app.content_slugs enable row level security;
alter table app.content_slugs force row level security;
create policy owner_passes on app.content_slugs to owner using (true) with check (true);
create policy workspace_wall on app.content_slugs using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_spaces (
  workspace_id uuid not null default current_workspace(),
  revision bigint not null default 0,
  last_step bigint not null default 0,
  fallbacks jsonb not null default '{}'::jsonb,
  constraint content_spaces_pkey PRIMARY KEY (workspace_id),
  constraint content_spaces_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.content_spaces enable row level security;
alter table app.content_spaces force row level security;
create policy owner_passes on app.content_spaces to owner using (true) with check (true);
create policy workspace_wall on app.content_spaces using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_texts (
  workspace_id uuid not null default current_workspace(),
  entry_id uuid not null,
  language text not null,
  "values" jsonb not null default '{}'::jsonb,
  status text not null default 'draft'::text,
  title text not null default ''::text,
  slug text,
  words text not null default ''::text,
  revision integer not null,
  live_version integer,
  live_revision integer,
  publish_at timestamp with time zone,
  unpublish_at timestamp with time zone,
  planned_by uuid,
  published_at timestamp with time zone,
  first_published_at timestamp with time zone,
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  sent_by uuid,
  constraint content_texts_language_check CHECK ((language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text)),
  constraint content_texts_pkey PRIMARY KEY (workspace_id, entry_id, language),
  constraint content_texts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'in_review'::text, 'published'::text, 'archived'::text]))),
  constraint content_texts_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES content_entries(workspace_id, id) ON DELETE CASCADE,
  constraint content_texts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint content_texts_workspace_id_planned_by_fkey FOREIGN KEY (workspace_id, planned_by) REFERENCES members(workspace_id, id),
  constraint content_texts_workspace_id_sent_by_fkey FOREIGN KEY (workspace_id, sent_by) REFERENCES members(workspace_id, id),
  constraint content_texts_workspace_id_updated_by_fkey FOREIGN KEY (workspace_id, updated_by) REFERENCES members(workspace_id, id)
);
CREATE INDEX content_texts_workspace_id_language_status_idx ON app.content_texts USING btree (workspace_id, language, status);
CREATE INDEX content_texts_workspace_id_planned_by_idx ON app.content_texts USING btree (workspace_id, planned_by);
CREATE INDEX content_texts_workspace_id_publish_at_idx ON app.content_texts USING btree (workspace_id, publish_at) WHERE (publish_at IS NOT NULL);
CREATE INDEX content_texts_workspace_id_published_at_idx ON app.content_texts USING btree (workspace_id, published_at DESC) WHERE (published_at IS NOT NULL);
CREATE INDEX content_texts_workspace_id_sent_by_idx ON app.content_texts USING btree (workspace_id, sent_by);
CREATE INDEX content_texts_workspace_id_updated_by_idx ON app.content_texts USING btree (workspace_id, updated_by);
alter table app.content_texts enable row level security;
alter table app.content_texts force row level security;
create policy owner_passes on app.content_texts to owner using (true) with check (true);
create policy workspace_wall on app.content_texts using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_unique_values (
  workspace_id uuid not null default current_workspace(),
  model_id uuid not null,
  slot text not null,
  language text not null,
  value text not null,
  entry_id uuid not null,
  is_draft boolean not null default true,
  live_in text[] not null default '{}'::text[],
  constraint content_unique_values_pkey PRIMARY KEY (workspace_id, model_id, slot, language, value),
  constraint content_unique_values_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES content_entries(workspace_id, id) ON DELETE CASCADE,
  constraint content_unique_values_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX content_unique_values_workspace_id_entry_id_idx ON app.content_unique_values USING btree (workspace_id, entry_id);
alter table app.content_unique_values enable row level security;
alter table app.content_unique_values force row level security;
create policy owner_passes on app.content_unique_values to owner using (true) with check (true);
create policy workspace_wall on app.content_unique_values using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_uses (
  workspace_id uuid not null default current_workspace(),
  entry_id uuid not null,
  language text not null,
  is_live boolean not null,
  kind text not null,
  target_id uuid not null,
  slot text not null,
  restricts boolean not null default false,
  ways jsonb,
  constraint content_uses_kind_check CHECK ((kind = ANY (ARRAY['entry'::text, 'media'::text, 'category'::text]))),
  constraint content_uses_pkey PRIMARY KEY (workspace_id, entry_id, language, is_live, kind, target_id, slot),
  constraint content_uses_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES content_entries(workspace_id, id) ON DELETE CASCADE,
  constraint content_uses_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX content_uses_workspace_id_kind_target_id_idx ON app.content_uses USING btree (workspace_id, kind, target_id);
alter table app.content_uses enable row level security;
alter table app.content_uses force row level security;
create policy owner_passes on app.content_uses to owner using (true) with check (true);
create policy workspace_wall on app.content_uses using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_versions (
  workspace_id uuid not null default current_workspace(),
  entry_id uuid not null,
  number integer not null,
  kind text not null,
  languages text[] not null,
  title text not null default ''::text,
  snapshot jsonb not null,
  note text not null default ''::text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint content_versions_kind_check CHECK ((kind = ANY (ARRAY['edit'::text, 'publication'::text, 'restoration'::text]))),
  constraint content_versions_note_check CHECK ((length(note) <= 300)),
  constraint content_versions_pkey PRIMARY KEY (workspace_id, entry_id, number),
  constraint content_versions_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES members(workspace_id, id),
  constraint content_versions_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES content_entries(workspace_id, id) ON DELETE CASCADE,
  constraint content_versions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX content_versions_workspace_id_created_by_idx ON app.content_versions USING btree (workspace_id, created_by);
alter table app.content_versions enable row level security;
alter table app.content_versions force row level security;
create policy owner_passes on app.content_versions to owner using (true) with check (true);
create policy workspace_wall on app.content_versions using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.content_views (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  owner_id uuid not null,
  name text not null,
  search text not null,
  is_shared boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint content_views_name_check CHECK (((name <> ''::text) AND (length(name) <= 80))),
  constraint content_views_pkey PRIMARY KEY (workspace_id, id),
  constraint content_views_search_check CHECK ((length(search) <= 6000)),
  constraint content_views_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint content_views_workspace_id_owner_id_fkey FOREIGN KEY (workspace_id, owner_id) REFERENCES members(workspace_id, id)
);
CREATE UNIQUE INDEX content_views_name ON app.content_views USING btree (workspace_id, owner_id, lower(name));
CREATE INDEX content_views_workspace_id_idx ON app.content_views USING btree (workspace_id) WHERE is_shared;
alter table app.content_views enable row level security;
alter table app.content_views force row level security;
create policy owner_passes on app.content_views to owner using (true) with check (true);
create policy workspace_wall on app.content_views using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.copy_suggestions (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  ticket_id uuid not null,
  address text not null,
  name text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint copy_suggestions_pkey PRIMARY KEY (workspace_id, id),
  constraint copy_suggestions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint copy_suggestions_workspace_id_ticket_id_address_key UNIQUE (workspace_id, ticket_id, address),
  constraint copy_suggestions_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
alter table app.copy_suggestions enable row level security;
alter table app.copy_suggestions force row level security;
create policy owner_passes on app.copy_suggestions to owner using (true) with check (true);
create policy workspace_wall on app.copy_suggestions using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.custom_field_values (
  workspace_id uuid not null default current_workspace(),
  subject_id uuid not null,
  field_id uuid not null,
  place smallint not null,
  text text,
  number double precision,
  moment timestamp with time zone,
  constraint custom_field_values_pkey PRIMARY KEY (workspace_id, subject_id, field_id, place),
  constraint custom_field_values_workspace_id_field_id_fkey FOREIGN KEY (workspace_id, field_id) REFERENCES custom_fields(workspace_id, id) ON DELETE CASCADE,
  constraint custom_field_values_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX custom_field_values_moment ON app.custom_field_values USING btree (workspace_id, field_id, moment, subject_id) WHERE (moment IS NOT NULL);
CREATE INDEX custom_field_values_number ON app.custom_field_values USING btree (workspace_id, field_id, number, subject_id) WHERE (number IS NOT NULL);
CREATE INDEX custom_field_values_text ON app.custom_field_values USING btree (workspace_id, field_id, text, subject_id) WHERE (text IS NOT NULL);
alter table app.custom_field_values enable row level security;
alter table app.custom_field_values force row level security;
create policy owner_passes on app.custom_field_values to owner using (true) with check (true);
create policy workspace_wall on app.custom_field_values using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.custom_fields (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  owner text not null,
  key text not null,
  label text not null,
  help text not null default ''::text,
  kind text not null,
  settings jsonb not null default '{}'::jsonb,
  condition jsonb,
  required text not null,
  portal text not null,
  "position" integer not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint custom_fields_help_check CHECK ((length(help) <= 300)),
  constraint custom_fields_key_check CHECK (((key ~ '^[A-Za-z][A-Za-z0-9_]*$'::text) AND (length(key) <= 40))),
  constraint custom_fields_label_check CHECK (((length(label) >= 1) AND (length(label) <= 80))),
  constraint custom_fields_owner_check CHECK ((owner = ANY (ARRAY['ticket'::text, 'customer'::text, 'company'::text]))),
  constraint custom_fields_pkey PRIMARY KEY (workspace_id, id),
  constraint custom_fields_portal_check CHECK ((portal = ANY (ARRAY['hidden'::text, 'read'::text, 'write'::text]))),
  constraint custom_fields_required_check CHECK ((required = ANY (ARRAY['never'::text, 'on_create'::text, 'on_solve'::text]))),
  constraint custom_fields_settings_check CHECK ((octet_length((settings)::text) <= 100000)),
  constraint custom_fields_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX custom_fields_key ON app.custom_fields USING btree (workspace_id, owner, lower(key));
alter table app.custom_fields enable row level security;
alter table app.custom_fields force row level security;
create policy owner_passes on app.custom_fields to owner using (true) with check (true);
create policy workspace_wall on app.custom_fields using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.customer_emails (
  workspace_id uuid not null default current_workspace(),
  address text not null,
  customer_id uuid not null,
  is_primary boolean not null default true,
  verified_at timestamp with time zone,
  suppressed_until timestamp with time zone,
  suppressed_for jsonb,
  wrote_at timestamp with time zone,
  domain text not null generated always as ("substring"(address, '[^@]*$'::text)) stored,
  constraint customer_emails_address_check CHECK (((address = lower(address)) AND (length(address) <= 254))),
  constraint customer_emails_pkey PRIMARY KEY (workspace_id, address),
  constraint customer_emails_suppressed_for_has_a_code CHECK ((suppressed_for ? 'code'::text)),
  constraint customer_emails_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint customer_emails_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX customer_emails_workspace_id_customer_id_idx ON app.customer_emails USING btree (workspace_id, customer_id) WHERE is_primary;
CREATE INDEX customer_emails_workspace_id_customer_id_idx1 ON app.customer_emails USING btree (workspace_id, customer_id);
CREATE INDEX customer_emails_workspace_id_domain_customer_id_idx ON app.customer_emails USING btree (workspace_id, domain, customer_id);
alter table app.customer_emails enable row level security;
alter table app.customer_emails force row level security;
create policy owner_passes on app.customer_emails to owner using (true) with check (true);
create policy workspace_wall on app.customer_emails using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.customer_merges (
  workspace_id uuid not null default current_workspace(),
  customer_id uuid not null,
  into_id uuid not null,
  source_before jsonb not null,
  target_before jsonb not null,
  target_after jsonb not null,
  moved jsonb not null,
  merged_at timestamp with time zone not null default now(),
  constraint customer_merges_pkey PRIMARY KEY (workspace_id, customer_id),
  constraint customer_merges_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint customer_merges_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint customer_merges_workspace_id_into_id_fkey FOREIGN KEY (workspace_id, into_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX customer_merges_workspace_id_into_id_idx ON app.customer_merges USING btree (workspace_id, into_id);
CREATE INDEX customer_merges_workspace_id_merged_at_idx ON app.customer_merges USING btree (workspace_id, merged_at);
alter table app.customer_merges enable row level security;
alter table app.customer_merges force row level security;
create policy owner_passes on app.customer_merges to owner using (true) with check (true);
create policy workspace_wall on app.customer_merges using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.customers (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  name text not null default ''::text,
  tags text[] not null default '{}'::text[],
  acknowledged_at timestamp with time zone,
  registered_at timestamp with time zone,
  words tsvector not null default ''::tsvector,
  created_at timestamp with time zone not null default now(),
  language text,
  external_id text,
  phones text[] not null default '{}'::text[],
  time_zone text,
  notes text not null default ''::text,
  blocked_at timestamp with time zone,
  merged_into uuid,
  erased_at timestamp with time zone,
  custom_fields jsonb not null default '{}'::jsonb,
  constraint customers_are_not_merged_into_themselves CHECK ((merged_into <> id)),
  constraint customers_custom_fields_check CHECK ((octet_length((custom_fields)::text) <= 64000)),
  constraint customers_external_id_check CHECK (((external_id <> ''::text) AND (length(external_id) <= 255))),
  constraint customers_language_check CHECK (((language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text) AND (length(language) <= 20))),
  constraint customers_merged_into_fkey FOREIGN KEY (workspace_id, merged_into) REFERENCES customers(workspace_id, id),
  constraint customers_name_check CHECK ((length(name) <= 120)),
  constraint customers_notes_check CHECK ((length(notes) <= 10000)),
  constraint customers_phones_check CHECK ((cardinality(phones) <= 10)),
  constraint customers_pkey PRIMARY KEY (workspace_id, id),
  constraint customers_tags_check CHECK ((cardinality(tags) <= 50)),
  constraint customers_time_zone_check CHECK ((length(time_zone) <= 64)),
  constraint customers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX customers_words_idx ON app.customers USING gin (words) WITH (fastupdate=off);
CREATE INDEX customers_workspace_id_created_at_id_idx ON app.customers USING btree (workspace_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX customers_workspace_id_external_id_idx ON app.customers USING btree (workspace_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX customers_workspace_id_merged_into_idx ON app.customers USING btree (workspace_id, merged_into) WHERE (merged_into IS NOT NULL);
alter table app.customers enable row level security;
alter table app.customers force row level security;
create policy owner_passes on app.customers to owner using (true) with check (true);
create policy workspace_wall on app.customers using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.deflection_articles (
  workspace_id uuid not null default current_workspace(),
  deflection_id uuid not null,
  article_id uuid not null,
  is_opened boolean not null default false,
  constraint deflection_articles_pkey PRIMARY KEY (workspace_id, deflection_id, article_id),
  constraint deflection_articles_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint deflection_articles_workspace_id_deflection_id_fkey FOREIGN KEY (workspace_id, deflection_id) REFERENCES deflections(workspace_id, id) ON DELETE CASCADE,
  constraint deflection_articles_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX deflection_articles_workspace_id_article_id_idx ON app.deflection_articles USING btree (workspace_id, article_id);
alter table app.deflection_articles enable row level security;
alter table app.deflection_articles force row level security;
create policy owner_passes on app.deflection_articles to owner using (true) with check (true);
create policy workspace_wall on app.deflection_articles using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.deflections (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  answered_by uuid,
  ticket_id uuid,
  created_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  constraint deflections_pkey PRIMARY KEY (workspace_id, id),
  constraint deflections_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint deflections_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint deflections_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX deflections_workspace_id_created_at_id_idx ON app.deflections USING btree (workspace_id, created_at DESC, id DESC);
CREATE INDEX deflections_workspace_id_customer_id_created_at_idx ON app.deflections USING btree (workspace_id, customer_id, created_at);
CREATE INDEX deflections_workspace_id_ticket_id_idx ON app.deflections USING btree (workspace_id, ticket_id) WHERE (ticket_id IS NOT NULL);
alter table app.deflections enable row level security;
alter table app.deflections force row level security;
create policy owner_passes on app.deflections to owner using (true) with check (true);
create policy workspace_wall on app.deflections using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.drafts (
  workspace_id uuid not null default current_workspace(),
  ticket_id uuid not null,
  member_id uuid not null,
  kind text not null,
  html text not null,
  file_ids uuid[] not null default '{}'::uuid[],
  updated_at timestamp with time zone not null default now(),
  is_clean boolean not null default false,
  revision uuid not null default uuidv7(),
  macro jsonb,
  constraint drafts_kind_check CHECK ((kind = ANY (ARRAY['reply'::text, 'note'::text]))),
  constraint drafts_pkey PRIMARY KEY (workspace_id, ticket_id, member_id),
  constraint drafts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint drafts_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE CASCADE,
  constraint drafts_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX drafts_workspace_id_member_id_updated_at_ticket_id_idx ON app.drafts USING btree (workspace_id, member_id, updated_at DESC, ticket_id);
alter table app.drafts enable row level security;
alter table app.drafts force row level security;
create policy owner_passes on app.drafts to owner using (true) with check (true);
create policy workspace_wall on app.drafts using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.exports (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  kind text not null,
  options jsonb not null,
  asked_by uuid not null,
  state text not null default 'waiting'::text,
  total integer not null default 0,
  done integer not null default 0,
  reason text,
  file_id uuid,
  bytes bigint,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  stepped_at timestamp with time zone not null default now(),
  constraint exports_kind_check CHECK ((length(kind) <= 60)),
  constraint exports_pkey PRIMARY KEY (workspace_id, id),
  constraint exports_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text]))),
  constraint exports_workspace_id_asked_by_fkey FOREIGN KEY (workspace_id, asked_by) REFERENCES members(workspace_id, id),
  constraint exports_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id),
  constraint exports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX exports_workspace_id_asked_by_idx ON app.exports USING btree (workspace_id, asked_by);
CREATE INDEX exports_workspace_id_created_at_idx ON app.exports USING btree (workspace_id, created_at);
CREATE INDEX exports_workspace_id_file_id_idx ON app.exports USING btree (workspace_id, file_id);
alter table app.exports enable row level security;
alter table app.exports force row level security;
create policy owner_passes on app.exports to owner using (true) with check (true);
create policy workspace_wall on app.exports using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.files (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  name text not null,
  mime text not null,
  bytes bigint not null,
  uploader_id uuid,
  content_id text,
  is_inline boolean not null default false,
  is_kept boolean not null default false,
  created_at timestamp with time zone not null default now(),
  hash bytea,
  same_as uuid,
  constraint files_bytes_check CHECK ((bytes >= 0)),
  constraint files_hash_check CHECK ((octet_length(hash) = 32)),
  constraint files_name_check CHECK (((name <> ''::text) AND (octet_length(name) <= 255))),
  constraint files_pkey PRIMARY KEY (workspace_id, id),
  constraint files_same_as_fkey FOREIGN KEY (workspace_id, same_as) REFERENCES files(workspace_id, id),
  constraint files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX files_workspace_id_created_at_idx ON app.files USING btree (workspace_id, created_at) WHERE (NOT is_kept);
CREATE INDEX files_workspace_id_hash_idx ON app.files USING btree (workspace_id, hash) WHERE (hash IS NOT NULL);
CREATE INDEX files_workspace_id_same_as_idx ON app.files USING btree (workspace_id, same_as) WHERE (same_as IS NOT NULL);
alter table app.files enable row level security;
alter table app.files force row level security;
create policy owner_passes on app.files to owner using (true) with check (true);
create policy workspace_wall on app.files using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.followed_changes (
  workspace_id uuid not null default current_workspace(),
  kind text not null,
  id uuid not null,
  "position" bigint,
  changed_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint followed_changes_kind_check CHECK ((kind = ANY (ARRAY['ticket'::text, 'message'::text, 'customer'::text, 'article'::text]))),
  constraint followed_changes_pkey PRIMARY KEY (workspace_id, kind, id),
  constraint followed_changes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX followed_changes_position ON app.followed_changes USING btree (workspace_id, kind, "position") WHERE ("position" IS NOT NULL);
CREATE INDEX followed_changes_waiting ON app.followed_changes USING btree (workspace_id, kind, changed_at) WHERE ("position" IS NULL);
alter table app.followed_changes enable row level security;
alter table app.followed_changes force row level security;
create policy owner_passes on app.followed_changes to owner using (true) with check (true);
create policy workspace_wall on app.followed_changes using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.followed_positions (
  workspace_id uuid not null default current_workspace(),
  kind text not null,
  last_position bigint not null default 0,
  constraint followed_positions_kind_check CHECK ((kind = ANY (ARRAY['ticket'::text, 'message'::text, 'customer'::text, 'article'::text]))),
  constraint followed_positions_pkey PRIMARY KEY (workspace_id, kind),
  constraint followed_positions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.followed_positions enable row level security;
alter table app.followed_positions force row level security;
create policy owner_passes on app.followed_positions to owner using (true) with check (true);
create policy workspace_wall on app.followed_positions using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.former_category_slugs (
  workspace_id uuid not null default current_workspace(),
  slug text not null,
  category_id uuid not null,
  left_at timestamp with time zone not null default now(),
  constraint former_category_slugs_pkey PRIMARY KEY (workspace_id, slug),
  constraint former_category_slugs_workspace_id_category_id_fkey FOREIGN KEY (workspace_id, category_id) REFERENCES categories(workspace_id, id) ON DELETE CASCADE,
  constraint former_category_slugs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX former_category_slugs_workspace_id_category_id_idx ON app.former_category_slugs USING btree (workspace_id, category_id);
alter table app.former_category_slugs enable row level security;
alter table app.former_category_slugs force row level security;
create policy owner_passes on app.former_category_slugs to owner using (true) with check (true);
create policy public_alone on app.former_category_slugs to owner using ((EXISTS ( SELECT
   FROM categories c
  WHERE ((c.workspace_id = former_category_slugs.workspace_id) AND (c.id = former_category_slugs.category_id)))));
create policy workspace_wall on app.former_category_slugs using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.gap_decisions (
  workspace_id uuid not null default current_workspace(),
  id uuid not null,
  kind text not null,
  key text not null,
  language text not null,
  title text not null,
  decision text not null,
  article_id uuid,
  before integer not null,
  decided_by uuid not null,
  decided_at timestamp with time zone not null default now(),
  constraint gap_decisions_decision_check CHECK ((decision = ANY (ARRAY['written'::text, 'joined'::text, 'mended'::text, 'dismissed'::text]))),
  constraint gap_decisions_kind_check CHECK ((kind = ANY (ARRAY['search'::text, 'answer'::text, 'article'::text]))),
  constraint gap_decisions_pkey PRIMARY KEY (workspace_id, id),
  constraint gap_decisions_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint gap_decisions_workspace_id_decided_by_fkey FOREIGN KEY (workspace_id, decided_by) REFERENCES members(workspace_id, id),
  constraint gap_decisions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX gap_decisions_workspace_id_article_id_idx ON app.gap_decisions USING btree (workspace_id, article_id);
CREATE INDEX gap_decisions_workspace_id_decided_at_id_idx ON app.gap_decisions USING btree (workspace_id, decided_at DESC, id);
CREATE INDEX gap_decisions_workspace_id_decided_by_idx ON app.gap_decisions USING btree (workspace_id, decided_by);
alter table app.gap_decisions enable row level security;
alter table app.gap_decisions force row level security;
create policy owner_passes on app.gap_decisions to owner using (true) with check (true);
create policy workspace_wall on app.gap_decisions using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.history (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  subject_id uuid not null,
  type text not null,
  actor_type text not null,
  actor_id uuid,
  old jsonb,
  new jsonb,
  cause text,
  created_at timestamp with time zone not null default clock_timestamp(),
  subject_type text not null,
  depth smallint not null default 0,
  constraint history_actor_type_check CHECK ((actor_type = ANY (ARRAY['agent'::text, 'customer'::text, 'system'::text]))),
  constraint history_pkey PRIMARY KEY (workspace_id, id),
  constraint history_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX history_workspace_id_subject_id_id_idx ON app.history USING btree (workspace_id, subject_id, id);
alter table app.history enable row level security;
alter table app.history force row level security;
create policy owner_passes on app.history to owner using (true) with check (true);
create policy workspace_wall on app.history using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.idempotency_keys (
  workspace_id uuid not null default current_workspace(),
  caller_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_key_check CHECK ((length(key) <= 255)),
  constraint idempotency_keys_pkey PRIMARY KEY (workspace_id, caller_id, key),
  constraint idempotency_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_workspace_id_created_at_idx ON app.idempotency_keys USING btree (workspace_id, created_at);
alter table app.idempotency_keys enable row level security;
alter table app.idempotency_keys force row level security;
create policy owner_passes on app.idempotency_keys to owner using (true) with check (true);
create policy workspace_wall on app.idempotency_keys using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.import_items (
  workspace_id uuid not null default current_workspace(),
  import_id uuid not null,
  "position" integer not null,
  source text not null,
  thing text not null,
  title text not null,
  action text not null,
  state text not null default 'waiting'::text,
  tries smallint not null default 0,
  hash bytea not null,
  plan jsonb not null,
  remarks jsonb not null,
  has_problem boolean not null,
  subject_id uuid,
  reason text,
  constraint import_items_action_check CHECK ((action = ANY (ARRAY['create'::text, 'change'::text, 'skip'::text]))),
  constraint import_items_pkey PRIMARY KEY (workspace_id, import_id, "position"),
  constraint import_items_reason_check CHECK ((length(reason) <= 1000)),
  constraint import_items_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'made'::text, 'done'::text, 'failed'::text]))),
  constraint import_items_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint import_items_workspace_id_import_id_fkey FOREIGN KEY (workspace_id, import_id) REFERENCES imports(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX import_items_workspace_id_import_id_state_position_idx ON app.import_items USING btree (workspace_id, import_id, state, "position");
alter table app.import_items enable row level security;
alter table app.import_items force row level security;
create policy owner_passes on app.import_items to owner using (true) with check (true);
create policy workspace_wall on app.import_items using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.import_sources (
  workspace_id uuid not null default current_workspace(),
  kind text not null,
  source text not null,
  thing text not null,
  subject_id uuid not null,
  hash bytea,
  mark text,
  taken_at timestamp with time zone not null default now(),
  constraint import_sources_pkey PRIMARY KEY (workspace_id, kind, source),
  constraint import_sources_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX import_sources_workspace_id_kind_thing_idx ON app.import_sources USING btree (workspace_id, kind, thing);
alter table app.import_sources enable row level security;
alter table app.import_sources force row level security;
create policy owner_passes on app.import_sources to owner using (true) with check (true);
create policy workspace_wall on app.import_sources using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.imports (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  kind text not null,
  file_id uuid,
  file_name text not null,
  asked_by uuid not null,
  state text not null default 'reading'::text,
  reason text,
  created_at timestamp with time zone not null default now(),
  begun_at timestamp with time zone,
  ended_at timestamp with time zone,
  stepped_at timestamp with time zone not null default now(),
  constraint imports_kind_check CHECK ((length(kind) <= 60)),
  constraint imports_pkey PRIMARY KEY (workspace_id, id),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'ready'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text]))),
  constraint imports_workspace_id_asked_by_fkey FOREIGN KEY (workspace_id, asked_by) REFERENCES members(workspace_id, id),
  constraint imports_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id),
  constraint imports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX imports_workspace_id_asked_by_idx ON app.imports USING btree (workspace_id, asked_by);
CREATE INDEX imports_workspace_id_created_at_idx ON app.imports USING btree (workspace_id, created_at);
CREATE INDEX imports_workspace_id_file_id_idx ON app.imports USING btree (workspace_id, file_id);
alter table app.imports enable row level security;
alter table app.imports force row level security;
create policy owner_passes on app.imports to owner using (true) with check (true);
create policy workspace_wall on app.imports using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.inbound_mails (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  address text not null,
  dedup_key text not null,
  envelope_from text not null default ''::text,
  network text,
  bytes integer not null,
  state text not null default 'received'::text,
  from_address text not null default ''::text,
  subject text not null default ''::text,
  decision jsonb,
  evidence jsonb not null default '[]'::jsonb,
  ticket_id uuid,
  message_id uuid,
  is_purged boolean not null default false,
  received_at timestamp with time zone not null default now(),
  authentication jsonb,
  raw_digest text not null default ''::text,
  identity text,
  constraint inbound_mails_authentication_has_a_sender CHECK ((authentication ? 'sender'::text)),
  constraint inbound_mails_decision_has_a_code CHECK ((decision ? 'code'::text)),
  constraint inbound_mails_evidence_is_a_list CHECK ((jsonb_typeof(evidence) = 'array'::text)),
  constraint inbound_mails_message_id_fkey FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id),
  constraint inbound_mails_pkey PRIMARY KEY (workspace_id, id),
  constraint inbound_mails_same_bytes UNIQUE (workspace_id, address, dedup_key, raw_digest),
  constraint inbound_mails_same_mail UNIQUE (workspace_id, address, dedup_key, identity),
  constraint inbound_mails_state_check CHECK ((state = ANY (ARRAY['received'::text, 'done'::text, 'suspended'::text]))),
  constraint inbound_mails_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id),
  constraint inbound_mails_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX inbound_mails_workspace_id_bytes_idx ON app.inbound_mails USING btree (workspace_id) INCLUDE (bytes) WHERE (state = 'received'::text);
CREATE INDEX inbound_mails_workspace_id_from_address_received_at_idx ON app.inbound_mails USING btree (workspace_id, from_address, received_at DESC);
CREATE INDEX inbound_mails_workspace_id_message_id_idx ON app.inbound_mails USING btree (workspace_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX inbound_mails_workspace_id_received_at_id_idx ON app.inbound_mails USING btree (workspace_id, received_at DESC, id) WHERE (state = 'suspended'::text);
CREATE INDEX inbound_mails_workspace_id_received_at_idx ON app.inbound_mails USING btree (workspace_id, received_at);
CREATE INDEX inbound_mails_workspace_id_ticket_id_idx ON app.inbound_mails USING btree (workspace_id, ticket_id) WHERE (ticket_id IS NOT NULL);
alter table app.inbound_mails enable row level security;
alter table app.inbound_mails force row level security;
create policy owner_passes on app.inbound_mails to owner using (true) with check (true);
create policy workspace_wall on app.inbound_mails using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.incident_replies (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  problem_id uuid not null,
  kind text not null,
  member_id uuid not null,
  body text not null,
  texts jsonb not null,
  round integer not null,
  send_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint incident_replies_kind_check CHECK ((kind = ANY (ARRAY['solve'::text, 'fixed'::text]))),
  constraint incident_replies_pkey PRIMARY KEY (workspace_id, id),
  constraint incident_replies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint incident_replies_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id),
  constraint incident_replies_workspace_id_problem_id_fkey FOREIGN KEY (workspace_id, problem_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX incident_replies_workspace_id_problem_id_id_idx ON app.incident_replies USING btree (workspace_id, problem_id, id);
alter table app.incident_replies enable row level security;
alter table app.incident_replies force row level security;
create policy owner_passes on app.incident_replies to owner using (true) with check (true);
create policy workspace_wall on app.incident_replies using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.incident_reply_tickets (
  workspace_id uuid not null default current_workspace(),
  reply_id uuid not null,
  ticket_id uuid not null,
  version text not null,
  message_id uuid,
  constraint incident_reply_tickets_pkey PRIMARY KEY (workspace_id, reply_id, ticket_id),
  constraint incident_reply_tickets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint incident_reply_tickets_workspace_id_message_id_fkey FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) ON DELETE CASCADE,
  constraint incident_reply_tickets_workspace_id_reply_id_fkey FOREIGN KEY (workspace_id, reply_id) REFERENCES incident_replies(workspace_id, id) ON DELETE CASCADE,
  constraint incident_reply_tickets_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX incident_reply_tickets_workspace_id_message_id_idx ON app.incident_reply_tickets USING btree (workspace_id, message_id);
CREATE INDEX incident_reply_tickets_workspace_id_ticket_id_idx ON app.incident_reply_tickets USING btree (workspace_id, ticket_id);
alter table app.incident_reply_tickets enable row level security;
alter table app.incident_reply_tickets force row level security;
create policy owner_passes on app.incident_reply_tickets to owner using (true) with check (true);
create policy workspace_wall on app.incident_reply_tickets using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.knowledge_bases (
  workspace_id uuid not null default current_workspace(),
  is_open boolean not null default true,
  audience text not null default 'public'::text,
  on_missing text not null default 'first-language'::text,
  home jsonb not null default '{}'::jsonb,
  header_links jsonb not null default '[]'::jsonb,
  footer_links jsonb not null default '[]'::jsonb,
  revision bigint not null default 0,
  suggests_by_mail boolean not null default true,
  last_text bigint not null default 0,
  constraint knowledge_bases_audience_check CHECK ((audience = ANY (ARRAY['public'::text, 'customers'::text]))),
  constraint knowledge_bases_on_missing_check CHECK ((on_missing = ANY (ARRAY['first-language'::text, 'not-found'::text]))),
  constraint knowledge_bases_pkey PRIMARY KEY (workspace_id),
  constraint knowledge_bases_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.knowledge_bases enable row level security;
alter table app.knowledge_bases force row level security;
create policy owner_passes on app.knowledge_bases to owner using (true) with check (true);
create policy workspace_wall on app.knowledge_bases using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.live_events (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  type text not null,
  subject_id uuid,
  customer_ids uuid[] not null default '{}'::uuid[],
  member_id uuid,
  subject_type text,
  xact xid8 not null default pg_current_xact_id(),
  constraint live_events_pkey PRIMARY KEY (workspace_id, id),
  constraint live_events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX live_events_xact ON app.live_events USING btree (xact);
alter table app.live_events enable row level security;
alter table app.live_events force row level security;
create policy owner_passes on app.live_events to owner using (true) with check (true);
create policy workspace_wall on app.live_events using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.macro_files (
  workspace_id uuid not null default current_workspace(),
  macro_id uuid not null,
  file_id uuid not null,
  place integer,
  constraint macro_files_pkey PRIMARY KEY (workspace_id, macro_id, file_id),
  constraint macro_files_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id),
  constraint macro_files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint macro_files_workspace_id_macro_id_fkey FOREIGN KEY (workspace_id, macro_id) REFERENCES macros(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX macro_files_workspace_id_file_id_idx ON app.macro_files USING btree (workspace_id, file_id);
alter table app.macro_files enable row level security;
alter table app.macro_files force row level security;
create policy owner_passes on app.macro_files to owner using (true) with check (true);
create policy workspace_wall on app.macro_files using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.macro_teams (
  workspace_id uuid not null default current_workspace(),
  macro_id uuid not null,
  team_id uuid not null,
  constraint macro_teams_pkey PRIMARY KEY (workspace_id, macro_id, team_id),
  constraint macro_teams_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint macro_teams_workspace_id_macro_id_fkey FOREIGN KEY (workspace_id, macro_id) REFERENCES macros(workspace_id, id) ON DELETE CASCADE,
  constraint macro_teams_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX macro_teams_workspace_id_team_id_idx ON app.macro_teams USING btree (workspace_id, team_id);
alter table app.macro_teams enable row level security;
alter table app.macro_teams force row level security;
create policy owner_passes on app.macro_teams to owner using (true) with check (true);
create policy workspace_wall on app.macro_teams using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.macro_uses (
  workspace_id uuid not null default current_workspace(),
  macro_id uuid not null,
  member_id uuid not null,
  day date not null default CURRENT_DATE,
  count integer not null default 1,
  used_at timestamp with time zone not null default now(),
  constraint macro_uses_pkey PRIMARY KEY (workspace_id, macro_id, member_id, day),
  constraint macro_uses_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint macro_uses_workspace_id_macro_id_fkey FOREIGN KEY (workspace_id, macro_id) REFERENCES macros(workspace_id, id) ON DELETE CASCADE,
  constraint macro_uses_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id)
);
CREATE INDEX macro_uses_workspace_id_day_idx ON app.macro_uses USING btree (workspace_id, day);
alter table app.macro_uses enable row level security;
alter table app.macro_uses force row level security;
create policy owner_passes on app.macro_uses to owner using (true) with check (true);
create policy workspace_wall on app.macro_uses using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.macros (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  author_id uuid not null,
  name text not null,
  visibility text not null,
  actions jsonb not null,
  named jsonb not null,
  inputs jsonb not null,
  body text not null,
  texts jsonb not null,
  words text not null,
  text_kind text not null,
  afterwards text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint macros_afterwards_check CHECK ((afterwards = ANY (ARRAY['stay'::text, 'next'::text, 'list'::text]))),
  constraint macros_name_check CHECK (((name <> ''::text) AND (length(name) <= 80))),
  constraint macros_pkey PRIMARY KEY (workspace_id, id),
  constraint macros_text_kind_check CHECK ((text_kind = ANY (ARRAY['reply'::text, 'note'::text]))),
  constraint macros_visibility_check CHECK ((visibility = ANY (ARRAY['me'::text, 'teams'::text, 'everyone'::text]))),
  constraint macros_workspace_id_author_id_fkey FOREIGN KEY (workspace_id, author_id) REFERENCES members(workspace_id, id),
  constraint macros_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX macros_name_of_author ON app.macros USING btree (workspace_id, author_id, lower(name)) WHERE ((visibility = 'me'::text) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX macros_name_of_team ON app.macros USING btree (workspace_id, lower(name)) WHERE ((visibility <> 'me'::text) AND (deleted_at IS NULL));
alter table app.macros enable row level security;
alter table app.macros force row level security;
create policy owner_passes on app.macros to owner using (true) with check (true);
create policy workspace_wall on app.macros using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.media (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  folder_id uuid,
  file_id uuid not null,
  name text not null,
  mime text not null,
  kind text not null,
  bytes bigint not null,
  hash bytea not null,
  width integer,
  height integer,
  title text not null default ''::text,
  credit text not null default ''::text,
  texts jsonb not null default '{}'::jsonb,
  tags text[] not null default '{}'::text[],
  focus_x double precision not null default 0.5,
  focus_y double precision not null default 0.5,
  is_public boolean not null default true,
  revision integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  trashed_at timestamp with time zone,
  thumbhash bytea,
  palette text[] not null default '{}'::text[],
  crop jsonb,
  words text not null generated always as (words_of_media(name, title, credit, texts, tags)) stored,
  constraint media_bytes_check CHECK ((bytes >= 0)),
  constraint media_credit_check CHECK ((length(credit) <= 200)),
  constraint media_crop_within CHECK (((crop IS NULL) OR COALESCE(((((crop ->> 'x'::text))::double precision >= (0)::double precision) AND (((crop ->> 'width'::text))::double precision >= (0.01)::double precision) AND ((((crop ->> 'x'::text))::double precision + ((crop ->> 'width'::text))::double precision) <= (1.00001)::double precision) AND (((crop ->> 'y'::text))::double precision >= (0)::double precision) AND (((crop ->> 'height'::text))::double precision >= (0.01)::double precision) AND ((((crop ->> 'y'::text))::double precision + ((crop ->> 'height'::text))::double precision) <= (1.00001)::double precision)), false))),
  constraint media_focus_in_crop CHECK (((crop IS NULL) OR COALESCE((((focus_x >= (((crop ->> 'x'::text))::double precision - (0.00001)::double precision)) AND (focus_x <= ((((crop ->> 'x'::text))::double precision + ((crop ->> 'width'::text))::double precision) + (0.00001)::double precision))) AND ((focus_y >= (((crop ->> 'y'::text))::double precision - (0.00001)::double precision)) AND (focus_y <= ((((crop ->> 'y'::text))::double precision + ((crop ->> 'height'::text))::double precision) + (0.00001)::double precision)))), false))),
  constraint media_focus_x_check CHECK (((focus_x >= (0)::double precision) AND (focus_x <= (1)::double precision))),
  constraint media_focus_y_check CHECK (((focus_y >= (0)::double precision) AND (focus_y <= (1)::double precision))),
  constraint media_hash_check CHECK ((octet_length(hash) = 32)),
  constraint media_height_check CHECK ((height > 0)),
  constraint media_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, 'document'::text, 'other'::text]))),
  constraint media_name_check CHECK (((name <> ''::text) AND (length(name) <= 255))),
  constraint media_palette_check CHECK ((cardinality(palette) <= 5)),
  constraint media_pkey PRIMARY KEY (workspace_id, id),
  constraint media_tags_check CHECK ((cardinality(tags) <= 50)),
  constraint media_thumbhash_check CHECK ((octet_length(thumbhash) <= 40)),
  constraint media_title_check CHECK ((length(title) <= 200)),
  constraint media_width_check CHECK ((width > 0)),
  constraint media_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES members(workspace_id, id),
  constraint media_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id),
  constraint media_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint media_workspace_id_folder_id_fkey FOREIGN KEY (workspace_id, folder_id) REFERENCES media_folders(workspace_id, id),
  constraint media_workspace_id_updated_by_fkey FOREIGN KEY (workspace_id, updated_by) REFERENCES members(workspace_id, id)
);
CREATE INDEX media_tags_idx ON app.media USING gin (tags);
CREATE INDEX media_unmeasured ON app.media USING btree (workspace_id, id) WHERE ((thumbhash IS NULL) AND (kind = 'image'::text) AND (trashed_at IS NULL));
CREATE INDEX media_workspace_id_created_at_id_idx ON app.media USING btree (workspace_id, created_at DESC, id DESC);
CREATE INDEX media_workspace_id_created_by_idx ON app.media USING btree (workspace_id, created_by);
CREATE INDEX media_workspace_id_file_id_idx ON app.media USING btree (workspace_id, file_id);
CREATE INDEX media_workspace_id_folder_id_created_at_id_idx ON app.media USING btree (workspace_id, folder_id, created_at DESC, id DESC);
CREATE INDEX media_workspace_id_hash_idx ON app.media USING btree (workspace_id, hash);
CREATE INDEX media_workspace_id_trashed_at_idx ON app.media USING btree (workspace_id, trashed_at) WHERE (trashed_at IS NOT NULL);
CREATE INDEX media_workspace_id_updated_by_idx ON app.media USING btree (workspace_id, updated_by);
alter table app.media enable row level security;
alter table app.media force row level security;
create policy owner_passes on app.media to owner using (true) with check (true);
create policy public_alone on app.media to owner using ((is_public AND (trashed_at IS NULL)));
create policy workspace_wall on app.media using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.media_contents (
  workspace_id uuid not null default current_workspace(),
  media_id uuid not null,
  hash bytea not null,
  file_id uuid not null,
  mime text not null,
  width integer,
  height integer,
  created_at timestamp with time zone not null default now(),
  moves boolean not null default false,
  constraint media_contents_hash_check CHECK ((octet_length(hash) = 32)),
  constraint media_contents_height_check CHECK ((height > 0)),
  constraint media_contents_pkey PRIMARY KEY (workspace_id, media_id, hash),
  constraint media_contents_width_check CHECK ((width > 0)),
  constraint media_contents_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id),
  constraint media_contents_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint media_contents_workspace_id_media_id_fkey FOREIGN KEY (workspace_id, media_id) REFERENCES media(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX media_contents_workspace_id_file_id_idx ON app.media_contents USING btree (workspace_id, file_id);
alter table app.media_contents enable row level security;
alter table app.media_contents force row level security;
create policy owner_passes on app.media_contents to owner using (true) with check (true);
create policy public_alone on app.media_contents to owner using ((EXISTS ( SELECT
   FROM media m
  WHERE ((m.workspace_id = media_contents.workspace_id) AND (m.id = media_contents.media_id)))));
create policy workspace_wall on app.media_contents using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.media_folders (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  parent_id uuid,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint media_folders_name_check CHECK (((name <> ''::text) AND (length(name) <= 80))),
  constraint media_folders_pkey PRIMARY KEY (workspace_id, id),
  constraint media_folders_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint media_folders_workspace_id_parent_id_fkey FOREIGN KEY (workspace_id, parent_id) REFERENCES media_folders(workspace_id, id)
);
CREATE UNIQUE INDEX media_folders_name ON app.media_folders USING btree (workspace_id, parent_id, lower(name)) NULLS NOT DISTINCT;
alter table app.media_folders enable row level security;
alter table app.media_folders force row level security;
create policy owner_passes on app.media_folders to owner using (true) with check (true);
create policy workspace_wall on app.media_folders using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.media_presets (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  name text not null,
  width integer,
  height integer,
  fit text not null,
  crop text not null,
  format text not null,
  quality integer not null,
  created_at timestamp with time zone not null default now(),
  constraint media_presets_check CHECK (((width IS NOT NULL) OR (height IS NOT NULL))),
  constraint media_presets_crop_check CHECK ((crop = ANY (ARRAY['focal'::text, 'center'::text]))),
  constraint media_presets_fit_check CHECK ((fit = ANY (ARRAY['cover'::text, 'contain'::text, 'inside'::text]))),
  constraint media_presets_format_check CHECK ((format = ANY (ARRAY['auto'::text, 'webp'::text, 'avif'::text, 'jpeg'::text, 'png'::text]))),
  constraint media_presets_height_check CHECK (((height >= 1) AND (height <= 2560))),
  constraint media_presets_name_check CHECK ((name ~ '^[A-Za-z][A-Za-z0-9_-]{0,39}$'::text)),
  constraint media_presets_pkey PRIMARY KEY (workspace_id, id),
  constraint media_presets_quality_check CHECK (((quality >= 1) AND (quality <= 100))),
  constraint media_presets_width_check CHECK (((width >= 1) AND (width <= 2560))),
  constraint media_presets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint media_presets_workspace_id_name_key UNIQUE (workspace_id, name)
);
alter table app.media_presets enable row level security;
alter table app.media_presets force row level security;
create policy owner_passes on app.media_presets to owner using (true) with check (true);
create policy workspace_wall on app.media_presets using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.media_uses (
  workspace_id uuid not null default current_workspace(),
  user_kind text not null,
  user_id uuid not null,
  media_id uuid not null,
  field text not null,
  label text not null default ''::text,
  constraint media_uses_field_check CHECK ((length(field) <= 120)),
  constraint media_uses_label_check CHECK ((length(label) <= 300)),
  constraint media_uses_pkey PRIMARY KEY (workspace_id, user_kind, user_id, media_id, field),
  constraint media_uses_user_kind_check CHECK (((user_kind <> ''::text) AND (length(user_kind) <= 40))),
  constraint media_uses_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint media_uses_workspace_id_media_id_fkey FOREIGN KEY (workspace_id, media_id) REFERENCES media(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX media_uses_workspace_id_media_id_idx ON app.media_uses USING btree (workspace_id, media_id);
alter table app.media_uses enable row level security;
alter table app.media_uses force row level security;
create policy owner_passes on app.media_uses to owner using (true) with check (true);
create policy workspace_wall on app.media_uses using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.media_variants (
  workspace_id uuid not null default current_workspace(),
  file_id uuid not null,
  recipe text not null,
  id uuid not null default uuidv7(),
  mime text,
  bytes bigint not null default 0,
  tries integer not null default 0,
  busy_until timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint media_variants_bytes_check CHECK ((bytes >= 0)),
  constraint media_variants_mime_check CHECK ((mime = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'image/avif'::text, 'image/gif'::text, 'image/svg+xml'::text]))),
  constraint media_variants_pkey PRIMARY KEY (workspace_id, file_id, recipe),
  constraint media_variants_recipe_check CHECK ((length(recipe) <= 100)),
  constraint media_variants_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id) ON DELETE CASCADE,
  constraint media_variants_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX media_variants_workspace_id_file_id_created_at_idx ON app.media_variants USING btree (workspace_id, file_id, created_at);
alter table app.media_variants enable row level security;
alter table app.media_variants force row level security;
create policy owner_passes on app.media_variants to owner using (true) with check (true);
create policy workspace_wall on app.media_variants using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.members (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  email text not null,
  name text not null default ''::text,
  surname text not null default ''::text,
  role text not null,
  status text not null default 'active'::text,
  is_hr_admin boolean not null default false,
  time_zone text,
  language text not null default 'en'::text,
  theme text not null default 'system'::text,
  single_keys boolean not null default true,
  notifications jsonb not null default '{"reviews": true, "assigned": true, "mentioned": true, "handedOver": true, "deliveryFailed": true, "customerReplied": true}'::jsonb,
  invited_by uuid,
  invited_at timestamp with time zone,
  joined_at timestamp with time zone,
  last_seen_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  signature text not null default ''::text,
  constraint members_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint members_name_check CHECK ((length(name) <= 120)),
  constraint members_pkey PRIMARY KEY (workspace_id, id),
  constraint members_role_check CHECK ((role = ANY (ARRAY['FreeAdminUser'::text, 'AdminUser'::text, 'TeamUser'::text]))),
  constraint members_signature_check CHECK ((length(signature) <= 1000)),
  constraint members_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'active'::text, 'deactivated'::text]))),
  constraint members_surname_check CHECK ((length(surname) <= 120)),
  constraint members_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text]))),
  constraint members_workspace_id_email_key UNIQUE (workspace_id, email),
  constraint members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint members_workspace_id_invited_by_fkey FOREIGN KEY (workspace_id, invited_by) REFERENCES members(workspace_id, id)
);
alter table app.members enable row level security;
alter table app.members force row level security;
create policy owner_passes on app.members to owner using (true) with check (true);
create policy workspace_wall on app.members using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.messages (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  ticket_id uuid not null,
  seq integer not null,
  kind text not null,
  author_type text not null,
  member_id uuid,
  customer_id uuid,
  channel text not null,
  body_html text not null default ''::text,
  body_text text not null default ''::text,
  quoted_text text,
  is_automatic boolean not null default false,
  flags text[] not null default '{}'::text[],
  mail_message_id text,
  status_after text,
  send_at timestamp with time zone,
  sent_at timestamp with time zone,
  redacted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  waits_as text,
  status_id_after uuid,
  changes_after jsonb,
  macro jsonb,
  constraint messages_author_type_check CHECK ((author_type = ANY (ARRAY['customer'::text, 'agent'::text, 'system'::text]))),
  constraint messages_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'portal'::text, 'agent'::text, 'phone'::text, 'chat'::text, 'in_person'::text, 'other'::text, 'api'::text, 'import'::text]))),
  constraint messages_check1 CHECK (((author_type <> 'agent'::text) OR (member_id IS NOT NULL))),
  constraint messages_check2 CHECK (((author_type <> 'customer'::text) OR (customer_id IS NOT NULL))),
  constraint messages_kind_check CHECK ((kind = ANY (ARRAY['reply'::text, 'note'::text]))),
  constraint messages_pkey PRIMARY KEY (workspace_id, id),
  constraint messages_waits_as_check CHECK ((waits_as = ANY (ARRAY['proven'::text, 'unverified'::text]))),
  constraint messages_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id),
  constraint messages_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint messages_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id),
  constraint messages_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE,
  constraint messages_workspace_id_ticket_id_seq_key UNIQUE (workspace_id, ticket_id, seq)
);
CREATE INDEX messages_held_idx ON app.messages USING btree (workspace_id, ticket_id) WHERE (sent_at IS NULL);
CREATE INDEX messages_replies_idx ON app.messages USING btree (workspace_id, sent_at DESC) WHERE ((author_type = 'agent'::text) AND (kind = 'reply'::text));
CREATE INDEX messages_workspace_id_customer_id_idx ON app.messages USING btree (workspace_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX messages_workspace_id_mail_message_id_idx ON app.messages USING btree (workspace_id, mail_message_id) WHERE (mail_message_id IS NOT NULL);
alter table app.messages enable row level security;
alter table app.messages force row level security;
create policy owner_passes on app.messages to owner using (true) with check (true);
create policy workspace_wall on app.messages using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  version text,
  allows_older boolean not null default false,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table app.note_mentions (
  workspace_id uuid not null default current_workspace(),
  message_id uuid not null,
  member_id uuid not null,
  constraint note_mentions_pkey PRIMARY KEY (workspace_id, message_id, member_id),
  constraint note_mentions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint note_mentions_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE CASCADE,
  constraint note_mentions_workspace_id_message_id_fkey FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX note_mentions_workspace_id_member_id_idx ON app.note_mentions USING btree (workspace_id, member_id);
alter table app.note_mentions enable row level security;
alter table app.note_mentions force row level security;
create policy owner_passes on app.note_mentions to owner using (true) with check (true);
create policy workspace_wall on app.note_mentions using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.outgoing_mails (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  kind text not null,
  recipient text not null,
  ticket_id uuid,
  message_id uuid,
  mail_message_id text not null,
  content jsonb,
  state text not null default 'queued'::text,
  attempts integer not null default 0,
  reason jsonb,
  next_try_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  bounced_at timestamp with time zone,
  side_message_id uuid,
  constraint outgoing_mails_pkey PRIMARY KEY (workspace_id, id),
  constraint outgoing_mails_reason_has_a_code CHECK ((reason ? 'code'::text)),
  constraint outgoing_mails_side_message_id_fkey FOREIGN KEY (workspace_id, side_message_id) REFERENCES side_messages(workspace_id, id) ON DELETE CASCADE,
  constraint outgoing_mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'retrying'::text, 'failed'::text, 'bounced'::text]))),
  constraint outgoing_mails_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint outgoing_mails_workspace_id_mail_message_id_recipient_key UNIQUE (workspace_id, mail_message_id, recipient),
  constraint outgoing_mails_workspace_id_message_id_fkey FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) ON DELETE CASCADE,
  constraint outgoing_mails_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX outgoing_mails_bounced_idx ON app.outgoing_mails USING btree (workspace_id, recipient, bounced_at) WHERE (bounced_at IS NOT NULL);
CREATE INDEX outgoing_mails_workspace_id_created_at_idx ON app.outgoing_mails USING btree (workspace_id, created_at);
CREATE INDEX outgoing_mails_workspace_id_message_id_idx ON app.outgoing_mails USING btree (workspace_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX outgoing_mails_workspace_id_side_message_id_idx ON app.outgoing_mails USING btree (workspace_id, side_message_id) WHERE (side_message_id IS NOT NULL);
CREATE INDEX outgoing_mails_workspace_id_ticket_id_idx ON app.outgoing_mails USING btree (workspace_id, ticket_id) WHERE (ticket_id IS NOT NULL);
alter table app.outgoing_mails enable row level security;
alter table app.outgoing_mails force row level security;
create policy owner_passes on app.outgoing_mails to owner using (true) with check (true);
create policy workspace_wall on app.outgoing_mails using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.outside_links (
  workspace_id uuid not null default current_workspace(),
  hash bytea not null,
  url text not null,
  state text,
  fault text,
  status integer,
  failures integer not null default 0,
  first_seen_at timestamp with time zone not null default now(),
  checked_at timestamp with time zone,
  next_check_at timestamp with time zone not null default now(),
  constraint outside_links_fault_check CHECK ((fault = ANY (ARRAY['bad-answer'::text, 'no-address'::text, 'bad-certificate'::text, 'refused'::text, 'no-answer'::text]))),
  constraint outside_links_hash_check CHECK ((octet_length(hash) = 32)),
  constraint outside_links_pkey PRIMARY KEY (workspace_id, hash),
  constraint outside_links_state_check CHECK ((state = ANY (ARRAY['works'::text, 'broken'::text, 'unsure'::text]))),
  constraint outside_links_url_check CHECK ((length(url) <= 2048)),
  constraint outside_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX outside_links_workspace_id_checked_at_idx ON app.outside_links USING btree (workspace_id, checked_at);
CREATE INDEX outside_links_workspace_id_next_check_at_idx ON app.outside_links USING btree (workspace_id, next_check_at);
alter table app.outside_links enable row level security;
alter table app.outside_links force row level security;
create policy owner_passes on app.outside_links to owner using (true) with check (true);
create policy workspace_wall on app.outside_links using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.pictures (
  workspace_id uuid not null default current_workspace(),
  file_id uuid not null,
  edge integer not null,
  mime text,
  bytes bigint not null default 0,
  tries integer not null default 0,
  busy_until timestamp with time zone not null,
  width integer,
  height integer,
  passed_limit text,
  constraint pictures_bytes_check CHECK ((bytes >= 0)),
  constraint pictures_edge_check CHECK ((edge > 0)),
  constraint pictures_height_check CHECK ((height > 0)),
  constraint pictures_mime_check CHECK ((mime = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'image/gif'::text]))),
  constraint pictures_passed_limit_check CHECK ((passed_limit = ANY (ARRAY['memory'::text, 'pixels'::text, 'bytes'::text]))),
  constraint pictures_pkey PRIMARY KEY (workspace_id, file_id, edge),
  constraint pictures_width_check CHECK ((width > 0)),
  constraint pictures_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id) ON DELETE CASCADE,
  constraint pictures_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.pictures enable row level security;
alter table app.pictures force row level security;
create policy owner_passes on app.pictures to owner using (true) with check (true);
create policy workspace_wall on app.pictures using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.popular_articles (
  workspace_id uuid not null default current_workspace(),
  "position" integer not null,
  article_id uuid not null,
  constraint popular_articles_pkey PRIMARY KEY (workspace_id, "position"),
  constraint popular_articles_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint popular_articles_workspace_id_article_id_key UNIQUE (workspace_id, article_id),
  constraint popular_articles_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.popular_articles enable row level security;
alter table app.popular_articles force row level security;
create policy owner_passes on app.popular_articles to owner using (true) with check (true);
create policy public_alone on app.popular_articles to owner using ((EXISTS ( SELECT
   FROM published_texts p
  WHERE ((p.workspace_id = popular_articles.workspace_id) AND (p.article_id = popular_articles.article_id)))));
create policy workspace_wall on app.popular_articles using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.preview_links (
  workspace_id uuid not null default current_workspace(),
  article_id uuid not null,
  language text not null,
  id uuid not null,
  expires_at timestamp with time zone not null,
  created_by uuid,
  audience text not null,
  constraint preview_links_audience_check CHECK ((audience = ANY (ARRAY['public'::text, 'customers'::text, 'team'::text]))),
  constraint preview_links_pkey PRIMARY KEY (workspace_id, article_id, language, audience),
  constraint preview_links_workspace_id_article_id_language_fkey FOREIGN KEY (workspace_id, article_id, language) REFERENCES article_texts(workspace_id, article_id, language) ON DELETE CASCADE,
  constraint preview_links_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES members(workspace_id, id),
  constraint preview_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint preview_links_workspace_id_id_key UNIQUE (workspace_id, id)
);
CREATE INDEX preview_links_workspace_id_created_by_idx ON app.preview_links USING btree (workspace_id, created_by);
alter table app.preview_links enable row level security;
alter table app.preview_links force row level security;
create policy owner_passes on app.preview_links to owner using (true) with check (true);
create policy workspace_wall on app.preview_links using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.published_files (
  workspace_id uuid not null default current_workspace(),
  article_id uuid not null,
  language text not null,
  kind text not null,
  file_id uuid not null,
  stored_id uuid not null,
  audience text not null,
  width integer,
  height integer,
  constraint published_files_audience_check CHECK ((audience = ANY (ARRAY['public'::text, 'customers'::text, 'team'::text]))),
  constraint published_files_height_check CHECK ((height > 0)),
  constraint published_files_kind_check CHECK ((kind = ANY (ARRAY['picture'::text, 'file'::text]))),
  constraint published_files_pkey PRIMARY KEY (workspace_id, article_id, language, kind, file_id),
  constraint published_files_width_check CHECK ((width > 0)),
  constraint published_files_workspace_id_article_id_language_fkey FOREIGN KEY (workspace_id, article_id, language) REFERENCES published_texts(workspace_id, article_id, language) ON DELETE CASCADE,
  constraint published_files_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id),
  constraint published_files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint published_files_workspace_id_stored_id_fkey FOREIGN KEY (workspace_id, stored_id) REFERENCES files(workspace_id, id)
);
CREATE INDEX published_files_workspace_id_file_id_idx ON app.published_files USING btree (workspace_id, file_id);
CREATE INDEX published_files_workspace_id_stored_id_idx ON app.published_files USING btree (workspace_id, stored_id);
alter table app.published_files enable row level security;
alter table app.published_files force row level security;
create policy owner_passes on app.published_files to owner using (true) with check (true);
create policy public_alone on app.published_files to owner using ((audience = 'public'::text));
create policy workspace_wall on app.published_files using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.published_texts (
  workspace_id uuid not null default current_workspace(),
  article_id uuid not null,
  language text not null,
  category_id uuid,
  "position" integer not null,
  audience text not null,
  is_listed boolean not null,
  is_pinned boolean not null,
  takes_feedback boolean not null,
  labels text[] not null,
  title text not null,
  slug text not null,
  document jsonb not null,
  excerpt text not null,
  meta_title text not null,
  meta_description text not null,
  social_file_id uuid,
  words text not null,
  revision integer not null,
  first_published_at timestamp with time zone not null,
  published_at timestamp with time zone not null,
  constraint published_texts_audience_check CHECK ((audience = ANY (ARRAY['public'::text, 'customers'::text, 'team'::text]))),
  constraint published_texts_pkey PRIMARY KEY (workspace_id, article_id, language),
  constraint published_texts_workspace_id_article_id_language_fkey FOREIGN KEY (workspace_id, article_id, language) REFERENCES article_texts(workspace_id, article_id, language) ON DELETE CASCADE,
  constraint published_texts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint published_texts_workspace_id_language_slug_key UNIQUE (workspace_id, language, slug)
);
CREATE INDEX published_texts_workspace_id_category_id_position_idx ON app.published_texts USING btree (workspace_id, category_id, "position");
CREATE INDEX published_texts_workspace_id_language_category_id_audience__idx ON app.published_texts USING btree (workspace_id, language, category_id, audience, is_listed) INCLUDE (article_id);
CREATE INDEX published_texts_workspace_id_language_idx ON app.published_texts USING btree (workspace_id, language) WHERE is_pinned;
CREATE INDEX published_texts_workspace_id_language_published_at_article__idx ON app.published_texts USING btree (workspace_id, language, published_at DESC, article_id DESC);
CREATE INDEX published_texts_workspace_id_language_slug_idx ON app.published_texts USING btree (workspace_id, language, slug COLLATE "C");
alter table app.published_texts enable row level security;
alter table app.published_texts force row level security;
create policy owner_passes on app.published_texts to owner using (true) with check (true);
create policy public_alone on app.published_texts to owner using ((audience = 'public'::text));
create policy workspace_wall on app.published_texts using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.redirects (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  path text not null,
  article_id uuid,
  created_at timestamp with time zone not null default now(),
  category_id uuid,
  is_pattern boolean not null default false,
  constraint redirects_path_check CHECK (((path ~~ '/_%'::text) AND (length(path) <= 1000))),
  constraint redirects_pkey PRIMARY KEY (workspace_id, id),
  constraint redirects_target_check CHECK (((article_id IS NULL) OR (category_id IS NULL))),
  constraint redirects_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint redirects_workspace_id_category_id_fkey FOREIGN KEY (workspace_id, category_id) REFERENCES categories(workspace_id, id) ON DELETE CASCADE,
  constraint redirects_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint redirects_workspace_id_path_key UNIQUE (workspace_id, path)
);
CREATE INDEX redirects_patterns_idx ON app.redirects USING btree (workspace_id) WHERE is_pattern;
CREATE INDEX redirects_workspace_id_article_id_idx ON app.redirects USING btree (workspace_id, article_id);
CREATE INDEX redirects_workspace_id_category_id_idx ON app.redirects USING btree (workspace_id, category_id);
alter table app.redirects enable row level security;
alter table app.redirects force row level security;
create policy owner_passes on app.redirects to owner using (true) with check (true);
create policy workspace_wall on app.redirects using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.related_articles (
  workspace_id uuid not null default current_workspace(),
  article_id uuid not null,
  "position" integer not null,
  related_id uuid not null,
  constraint related_articles_check CHECK ((related_id <> article_id)),
  constraint related_articles_pkey PRIMARY KEY (workspace_id, article_id, "position"),
  constraint related_articles_workspace_id_article_id_fkey FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
  constraint related_articles_workspace_id_article_id_related_id_key UNIQUE (workspace_id, article_id, related_id),
  constraint related_articles_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint related_articles_workspace_id_related_id_fkey FOREIGN KEY (workspace_id, related_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX related_articles_workspace_id_related_id_idx ON app.related_articles USING btree (workspace_id, related_id);
alter table app.related_articles enable row level security;
alter table app.related_articles force row level security;
create policy owner_passes on app.related_articles to owner using (true) with check (true);
create policy public_alone on app.related_articles to owner using ((EXISTS ( SELECT
   FROM published_texts p
  WHERE ((p.workspace_id = related_articles.workspace_id) AND (p.article_id = related_articles.related_id)))));
create policy workspace_wall on app.related_articles using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.resumable_uploads (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  uploader_id uuid not null,
  name text not null,
  mime text not null,
  bytes bigint not null,
  received bigint not null default 0,
  parts uuid[] not null default '{}'::uuid[],
  created_at timestamp with time zone not null default now(),
  constraint resumable_uploads_bytes_check CHECK ((bytes >= 0)),
  constraint resumable_uploads_check CHECK (((received >= 0) AND (received <= bytes))),
  constraint resumable_uploads_mime_check CHECK ((octet_length(mime) <= 200)),
  constraint resumable_uploads_name_check CHECK (((name <> ''::text) AND (octet_length(name) <= 255))),
  constraint resumable_uploads_pkey PRIMARY KEY (workspace_id, id),
  constraint resumable_uploads_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint resumable_uploads_workspace_id_uploader_id_fkey FOREIGN KEY (workspace_id, uploader_id) REFERENCES members(workspace_id, id)
);
CREATE INDEX resumable_uploads_workspace_id_created_at_idx ON app.resumable_uploads USING btree (workspace_id, created_at);
CREATE INDEX resumable_uploads_workspace_id_uploader_id_idx ON app.resumable_uploads USING btree (workspace_id, uploader_id);
alter table app.resumable_uploads enable row level security;
alter table app.resumable_uploads force row level security;
create policy owner_passes on app.resumable_uploads to owner using (true) with check (true);
create policy workspace_wall on app.resumable_uploads using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.service_settings (
  workspace_id uuid not null default current_workspace(),
  started_at timestamp with time zone,
  support_name text not null,
  reply_status text not null default 'pending'::text,
  reopen_days integer not null default 14,
  close_days integer not null default 7,
  remind_days integer not null default 0,
  detects_thanks boolean not null default true,
  forms_and_lists text[] not null default '{}'::text[],
  assigns_on_reply boolean not null default true,
  tells_solved boolean not null default true,
  signature text not null default ''::text,
  constraint service_settings_close_days_check CHECK (((close_days >= 0) AND (close_days <= 365))),
  constraint service_settings_few_forms CHECK ((cardinality(forms_and_lists) <= 50)),
  constraint service_settings_pkey PRIMARY KEY (workspace_id),
  constraint service_settings_remind_days_check CHECK (((remind_days >= 0) AND (remind_days <= 365))),
  constraint service_settings_reopen_days_check CHECK (((reopen_days >= 0) AND (reopen_days <= 365))),
  constraint service_settings_reply_status_check CHECK ((reply_status = ANY (ARRAY['open'::text, 'pending'::text, 'solved'::text]))),
  constraint service_settings_signature_check CHECK ((length(signature) <= 1000)),
  constraint service_settings_support_name_check CHECK ((support_name <> ''::text)),
  constraint service_settings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.service_settings enable row level security;
alter table app.service_settings force row level security;
create policy owner_passes on app.service_settings to owner using (true) with check (true);
create policy workspace_wall on app.service_settings using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.side_attachments (
  workspace_id uuid not null default current_workspace(),
  side_message_id uuid not null,
  file_id uuid not null,
  "position" integer not null,
  constraint side_attachments_pkey PRIMARY KEY (workspace_id, side_message_id, file_id),
  constraint side_attachments_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id) ON DELETE CASCADE,
  constraint side_attachments_workspace_id_file_id_key UNIQUE (workspace_id, file_id),
  constraint side_attachments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint side_attachments_workspace_id_side_message_id_fkey FOREIGN KEY (workspace_id, side_message_id) REFERENCES side_messages(workspace_id, id) ON DELETE CASCADE
);
alter table app.side_attachments enable row level security;
alter table app.side_attachments force row level security;
create policy owner_passes on app.side_attachments to owner using (true) with check (true);
create policy workspace_wall on app.side_attachments using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.side_conversations (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  ticket_id uuid not null,
  subject text not null,
  recipients text[] not null,
  last_seq integer not null default 0,
  last_answer_seq integer not null default 0,
  last_message_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint side_conversations_pkey PRIMARY KEY (workspace_id, id),
  constraint side_conversations_recipients_check CHECK (((cardinality(recipients) >= 1) AND (cardinality(recipients) <= 10))),
  constraint side_conversations_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255))),
  constraint side_conversations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint side_conversations_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX side_conversations_workspace_id_ticket_id_idx ON app.side_conversations USING btree (workspace_id, ticket_id);
alter table app.side_conversations enable row level security;
alter table app.side_conversations force row level security;
create policy owner_passes on app.side_conversations to owner using (true) with check (true);
create policy workspace_wall on app.side_conversations using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.side_drafts (
  workspace_id uuid not null default current_workspace(),
  side_conversation_id uuid not null,
  member_id uuid not null,
  recipients text[] not null,
  html text not null,
  file_ids uuid[] not null default '{}'::uuid[],
  revision uuid not null,
  updated_at timestamp with time zone not null default now(),
  constraint side_drafts_pkey PRIMARY KEY (workspace_id, side_conversation_id, member_id),
  constraint side_drafts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint side_drafts_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE CASCADE,
  constraint side_drafts_workspace_id_side_conversation_id_fkey FOREIGN KEY (workspace_id, side_conversation_id) REFERENCES side_conversations(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX side_drafts_workspace_id_member_id_updated_at_side_conversa_idx ON app.side_drafts USING btree (workspace_id, member_id, updated_at DESC, side_conversation_id);
alter table app.side_drafts enable row level security;
alter table app.side_drafts force row level security;
create policy owner_passes on app.side_drafts to owner using (true) with check (true);
create policy workspace_wall on app.side_drafts using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.side_messages (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  side_conversation_id uuid not null,
  seq integer not null,
  member_id uuid,
  address text,
  name text not null default ''::text,
  recipients text[] not null default '{}'::text[],
  body_html text not null default ''::text,
  body_text text not null default ''::text,
  quoted_text text,
  forwarded_message_id uuid,
  is_automatic boolean not null default false,
  flags text[] not null default '{}'::text[],
  mail_message_id text,
  send_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  redacted_at timestamp with time zone,
  constraint side_messages_flags_check CHECK ((flags <@ ARRAY['stranger'::text, 'unverified'::text, 'used-id'::text])),
  constraint side_messages_have_one_author CHECK (((member_id IS NULL) <> (address IS NULL))),
  constraint side_messages_pkey PRIMARY KEY (workspace_id, id),
  constraint side_messages_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint side_messages_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id),
  constraint side_messages_workspace_id_side_conversation_id_fkey FOREIGN KEY (workspace_id, side_conversation_id) REFERENCES side_conversations(workspace_id, id) ON DELETE CASCADE,
  constraint side_messages_workspace_id_side_conversation_id_seq_key UNIQUE (workspace_id, side_conversation_id, seq)
);
CREATE INDEX side_messages_workspace_id_address_idx ON app.side_messages USING btree (workspace_id, address) WHERE (address IS NOT NULL);
CREATE INDEX side_messages_workspace_id_mail_message_id_idx ON app.side_messages USING btree (workspace_id, mail_message_id) WHERE (mail_message_id IS NOT NULL);
CREATE INDEX side_messages_workspace_id_member_id_idx ON app.side_messages USING btree (workspace_id, member_id) WHERE (member_id IS NOT NULL);
alter table app.side_messages enable row level security;
alter table app.side_messages force row level security;
create policy owner_passes on app.side_messages to owner using (true) with check (true);
create policy workspace_wall on app.side_messages using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.side_reads (
  workspace_id uuid not null default current_workspace(),
  side_conversation_id uuid not null,
  member_id uuid not null,
  seq integer not null,
  constraint side_reads_pkey PRIMARY KEY (workspace_id, side_conversation_id, member_id),
  constraint side_reads_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint side_reads_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE CASCADE,
  constraint side_reads_workspace_id_side_conversation_id_fkey FOREIGN KEY (workspace_id, side_conversation_id) REFERENCES side_conversations(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX side_reads_workspace_id_member_id_idx ON app.side_reads USING btree (workspace_id, member_id);
alter table app.side_reads enable row level security;
alter table app.side_reads force row level security;
create policy owner_passes on app.side_reads to owner using (true) with check (true);
create policy workspace_wall on app.side_reads using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.team_members (
  workspace_id uuid not null default current_workspace(),
  team_id uuid not null,
  member_id uuid not null,
  constraint team_members_pkey PRIMARY KEY (workspace_id, team_id, member_id),
  constraint team_members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint team_members_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE CASCADE,
  constraint team_members_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX team_members_workspace_id_member_id_idx ON app.team_members USING btree (workspace_id, member_id);
alter table app.team_members enable row level security;
alter table app.team_members force row level security;
create policy owner_passes on app.team_members to owner using (true) with check (true);
create policy workspace_wall on app.team_members using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.teams (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  name text not null,
  color text not null,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  address text,
  constraint teams_address_check CHECK (((address ~ '^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$'::text) AND (length(address) <= 64))),
  constraint teams_color_check CHECK ((color = ANY (ARRAY['blue'::text, 'teal'::text, 'plum'::text, 'green'::text, 'grey'::text]))),
  constraint teams_name_check CHECK (((name <> ''::text) AND (length(name) <= 60))),
  constraint teams_pkey PRIMARY KEY (workspace_id, id),
  constraint teams_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX teams_address ON app.teams USING btree (workspace_id, address) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX teams_name ON app.teams USING btree (workspace_id, lower(name)) WHERE (deleted_at IS NULL);
alter table app.teams enable row level security;
alter table app.teams force row level security;
create policy owner_passes on app.teams to owner using (true) with check (true);
create policy workspace_wall on app.teams using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_changes (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  member_id uuid not null,
  created_at timestamp with time zone not null default now(),
  undone_at timestamp with time zone,
  constraint ticket_changes_pkey PRIMARY KEY (workspace_id, id),
  constraint ticket_changes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint ticket_changes_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id)
);
CREATE INDEX ticket_changes_workspace_id_created_at_idx ON app.ticket_changes USING btree (workspace_id, created_at);
CREATE INDEX ticket_changes_workspace_id_member_id_idx ON app.ticket_changes USING btree (workspace_id, member_id);
alter table app.ticket_changes enable row level security;
alter table app.ticket_changes force row level security;
create policy owner_passes on app.ticket_changes to owner using (true) with check (true);
create policy workspace_wall on app.ticket_changes using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_copies (
  workspace_id uuid not null default current_workspace(),
  ticket_id uuid not null,
  customer_id uuid not null,
  quotes_from timestamp with time zone,
  constraint ticket_copies_pkey PRIMARY KEY (workspace_id, ticket_id, customer_id),
  constraint ticket_copies_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint ticket_copies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint ticket_copies_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_copies_workspace_id_customer_id_idx ON app.ticket_copies USING btree (workspace_id, customer_id);
alter table app.ticket_copies enable row level security;
alter table app.ticket_copies force row level security;
create policy owner_passes on app.ticket_copies to owner using (true) with check (true);
create policy workspace_wall on app.ticket_copies using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_followers (
  workspace_id uuid not null default current_workspace(),
  ticket_id uuid not null,
  member_id uuid not null,
  followed_at timestamp with time zone not null default now(),
  constraint ticket_followers_pkey PRIMARY KEY (workspace_id, ticket_id, member_id),
  constraint ticket_followers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint ticket_followers_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE CASCADE,
  constraint ticket_followers_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_followers_workspace_id_member_id_idx ON app.ticket_followers USING btree (workspace_id, member_id);
alter table app.ticket_followers enable row level security;
alter table app.ticket_followers force row level security;
create policy owner_passes on app.ticket_followers to owner using (true) with check (true);
create policy workspace_wall on app.ticket_followers using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_forms (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  key text not null,
  name text not null,
  description text not null default ''::text,
  fields uuid[] not null default '{}'::uuid[],
  defaults jsonb not null default '{}'::jsonb,
  is_public boolean not null default false,
  for_visitors boolean not null default false,
  "position" integer not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint ticket_forms_defaults_check CHECK ((octet_length((defaults)::text) <= 10000)),
  constraint ticket_forms_description_check CHECK ((length(description) <= 300)),
  constraint ticket_forms_fields_check CHECK ((cardinality(fields) <= 100)),
  constraint ticket_forms_key_check CHECK (((key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(key) <= 40))),
  constraint ticket_forms_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint ticket_forms_pkey PRIMARY KEY (workspace_id, id),
  constraint ticket_forms_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX ticket_forms_key ON app.ticket_forms USING btree (workspace_id, key);
alter table app.ticket_forms enable row level security;
alter table app.ticket_forms force row level security;
create policy owner_passes on app.ticket_forms to owner using (true) with check (true);
create policy workspace_wall on app.ticket_forms using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_links (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  ticket_id uuid not null,
  kind text not null,
  other_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint ticket_links_are_of_two_tickets CHECK ((ticket_id <> other_id)),
  constraint ticket_links_kind_check CHECK ((kind = ANY (ARRAY['related'::text, 'duplicate_of'::text, 'blocks'::text, 'parent_of'::text, 'incident_of'::text]))),
  constraint ticket_links_pkey PRIMARY KEY (workspace_id, id),
  constraint ticket_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint ticket_links_workspace_id_other_id_fkey FOREIGN KEY (workspace_id, other_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE,
  constraint ticket_links_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE,
  constraint ticket_links_workspace_id_ticket_id_kind_other_id_key UNIQUE (workspace_id, ticket_id, kind, other_id)
);
CREATE INDEX ticket_links_incidents ON app.ticket_links USING btree (workspace_id, other_id, id) WHERE (kind = 'incident_of'::text);
CREATE UNIQUE INDEX ticket_links_one_problem ON app.ticket_links USING btree (workspace_id, ticket_id) WHERE (kind = 'incident_of'::text);
CREATE INDEX ticket_links_workspace_id_other_id_idx ON app.ticket_links USING btree (workspace_id, other_id);
alter table app.ticket_links enable row level security;
alter table app.ticket_links force row level security;
create policy owner_passes on app.ticket_links to owner using (true) with check (true);
create policy workspace_wall on app.ticket_links using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_merges (
  workspace_id uuid not null default current_workspace(),
  ticket_id uuid not null,
  into_id uuid not null,
  source_before jsonb not null,
  source_after jsonb not null,
  target_before jsonb not null,
  target_after jsonb not null,
  brought_tags text[] not null,
  added_tags text[] not null,
  brought_copies uuid[] not null,
  added_copies uuid[] not null,
  note_id uuid,
  merged_at timestamp with time zone not null default now(),
  brought_followers uuid[] not null default '{}'::uuid[],
  added_followers uuid[] not null default '{}'::uuid[],
  constraint ticket_merges_are_of_two_tickets CHECK ((ticket_id <> into_id)),
  constraint ticket_merges_pkey PRIMARY KEY (workspace_id, ticket_id),
  constraint ticket_merges_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint ticket_merges_workspace_id_into_id_fkey FOREIGN KEY (workspace_id, into_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE,
  constraint ticket_merges_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_merges_workspace_id_into_id_idx ON app.ticket_merges USING btree (workspace_id, into_id);
alter table app.ticket_merges enable row level security;
alter table app.ticket_merges force row level security;
create policy owner_passes on app.ticket_merges to owner using (true) with check (true);
create policy workspace_wall on app.ticket_merges using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_numbers (
  workspace_id uuid not null default current_workspace(),
  last_number integer not null default 0,
  constraint ticket_numbers_pkey PRIMARY KEY (workspace_id),
  constraint ticket_numbers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.ticket_numbers enable row level security;
alter table app.ticket_numbers force row level security;
create policy owner_passes on app.ticket_numbers to owner using (true) with check (true);
create policy workspace_wall on app.ticket_numbers using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_reads (
  workspace_id uuid not null default current_workspace(),
  ticket_id uuid not null,
  member_id uuid not null,
  seq integer not null,
  constraint ticket_reads_pkey PRIMARY KEY (workspace_id, ticket_id, member_id),
  constraint ticket_reads_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint ticket_reads_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE CASCADE,
  constraint ticket_reads_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
alter table app.ticket_reads enable row level security;
alter table app.ticket_reads force row level security;
create policy owner_passes on app.ticket_reads to owner using (true) with check (true);
create policy workspace_wall on app.ticket_reads using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_search (
  workspace_id uuid not null default current_workspace(),
  ticket_id uuid not null,
  requester_id uuid not null,
  public_words tsvector not null default ''::tsvector,
  internal_words tsvector not null default ''::tsvector,
  updated_at timestamp with time zone not null default now(),
  public_updated_at timestamp with time zone not null default now(),
  constraint ticket_search_pkey PRIMARY KEY (workspace_id, ticket_id),
  constraint ticket_search_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint ticket_search_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_search_expr_idx ON app.ticket_search USING gin (((public_words || internal_words))) WITH (fastupdate=off);
CREATE INDEX ticket_search_workspace_id_requester_id_idx ON app.ticket_search USING btree (workspace_id, requester_id);
CREATE INDEX ticket_search_workspace_id_updated_at_ticket_id_idx ON app.ticket_search USING btree (workspace_id, updated_at DESC, ticket_id DESC);
alter table app.ticket_search enable row level security;
alter table app.ticket_search force row level security;
create policy owner_passes on app.ticket_search to owner using (true) with check (true);
create policy workspace_wall on app.ticket_search using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_splits (
  workspace_id uuid not null default current_workspace(),
  ticket_id uuid not null,
  from_id uuid not null,
  messages jsonb not null,
  source_before jsonb not null,
  source_after jsonb not null,
  split_at timestamp with time zone not null default now(),
  constraint ticket_splits_pkey PRIMARY KEY (workspace_id, ticket_id),
  constraint ticket_splits_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint ticket_splits_workspace_id_from_id_fkey FOREIGN KEY (workspace_id, from_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE,
  constraint ticket_splits_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_splits_workspace_id_from_id_idx ON app.ticket_splits USING btree (workspace_id, from_id);
alter table app.ticket_splits enable row level security;
alter table app.ticket_splits force row level security;
create policy owner_passes on app.ticket_splits to owner using (true) with check (true);
create policy workspace_wall on app.ticket_splits using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_statuses (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  category text not null,
  name text not null,
  customer_label text not null default ''::text,
  color text not null,
  "position" integer not null,
  is_default boolean not null default false,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint ticket_statuses_category_check CHECK ((category = ANY (ARRAY['new'::text, 'open'::text, 'pending'::text, 'on_hold'::text, 'solved'::text, 'closed'::text]))),
  constraint ticket_statuses_check CHECK (((NOT is_default) OR (deleted_at IS NULL))),
  constraint ticket_statuses_color_check CHECK ((color = ANY (ARRAY['blue'::text, 'teal'::text, 'plum'::text, 'green'::text, 'grey'::text]))),
  constraint ticket_statuses_customer_label_check CHECK ((length(customer_label) <= 40)),
  constraint ticket_statuses_name_check CHECK (((name <> ''::text) AND (length(name) <= 40))),
  constraint ticket_statuses_pkey PRIMARY KEY (workspace_id, id),
  constraint ticket_statuses_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint ticket_statuses_workspace_id_id_category_key UNIQUE (workspace_id, id, category)
);
CREATE UNIQUE INDEX ticket_statuses_default ON app.ticket_statuses USING btree (workspace_id, category) WHERE is_default;
CREATE UNIQUE INDEX ticket_statuses_name ON app.ticket_statuses USING btree (workspace_id, lower(name)) WHERE (deleted_at IS NULL);
alter table app.ticket_statuses enable row level security;
alter table app.ticket_statuses force row level security;
create policy owner_passes on app.ticket_statuses to owner using (true) with check (true);
create policy workspace_wall on app.ticket_statuses using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_tags (
  workspace_id uuid not null default current_workspace(),
  ticket_id uuid not null,
  folded text not null,
  name text not null,
  constraint ticket_tags_pkey PRIMARY KEY (workspace_id, ticket_id, folded),
  constraint ticket_tags_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint ticket_tags_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_tags_workspace_id_folded_ticket_id_idx ON app.ticket_tags USING btree (workspace_id, folded, ticket_id);
alter table app.ticket_tags enable row level security;
alter table app.ticket_tags force row level security;
create policy owner_passes on app.ticket_tags to owner using (true) with check (true);
create policy workspace_wall on app.ticket_tags using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_view_displays (
  workspace_id uuid not null default current_workspace(),
  member_id uuid not null,
  view text not null,
  columns text[] not null,
  group_by text,
  folded text[] not null default '{}'::text[],
  constraint ticket_view_displays_pkey PRIMARY KEY (workspace_id, member_id, view),
  constraint ticket_view_displays_view_check CHECK ((length(view) <= 40)),
  constraint ticket_view_displays_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint ticket_view_displays_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id)
);
CREATE INDEX ticket_view_displays_workspace_id_view_idx ON app.ticket_view_displays USING btree (workspace_id, view);
alter table app.ticket_view_displays enable row level security;
alter table app.ticket_view_displays force row level security;
create policy owner_passes on app.ticket_view_displays to owner using (true) with check (true);
create policy workspace_wall on app.ticket_view_displays using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_view_settings (
  workspace_id uuid not null default current_workspace(),
  built_in text[] not null default '{}'::text[],
  hidden text[] not null default '{}'::text[],
  constraint ticket_view_settings_pkey PRIMARY KEY (workspace_id),
  constraint ticket_view_settings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
alter table app.ticket_view_settings enable row level security;
alter table app.ticket_view_settings force row level security;
create policy owner_passes on app.ticket_view_settings to owner using (true) with check (true);
create policy workspace_wall on app.ticket_view_settings using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_view_teams (
  workspace_id uuid not null default current_workspace(),
  view_id uuid not null,
  team_id uuid not null,
  constraint ticket_view_teams_pkey PRIMARY KEY (workspace_id, view_id, team_id),
  constraint ticket_view_teams_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint ticket_view_teams_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE CASCADE,
  constraint ticket_view_teams_workspace_id_view_id_fkey FOREIGN KEY (workspace_id, view_id) REFERENCES ticket_views(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_view_teams_workspace_id_team_id_idx ON app.ticket_view_teams USING btree (workspace_id, team_id);
alter table app.ticket_view_teams enable row level security;
alter table app.ticket_view_teams force row level security;
create policy owner_passes on app.ticket_view_teams to owner using (true) with check (true);
create policy workspace_wall on app.ticket_view_teams using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.ticket_views (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  author_id uuid not null,
  name text not null,
  query text not null,
  named jsonb not null default '{}'::jsonb,
  visibility text not null,
  columns text[] not null,
  group_by text,
  order_by text,
  "position" integer not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint ticket_views_name_check CHECK (((name <> ''::text) AND (length(name) <= 60))),
  constraint ticket_views_pkey PRIMARY KEY (workspace_id, id),
  constraint ticket_views_position_check CHECK (("position" >= 0)),
  constraint ticket_views_query_check CHECK ((length(query) <= 2000)),
  constraint ticket_views_visibility_check CHECK ((visibility = ANY (ARRAY['me'::text, 'team'::text, 'everyone'::text]))),
  constraint ticket_views_workspace_id_author_id_fkey FOREIGN KEY (workspace_id, author_id) REFERENCES members(workspace_id, id),
  constraint ticket_views_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX ticket_views_name ON app.ticket_views USING btree (workspace_id, author_id, lower(name));
CREATE INDEX ticket_views_workspace_id_idx1 ON app.ticket_views USING btree (workspace_id) WHERE (visibility <> 'me'::text);
alter table app.ticket_views enable row level security;
alter table app.ticket_views force row level security;
create policy owner_passes on app.ticket_views to owner using (true) with check (true);
create policy workspace_wall on app.ticket_views using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.tickets (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default uuidv7(),
  number integer not null,
  subject text not null,
  status text not null default 'new'::text,
  priority text not null default 'normal'::text,
  type text,
  channel text not null,
  requester_id uuid not null,
  assignee_id uuid,
  tags text[] not null default '{}'::text[],
  custom_fields jsonb not null default '{}'::jsonb,
  due_at timestamp with time zone,
  waiting_since timestamp with time zone,
  first_replied_at timestamp with time zone,
  solved_at timestamp with time zone,
  closed_at timestamp with time zone,
  snoozed_until timestamp with time zone,
  spam_at timestamp with time zone,
  trashed_at timestamp with time zone,
  reopen_count integer not null default 0,
  follow_up_of uuid,
  merged_into uuid,
  last_message_seq integer not null default 0,
  last_customer_seq integer not null default 0,
  snippet text not null default ''::text,
  public_snippet text not null default ''::text,
  revision integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  waiting_order timestamp with time zone not null generated always as (COALESCE(waiting_since, 'infinity'::timestamp with time zone)) stored,
  shelf text not null generated always as (
CASE
    WHEN (trashed_at IS NOT NULL) THEN 'trash'::text
    WHEN (spam_at IS NOT NULL) THEN 'spam'::text
    WHEN (status = ANY (ARRAY['solved'::text, 'closed'::text])) THEN status
    WHEN (snoozed_until IS NOT NULL) THEN 'snoozed'::text
    ELSE 'active'::text
END) stored,
  last_public_seq integer not null default 1,
  public_updated_at timestamp with time zone not null default now(),
  is_unsent boolean not null default false,
  external_id text,
  status_id uuid,
  reply_address text,
  team_id uuid,
  form_id uuid,
  constraint tickets_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'portal'::text, 'agent'::text, 'phone'::text, 'chat'::text, 'in_person'::text, 'other'::text, 'api'::text, 'import'::text]))),
  constraint tickets_external_id_check CHECK (((external_id <> ''::text) AND (length(external_id) <= 255))),
  constraint tickets_follow_up_of_fkey FOREIGN KEY (workspace_id, follow_up_of) REFERENCES tickets(workspace_id, id),
  constraint tickets_form_id_fkey FOREIGN KEY (workspace_id, form_id) REFERENCES ticket_forms(workspace_id, id),
  constraint tickets_merged_into_fkey FOREIGN KEY (workspace_id, merged_into) REFERENCES tickets(workspace_id, id),
  constraint tickets_pkey PRIMARY KEY (workspace_id, id),
  constraint tickets_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text]))),
  constraint tickets_reply_address_check CHECK ((length(reply_address) <= 254)),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['new'::text, 'open'::text, 'pending'::text, 'on_hold'::text, 'solved'::text, 'closed'::text]))),
  constraint tickets_status_id_fkey FOREIGN KEY (workspace_id, status_id, status) REFERENCES ticket_statuses(workspace_id, id, category),
  constraint tickets_subject_check CHECK (((subject <> ''::text) AND (length(subject) <= 255))),
  constraint tickets_tags_check CHECK ((cardinality(tags) <= 50)),
  constraint tickets_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id),
  constraint tickets_type_check CHECK ((type = ANY (ARRAY['question'::text, 'incident'::text, 'problem'::text, 'task'::text]))),
  constraint tickets_workspace_id_assignee_id_fkey FOREIGN KEY (workspace_id, assignee_id) REFERENCES members(workspace_id, id),
  constraint tickets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint tickets_workspace_id_number_key UNIQUE (workspace_id, number),
  constraint tickets_workspace_id_requester_id_fkey FOREIGN KEY (workspace_id, requester_id) REFERENCES customers(workspace_id, id)
);
CREATE INDEX tickets_workspace_id_array_position_id_idx ON app.tickets USING btree (workspace_id, array_position('{low,normal,high,urgent}'::text[], priority), id) WHERE (shelf = ANY (ARRAY['active'::text, 'snoozed'::text]));
CREATE INDEX tickets_workspace_id_assignee_id_created_at_id_idx1 ON app.tickets USING btree (workspace_id, assignee_id, created_at DESC, id DESC) WHERE (shelf = ANY (ARRAY['active'::text, 'snoozed'::text]));
CREATE INDEX tickets_workspace_id_assignee_id_updated_at_id_idx1 ON app.tickets USING btree (workspace_id, assignee_id, updated_at DESC, id DESC) WHERE (shelf = ANY (ARRAY['active'::text, 'snoozed'::text]));
CREATE INDEX tickets_workspace_id_assignee_id_waiting_order_id_idx1 ON app.tickets USING btree (workspace_id, assignee_id, waiting_order, id) WHERE (shelf = ANY (ARRAY['active'::text, 'snoozed'::text]));
CREATE INDEX tickets_workspace_id_created_at_id_idx1 ON app.tickets USING btree (workspace_id, created_at DESC, id DESC) WHERE ((shelf = 'active'::text) AND (status = 'pending'::text));
CREATE INDEX tickets_workspace_id_created_at_id_idx2 ON app.tickets USING btree (workspace_id, created_at DESC, id DESC) WHERE ((shelf <> 'spam'::text) AND (shelf <> 'trash'::text));
CREATE INDEX tickets_workspace_id_created_at_id_idx3 ON app.tickets USING btree (workspace_id, created_at DESC, id DESC) WHERE (shelf = ANY (ARRAY['active'::text, 'snoozed'::text]));
CREATE UNIQUE INDEX tickets_workspace_id_external_id_idx ON app.tickets USING btree (workspace_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX tickets_workspace_id_follow_up_of_idx ON app.tickets USING btree (workspace_id, follow_up_of) WHERE (follow_up_of IS NOT NULL);
CREATE INDEX tickets_workspace_id_form_id_idx ON app.tickets USING btree (workspace_id, form_id) WHERE (form_id IS NOT NULL);
CREATE INDEX tickets_workspace_id_merged_into_idx ON app.tickets USING btree (workspace_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX tickets_workspace_id_requester_id_public_updated_at_id_idx ON app.tickets USING btree (workspace_id, requester_id, public_updated_at DESC, id DESC);
CREATE INDEX tickets_workspace_id_requester_id_updated_at_id_idx ON app.tickets USING btree (workspace_id, requester_id, updated_at DESC, id DESC);
CREATE INDEX tickets_workspace_id_shelf_created_at_id_idx ON app.tickets USING btree (workspace_id, shelf, created_at DESC, id DESC) WHERE (shelf <> 'active'::text);
CREATE INDEX tickets_workspace_id_shelf_updated_at_id_idx ON app.tickets USING btree (workspace_id, shelf, updated_at DESC, id DESC) WHERE (shelf <> 'active'::text);
CREATE INDEX tickets_workspace_id_solved_at_idx ON app.tickets USING btree (workspace_id, solved_at) WHERE (solved_at IS NOT NULL);
CREATE INDEX tickets_workspace_id_solved_at_idx1 ON app.tickets USING btree (workspace_id, solved_at) WHERE (shelf = 'solved'::text);
CREATE INDEX tickets_workspace_id_status_id_idx ON app.tickets USING btree (workspace_id, status_id) WHERE (status_id IS NOT NULL);
CREATE INDEX tickets_workspace_id_team_id_idx ON app.tickets USING btree (workspace_id, team_id) WHERE (team_id IS NOT NULL);
CREATE INDEX tickets_workspace_id_trashed_at_idx ON app.tickets USING btree (workspace_id, trashed_at) WHERE (trashed_at IS NOT NULL);
CREATE INDEX tickets_workspace_id_updated_at_id_idx1 ON app.tickets USING btree (workspace_id, updated_at DESC, id DESC) WHERE ((shelf = 'active'::text) AND (status = 'pending'::text));
CREATE INDEX tickets_workspace_id_updated_at_id_idx2 ON app.tickets USING btree (workspace_id, updated_at DESC, id DESC) WHERE ((shelf <> 'spam'::text) AND (shelf <> 'trash'::text));
CREATE INDEX tickets_workspace_id_updated_at_id_idx3 ON app.tickets USING btree (workspace_id, updated_at DESC, id DESC) WHERE (shelf = ANY (ARRAY['active'::text, 'snoozed'::text]));
CREATE INDEX tickets_workspace_id_waiting_order_id_idx1 ON app.tickets USING btree (workspace_id, waiting_order, id) WHERE ((shelf <> 'spam'::text) AND (shelf <> 'trash'::text));
CREATE INDEX tickets_workspace_id_waiting_order_id_idx2 ON app.tickets USING btree (workspace_id, waiting_order, id) WHERE (shelf = ANY (ARRAY['active'::text, 'snoozed'::text]));
alter table app.tickets enable row level security;
alter table app.tickets force row level security;
create policy owner_passes on app.tickets to owner using (true) with check (true);
create policy workspace_wall on app.tickets using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.visitor_requests (
  workspace_id uuid not null default current_workspace(),
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  purpose text not null,
  form_id uuid not null,
  name text not null default ''::text,
  subject text not null,
  text text not null,
  custom_fields jsonb not null default '{}'::jsonb,
  language text,
  ticket_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint visitor_requests_custom_fields_check CHECK ((octet_length((custom_fields)::text) <= 40000)),
  constraint visitor_requests_name_check CHECK ((length(name) <= 120)),
  constraint visitor_requests_pkey PRIMARY KEY (workspace_id, id),
  constraint visitor_requests_purpose_check CHECK ((purpose = ANY (ARRAY['customer-register'::text, 'customer-login'::text]))),
  constraint visitor_requests_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255))),
  constraint visitor_requests_text_check CHECK ((length(text) <= 65536)),
  constraint visitor_requests_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint visitor_requests_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint visitor_requests_workspace_id_form_id_fkey FOREIGN KEY (workspace_id, form_id) REFERENCES ticket_forms(workspace_id, id),
  constraint visitor_requests_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX visitor_requests_workspace_id_created_at_idx ON app.visitor_requests USING btree (workspace_id, created_at);
CREATE INDEX visitor_requests_workspace_id_customer_id_idx ON app.visitor_requests USING btree (workspace_id, customer_id);
CREATE INDEX visitor_requests_workspace_id_ticket_id_idx ON app.visitor_requests USING btree (workspace_id, ticket_id);
alter table app.visitor_requests enable row level security;
alter table app.visitor_requests force row level security;
create policy owner_passes on app.visitor_requests to owner using (true) with check (true);
create policy workspace_wall on app.visitor_requests using ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((workspace_id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));

create table app.workspaces (
  id uuid not null default uuidv7(),
  domain text not null,
  name text not null,
  time_zone text not null,
  plan text not null default 'free'::text,
  accent_color text,
  logo_file_id uuid,
  created_at timestamp with time zone not null default now(),
  languages text[] not null default '{en}'::text[],
  suspended_at timestamp with time zone,
  plain_slugs text[] not null default '{}'::text[],
  definitions_revision bigint not null default 0,
  constraint workspaces_accent_color_check CHECK ((accent_color ~ '^#[0-9a-f]{6}$'::text)),
  constraint workspaces_domain_check CHECK ((domain ~ '^[a-z0-9]([a-z0-9-]{1,38}[a-z0-9])$'::text)),
  constraint workspaces_domain_key UNIQUE (domain),
  constraint workspaces_languages_check CHECK (((cardinality(languages) >= 1) AND (cardinality(languages) <= 30))),
  constraint workspaces_name_check CHECK (((name <> ''::text) AND (length(name) <= 120))),
  constraint workspaces_pkey PRIMARY KEY (id),
  constraint workspaces_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'active'::text])))
);
alter table app.workspaces enable row level security;
alter table app.workspaces force row level security;
create policy owner_passes on app.workspaces to owner using (true) with check (true);
create policy workspace_wall on app.workspaces using ((id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid)) with check ((id = (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid));
