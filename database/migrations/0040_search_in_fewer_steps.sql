-- All of a workspace's sections in a language come so near to all there are that reading them beside the found words costs
-- more than looking at what was found.
drop index article_sections_workspace_id_language_position_idx;

-- Sections that these readers find, the best by `factors` first. Looks past the wall, because no index serves @@ behind a
-- policy, and puts the workspace, the readers and what is listed in itself, where it misleads no plan. Of those with every
-- word, those with any in their title, and, where the first are few, those with some, a bounded number each are ranked, so
-- that no common word costs more than a rare one. Planned once for a connection: planning takes as long as asking.
create or replace function search_sections(audiences text[], wanted text, every tsquery, titled tsquery, partly tsquery,
    terms tsquery[], factors real[], nearby tsquery[], most integer)
  returns table (article_id uuid, "position" integer, ranks real[], nearness integer)
  stable security definer rows 100 language plpgsql
  set search_path = app, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  here uuid := current_workspace();
begin
  return query
    with complete as materialized (
      select s.article_id, s.position, s.words from article_sections s
      where s.words @@ every
        and (s.workspace_id = here and s.language = wanted and s.audience = any (audiences) and s.is_listed) is true
      limit most
    ), in_titles as materialized (
      select s.article_id, s.position, s.words from article_sections s
      where s.words @@ titled and s.position = 0
        and (s.workspace_id = here and s.language = wanted and s.audience = any (audiences) and s.is_listed) is true
      limit most
    ), incomplete as materialized (
      select s.article_id, s.position, s.words from article_sections s
      where s.words @@ partly
        and (s.workspace_id = here and s.language = wanted and s.audience = any (audiences) and s.is_listed) is true
      limit (select greatest(0, most - count(*)) from complete)
    ), ranked as materialized (
      select f.article_id, f.position, f.words,
        array(select ts_rank('{0.1,0.22,0.5,1}', f.words, t.term)
          from unnest(terms) with ordinality as t (term, place) order by t.place) as ranks
      from (
        select distinct on (a.article_id, a.position) a.*
        from (table complete union all table in_titles union all table incomplete) a
      ) f
    )
    select b.article_id, b.position, b.ranks, (select count(*)::int from unnest(nearby) as near where b.words @@ near)
    from (
      select r.*, (select sum(one.rank * one.factor) from unnest(r.ranks, factors) as one (rank, factor)) as total
      from ranked r order by total desc, r.article_id, r.position limit 100
    ) b;
end $$;
