-- An address outside that a text of an article leads to, without its fragment; its draft and what is live told apart.
create table article_addresses (
  workspace_id uuid    not null default current_workspace() references workspaces on delete cascade,
  article_id   uuid    not null,
  language     text    not null,
  is_live      boolean not null,
  hash         bytea   not null check (octet_length(hash) = 32),
  url          text    not null check (length(url) <= 2048),
  primary key (workspace_id, article_id, language, is_live, hash),
  foreign key (workspace_id, article_id, language) references article_texts (workspace_id, article_id, language) on delete cascade
);
create index on article_addresses (workspace_id, hash);
call wall_in('article_addresses');

insert into article_addresses (workspace_id, article_id, language, is_live, hash, url)
select distinct t.workspace_id, t.article_id, t.language, t.is_live, sha256(convert_to(link.url, 'UTF8')), link.url
from (
  select workspace_id, article_id, language, false as is_live, document from article_texts
  union all
  select workspace_id, article_id, language, true, document from published_texts
) t
cross join lateral (
  select split_part(href #>> '{}', '#', 1) as url from (
    select jsonb_path_query(t.document, 'strict $.** ? (@.type == "link" && exists (@.attrs.href)).attrs.href') as href
    union all
    select jsonb_path_query(t.document, 'strict $.** ? (@.type == "picture" && exists (@.attrs.link.href)).attrs.link.href')
  ) hrefs
) link
where link.url ~* '^https?://' and length(link.url) <= 2048;

-- What was found at an address outside when it was asked last, and when it is asked again. `failures` counts answers in a row
-- that say neither yes nor no; where the state is not known, it was not asked yet or is none that is asked.
create table outside_links (
  workspace_id  uuid        not null default current_workspace() references workspaces on delete cascade,
  hash          bytea       not null check (octet_length(hash) = 32),
  url           text        not null check (length(url) <= 2048),
  state         text        check (state in ('works', 'broken', 'unsure')),
  fault         text        check (fault in ('bad-answer', 'no-address', 'bad-certificate', 'refused', 'no-answer')),
  status        integer,
  failures      integer     not null default 0,
  first_seen_at timestamptz not null default now(),
  checked_at    timestamptz,
  next_check_at timestamptz not null default now(),
  primary key (workspace_id, hash)
);
create index on outside_links (workspace_id, next_check_at);
create index on outside_links (workspace_id, checked_at);
call wall_in('outside_links');
