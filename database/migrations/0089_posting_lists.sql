-- The number of a text within its workspace, times 512, and the section's position in it: so that a list of thousands of
-- sections is one of numbers, and says which are of one text.
drop index article_sections_words_idx;
drop index article_sections_words_idx1;
alter table article_sections add column id bigint;
update article_sections s set id = n.number * 512 + s.position
from (
  select workspace_id, article_id, language, row_number() over (partition by workspace_id) as number
  from (select distinct workspace_id, article_id, language from article_sections) texts
) n
where n.workspace_id = s.workspace_id and n.article_id = s.article_id and n.language = s.language;
alter table article_sections alter column id set not null;
alter table article_sections add constraint article_sections_id_key unique (workspace_id, id);
alter table article_sections add constraint article_sections_position_check check (position between 0 and 511);
create index on article_sections using gin (words) with (fastupdate = off);
create index on article_sections using gin (words) with (fastupdate = off) where position = 0;

drop function search_public_sections(text, tsquery, tsquery, tsquery, tsquery[], real[], tsquery[], integer);
drop function search_sections(text[], text, tsquery, tsquery, tsquery, tsquery[], real[], tsquery[], integer);

-- For each word or phrase the sections that these readers find and that have it, titles first, `most` at most of both: their
-- ids, 8 bytes each, and what it is worth in each, 4 bytes. Looks past the wall, because no index serves @@ behind a policy,
-- and puts the workspace, the readers and what is listed in itself, where it misleads no plan. Planned once for a connection.
create function list_postings(audiences text[], wanted text, asked tsquery[], most integer)
  returns table (place integer, ids bytea, ranks bytea)
  stable security definer rows 10 language plpgsql
  set search_path = app, pg_temp set plan_cache_mode = force_generic_plan as $$
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
end $$;
revoke execute on function list_postings(text[], text, tsquery[], integer) from public;

-- The same for anonymous readers, whose role may call no other.
create function list_public_postings(wanted text, asked tsquery[], most integer)
  returns table (place integer, ids bytea, ranks bytea)
  stable security definer rows 10 language plpgsql set search_path = app, pg_temp as $$
begin
  return query select * from list_postings('{public}', wanted, asked, most);
end $$;
revoke execute on function list_public_postings(text, tsquery[], integer) from public;
