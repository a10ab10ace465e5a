-- The number of the last text that was indexed. None is given twice, so what is kept of a text is true as long as it is there.
alter table knowledge_bases add column last_text bigint not null default 0;
update knowledge_bases k set last_text = n.last
from (select workspace_id, max(id) / 512 as last from article_sections group by workspace_id) n
where n.workspace_id = k.workspace_id;

-- What can be found, without its rows.
create index article_sections_found_idx on article_sections (workspace_id, language, audience, id) where position = 0 and is_listed;

-- The numbers of all texts that these readers find, in order, 4 bytes each.
create function list_texts(audiences text[], wanted text)
  returns bytea
  stable security definer language plpgsql
  set search_path = app, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return (select string_agg(int4send((id / 512)::int), '' order by id) from article_sections
    where workspace_id = current_workspace() and language = wanted and audience = any (audiences) and position = 0 and is_listed);
end $$;
revoke execute on function list_texts(text[], text) from public;

-- The same for anonymous readers, whose role may call no other.
create function list_public_texts(wanted text) returns bytea
  stable security definer language plpgsql set search_path = app, pg_temp as $$
begin
  return list_texts('{public}', wanted);
end $$;
revoke execute on function list_public_texts(text) from public;

-- As `list_postings`, of some texts alone, by their numbers.
create function list_postings_of(texts integer[], audiences text[], wanted text, asked tsquery[])
  returns table (place integer, ids bytea, ranks bytea)
  stable security definer rows 10 language plpgsql
  set search_path = app, pg_temp set plan_cache_mode = force_generic_plan as $$
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
end $$;
revoke execute on function list_postings_of(integer[], text[], text, tsquery[]) from public;

create function list_public_postings_of(texts integer[], wanted text, asked tsquery[])
  returns table (place integer, ids bytea, ranks bytea)
  stable security definer rows 10 language plpgsql set search_path = app, pg_temp as $$
begin
  return query select * from list_postings_of(texts, '{public}', wanted, asked);
end $$;
revoke execute on function list_public_postings_of(integer[], text, tsquery[]) from public;

-- What readers made of articles, in one function, which costs half as much as two.
drop function count_choices(uuid[]);
drop function count_votes(uuid[]);
create function count_judged(ids uuid[])
  returns table (article_id uuid, choices double precision, helpful integer, unhelpful integer)
  stable security definer rows 100 language plpgsql
  set search_path = app, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select i.id, c.choices * power(0.5, least(current_date - c.counted_on, 365) / 7.0), n.helpful, n.unhelpful
    from unnest(ids) as i (id)
    left join article_choices c on c.workspace_id = current_workspace() and c.article_id = i.id
    left join article_counts n on n.workspace_id = current_workspace() and n.article_id = i.id
    where c.article_id is not null or n.article_id is not null;
end $$;
revoke execute on function count_judged(uuid[]) from public;
