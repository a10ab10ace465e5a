-- A section's words are kept beside it as they are, since a search reads those of hundreds and unpacking them took longer
-- than ranking them. Its text, which is shown of ten, goes where it is not in the way.
alter table article_sections alter column words set storage main, alter column body set storage external;

-- Sections that these readers find, the best by `factors` first. Looks past the wall, because no index serves @@ behind a
-- policy, and puts the workspace, the readers and what is listed in itself, where it misleads no plan. Ranked are, as many of
-- each as `most`: titles with every word, other titles with any, sections with every word, unless half as many titles have
-- them all, and, where these are few, those with some. So no common word costs more than a rare one, and what is found by
-- its title is found however many texts have its words. Planned once for a connection: planning takes as long as asking.
create or replace function search_sections(audiences text[], wanted text, every tsquery, titled tsquery, partly tsquery,
    terms tsquery[], factors real[], nearby tsquery[], most integer)
  returns table (article_id uuid, "position" integer, ranks real[], nearness integer)
  stable security definer rows 100 language plpgsql
  set search_path = app, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  here uuid := current_workspace();
begin
  return query
    with whole_titles as materialized (
      select s.article_id, s.position, s.words from article_sections s
      where s.words @@ every and s.position = 0
        and (s.workspace_id = here and s.language = wanted and s.audience = any (audiences) and s.is_listed) is true
      limit most
    ), in_titles as materialized (
      select s.article_id, s.position, s.words from article_sections s
      where s.words @@ titled and s.position = 0
        and (s.workspace_id = here and s.language = wanted and s.audience = any (audiences) and s.is_listed) is true
      limit (select most - count(*) from whole_titles)
    ), complete as materialized (
      select s.article_id, s.position, s.words from article_sections s
      where s.words @@ every
        and (s.workspace_id = here and s.language = wanted and s.audience = any (audiences) and s.is_listed) is true
      limit (select case when 2 * count(*) < most then most else 0 end from whole_titles)
    ), incomplete as materialized (
      select s.article_id, s.position, s.words from article_sections s
      where s.words @@ partly
        and (s.workspace_id = here and s.language = wanted and s.audience = any (audiences) and s.is_listed) is true
      limit (select greatest(0, most - count(*)) from (table whole_titles union all table complete) known)
    ), ranked as materialized (
      select f.article_id, f.position, f.words,
        array(select ts_rank('{0.1,0.22,0.5,1}', f.words, t.term)
          from unnest(terms) with ordinality as t (term, place) order by t.place) as ranks
      from (
        select distinct on (a.article_id, a.position) a.*
        from (table whole_titles union all table in_titles union all table complete union all table incomplete) a
      ) f
    )
    select b.article_id, b.position, b.ranks, (select count(*)::int from unnest(nearby) as near where b.words @@ near)
    from (
      select r.*, (select sum(one.rank * one.factor) from unnest(r.ranks, factors) as one (rank, factor)) as total
      from ranked r order by total desc, r.article_id, r.position limit 100
    ) b;
end $$;

-- What is known of words. The keys of misspellings carry their workspace, and the index of them finds so few words that to
-- read all words of the workspace beside them, as a plan would that sees both, takes four times as long.
create or replace function search_words(wanted text, dictionary regdictionary, asked text[], raw text[], like_keys integer[],
    beginnings text[])
  returns table (kind text, asked_word text, word text, texts integer)
  stable security definer rows 100 language plpgsql
  set search_path = app, pg_temp set plan_cache_mode = force_generic_plan as $$
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
end $$;
