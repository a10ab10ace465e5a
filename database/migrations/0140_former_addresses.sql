-- A redirect may lead to a category, and may stand for many addresses: `*` is any part of one. Those that a help centre of
-- another maker had are such patterns, found by the id in them. `is_pattern` is what has to be compared one by one.
alter table redirects
  add column category_id uuid,
  add column is_pattern boolean not null default false;
alter table redirects add constraint redirects_workspace_id_category_id_fkey foreign key (workspace_id, category_id)
  references categories (workspace_id, id) on delete cascade;
alter table redirects add constraint redirects_target_check check (article_id is null or category_id is null);
create index redirects_workspace_id_category_id_idx on redirects (workspace_id, category_id);
create index redirects_patterns_idx on redirects (workspace_id) where is_pattern;

-- What was imported before is found by its id as well.
insert into redirects (workspace_id, path, article_id)
select distinct on (s.workspace_id, s.kind, s.thing) s.workspace_id,
  case s.kind when 'zendesk-guide' then '/hc/*/articles/' else '/*/articles/' end || s.thing || '-*', s.subject_id
from import_sources s
join articles a on a.workspace_id = s.workspace_id and a.id = s.subject_id
where s.kind in ('zendesk-guide', 'intercom-articles') and s.thing ~ '^[0-9]{1,20}$'
order by s.workspace_id, s.kind, s.thing, s.taken_at desc
on conflict do nothing;
