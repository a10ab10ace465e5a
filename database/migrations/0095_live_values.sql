-- A row is a value that one entry has alone: in its draft, in what readers have of it in some languages, or both.
alter table content_unique_values
  add column is_draft boolean not null default true,
  add column live_in text[] not null default '{}';

-- What readers have stays taken, also where the draft has something else by now. Of two that are live with the same value the
-- one that holds it keeps it, else the older; a draft gives way to what is live.
with live as (
  select p.workspace_id, p.model_id, p.entry_id, f.slot, case when f.localized then p.language else '' end as language,
    left(p.cells ->> f.slot, 2000) as value, array_agg(p.language order by p.language) as live_in,
    min(p.first_published_at) as since
  from content_models m
  cross join jsonb_to_recordset(m.fields) as f (slot text, kind text, localized boolean, "unique" boolean, "deletedAt" text)
  join content_published p on p.workspace_id = m.workspace_id and p.model_id = m.id and p.source = p.language
  where f."deletedAt" is null and (f."unique" or f.kind = 'slug') and p.cells ->> f.slot <> ''
    and jsonb_typeof(p.cells -> f.slot) in ('string', 'number', 'boolean')
    -- Kinds whose values are compared as they are written.
    and f.kind in ('text', 'long_text', 'markdown', 'code', 'slug', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'time',
      'select', 'color', 'url', 'email', 'phone')
  group by 1, 2, 3, 4, 5, 6
), first as (
  select distinct on (l.workspace_id, l.model_id, l.slot, l.language, l.value) l.*
  from live l
  left join content_unique_values u on u.workspace_id = l.workspace_id and u.model_id = l.model_id and u.slot = l.slot
    and u.language = l.language and u.value = l.value and u.entry_id = l.entry_id
  order by l.workspace_id, l.model_id, l.slot, l.language, l.value, u.entry_id is null, l.since, l.entry_id
)
insert into content_unique_values as u (workspace_id, model_id, slot, language, value, entry_id, is_draft, live_in)
select workspace_id, model_id, slot, language, value, entry_id, false, live_in from first
on conflict (workspace_id, model_id, slot, language, value) do update
  set entry_id = excluded.entry_id, live_in = excluded.live_in, is_draft = u.entry_id = excluded.entry_id;

-- Of other kinds, where readers have what the draft is.
with live as (
  select t.workspace_id, t.entry_id, t.language
  from content_texts t
  join content_entries e on e.workspace_id = t.workspace_id and e.id = t.entry_id
  where t.live_version is not null and greatest(t.revision, e.shared_revision) <= t.live_revision
), held as (
  select u.workspace_id, u.model_id, u.slot, u.language, u.value, array_agg(l.language order by l.language) as live_in
  from content_unique_values u
  join live l on l.workspace_id = u.workspace_id and l.entry_id = u.entry_id and u.language in ('', l.language)
  where u.live_in = '{}'
  group by 1, 2, 3, 4, 5
)
update content_unique_values u set live_in = h.live_in
from held h
where h.workspace_id = u.workspace_id and h.model_id = u.model_id and h.slot = u.slot and h.language = u.language
  and h.value = u.value;
