-- A link to a draft is for one audience, as which whoever has it reads all else on the page; there is one of each.
alter table preview_links add column audience text not null default 'public';
alter table preview_links add constraint preview_links_audience_check check (audience in ('public', 'customers', 'team'));
alter table preview_links alter audience drop default;
alter table preview_links drop constraint preview_links_pkey;
alter table preview_links add constraint preview_links_pkey primary key (workspace_id, article_id, language, audience);
