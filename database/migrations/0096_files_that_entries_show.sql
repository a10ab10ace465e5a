-- Where an address or a unique value was saved together with a file, the library was told before the file was kept with its
-- entry: what it knows is made what entries show.
delete from media_uses m
where m.user_kind = 'entry' and not exists (
  select from content_uses u
  where u.workspace_id = m.workspace_id and u.entry_id = m.user_id and u.kind = 'media' and u.target_id = m.media_id
    and u.slot = m.field);

insert into media_uses (workspace_id, user_kind, user_id, media_id, field, label)
select distinct u.workspace_id, 'entry', u.entry_id, u.target_id, u.slot, coalesce((
  select left(t.title, 300) from content_texts t
  where t.workspace_id = u.workspace_id and t.entry_id = u.entry_id order by t.language limit 1), '')
from content_uses u
join media m on m.workspace_id = u.workspace_id and m.id = u.target_id
where u.kind = 'media'
on conflict do nothing;
