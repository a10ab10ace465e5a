-- A part of what is live of an article in one language, by which it is found: its title (position 0), then the text under
-- each of its headings. `audience` and `is_listed` are its article's.
create table article_sections (
  workspace_id uuid     not null default current_workspace() references workspaces on delete cascade,
  article_id   uuid     not null,
  language     text     not null,
  position     integer  not null,
  audience     text     not null check (audience in ('public', 'customers', 'team')),
  is_listed    boolean  not null,
  heading      text,
  anchor       text,
  body         text     not null,
  words        tsvector not null,
  primary key (workspace_id, article_id, language, position),
  foreign key (workspace_id, article_id, language) references article_texts (workspace_id, article_id, language) on delete cascade
);
create index on article_sections (workspace_id, language, position);
create index on article_sections using gin (words) with (fastupdate = off);
create index on article_sections using gin (words) with (fastupdate = off) where position = 0;
call wall_in('article_sections');

-- A word of a workspace's live texts in one language, in how many of them it stands, and by what it is found where it is
-- asked for otherwise: its stem, that of its spelling without accents, and keys of its misspellings and of its last part.
-- The empty word counts the texts themselves.
create table article_words (
  workspace_id uuid      not null default current_workspace() references workspaces on delete cascade,
  language     text      not null,
  word         text      not null collate "C",
  texts        integer   not null,
  stem         text      not null,
  bare_stem    text      not null,
  keys         integer[] not null,
  primary key (workspace_id, language, word)
);
create index on article_words (workspace_id, language, stem);
create index on article_words (workspace_id, language, bare_stem);
create index on article_words using gin (keys) with (fastupdate = off);
call wall_in('article_words');

-- Words that an admin wants to be found by others: each by all of them, or, with `leads_to`, those by these alone; as they
-- were written, and as they are compared: each way it may be asked for, and each way it is found.
create table article_synonyms (
  workspace_id uuid    not null default current_workspace() references workspaces on delete cascade,
  position     integer not null,
  language     text,
  words        text[]  not null check (cardinality(words) between 1 and 20),
  leads_to     text[]  not null check (cardinality(leads_to) <= 20),
  asked        text[]  not null,
  found        text[]  not null,
  primary key (workspace_id, position)
);
call wall_in('article_synonyms');

-- What somebody searched for, as they ended typing it, and what they opened of what was found. Who it was is not kept.
create table article_searches (
  workspace_id  uuid        not null default current_workspace() references workspaces on delete cascade,
  id            uuid        not null default uuidv7(),
  query         text        not null check (query <> '' and length(query) <= 256),
  language      text        not null,
  asker         text        not null check (asker in ('team', 'customer', 'visitor')),
  results       integer     not null,
  opened_id     uuid,
  opened_place  integer,
  created_at    timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index on article_searches (workspace_id, created_at desc, id desc);
call wall_in('article_searches');

-- Words of live texts that are written like those asked for, begin or end like them, or have their stem. Of all texts, also
-- of those that the asker may not read: nobody is told any of them before `search_sections` finds it in what they may.
-- Each is asked as it was typed (`raw`) and without accents.
create function search_words(wanted text, dictionary regdictionary, asked text[], raw text[], like_keys integer[], beginnings text[])
  returns table (kind text, asked_word text, word text, texts integer)
  stable security definer rows 100 language plpgsql set search_path = app, pg_temp as $$
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
      where w.workspace_id = here and w.language = wanted and w.keys && like_keys limit 300)
    union all select 'begun', b.beginning, w.word, w.texts from unnest(beginnings) as b (beginning)
      cross join lateral (select * from article_words v
        where v.workspace_id = here and v.language = wanted and v.word > b.beginning
          and v.word < b.beginning || chr(1114111)
        order by v.texts desc, v.word limit 25) w;
end $$;
revoke execute on function search_words(text, regdictionary, text[], text[], integer[], text[]) from public;

-- Sections that these readers find, the best by `factors` first. Looks past the wall, because no index serves @@ behind a
-- policy, and puts the workspace, the readers and what is listed in itself. Of those with every word, those with any in
-- their title, and those with some, a bounded number each are ranked, so that no common word costs more than a rare one.
create function search_sections(audiences text[], wanted text, every tsquery, titled tsquery, partly tsquery,
    terms tsquery[], factors real[], nearby tsquery[], most integer)
  returns table (article_id uuid, "position" integer, ranks real[], nearness integer)
  stable security definer rows 100 language plpgsql set search_path = app, pg_temp as $$
declare
  numbers integer[] := array(select generate_series(1, cardinality(terms)));
  ranking text := (select string_agg(format('ts_rank(''{0.1,0.22,0.5,1}'', words, $6[%s])', n), ', ') from unnest(numbers) n);
  total text := (select string_agg(format('ranks[%s] * $7[%s]', n, n), ' + ') from unnest(numbers) n);
  near text := (select string_agg(format('(words @@ $8[%s])::int', n), ' + ')
    from generate_series(1, cardinality(nearby)) n);
  sections text := 'select article_id, position, words from article_sections
    where workspace_id = $1 and language = $3 and audience = any ($2) and is_listed and words @@ ';
begin
  return query execute
    'with found as materialized (
       (' || sections || '$4 limit $9)
       union all (' || sections || '$5 and position = 0 limit $9)
       union all (' || sections || '$10 limit $9)
     ), ranked as (
       select article_id, position, words, array[' || ranking || ']::real[] as ranks
       from (select distinct on (article_id, position) * from found) each
     )
     select article_id, position, ranks, ' || coalesce(near, '0') || '
     from (select * from ranked order by ' || total || ' desc, article_id, position limit 100) best'
    using current_workspace(), audiences, wanted, every, titled, terms, factors, nearby, most, partly;
end $$;
revoke execute on function search_sections(text[], text, tsquery, tsquery, tsquery, tsquery[], real[], tsquery[], integer) from public;

-- The same for anonymous readers, whose role may call no other.
create function search_public_sections(wanted text, every tsquery, titled tsquery, partly tsquery,
    terms tsquery[], factors real[], nearby tsquery[], most integer)
  returns table (article_id uuid, "position" integer, ranks real[], nearness integer)
  stable security definer rows 100 language plpgsql set search_path = app, pg_temp as $$
begin
  return query select * from search_sections('{public}', wanted, every, titled, partly, terms, factors, nearby, most);
end $$;
revoke execute on function search_public_sections(text, tsquery, tsquery, tsquery, tsquery[], real[], tsquery[], integer) from public;
