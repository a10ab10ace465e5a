-- What readers have of an entry names the addresses that it had and that still lead to it. Texts that were rendered before are
-- rendered anew, as they are read and then by a job.
alter table content_published add column former_slugs text[] not null default '{}';
update content_published p set step = -1, former_slugs = array(
  select s.slug from content_slugs s
  where s.workspace_id = p.workspace_id and s.entry_id = p.entry_id and s.language = p.source and s.slug is distinct from p.slug
  order by s.slug);
