-- Others with the same title are looked for at every save of one: behind the wall an index on an expression is not used.
alter table article_texts add column compared_title text not null generated always as (lower(btrim(title))) stored;
create index on article_texts (workspace_id, language, compared_title);
