-- The languages that stand in where an entry is not published in the one that is asked for, by language. Where a language is
-- missing, the first language of the workspace stands in. Workspaces of earlier versions keep what they had: every other
-- language, in the order of the list.
alter table content_spaces add column fallbacks jsonb not null default '{}';
update content_spaces s set fallbacks = (
    select coalesce(jsonb_object_agg(l.language, to_jsonb(array_remove(w.languages, l.language))), '{}')
    from unnest(w.languages) l(language))
  from workspaces w where w.id = s.workspace_id;

-- `plain` names the models that are not localized: they have one text for all languages.
drop function past_content(timestamptz, text, text[], jsonb);
create function past_content(moment timestamptz, wanted text, ordered text[], slugs jsonb, plain uuid[])
  returns table (workspace_id uuid, entry_id uuid, language text, source text, model_id uuid, version integer, revision integer,
    slug text, body text, cells jsonb, locales text[], step bigint, published_at timestamptz, first_published_at timestamptz,
    updated_at timestamptz)
  stable security definer language plpgsql set search_path = app, pg_temp as $$
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
end $$;
revoke execute on function past_content(timestamptz, text, text[], jsonb, uuid[]) from public;
