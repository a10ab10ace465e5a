-- Articles that others begin as copies of. Nobody reads them, so they are never published.
alter table articles add column is_template boolean not null default false;
create index on articles (workspace_id) where is_template;
