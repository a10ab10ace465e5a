-- Where what is published stands among the others by the value of a field that is indexed, also where it has none. `rank` is by what
-- lists are ordered, `value` what filters compare; one index for each direction, since what has no value comes last in both.
create table content_ranks (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  entry_id     uuid        not null,
  language     text        not null,
  slot         text        not null,
  model_id     uuid        not null,
  is_missing   boolean     not null,
  rank         text        collate "C" not null,
  value        text        collate "C",
  published_at timestamptz not null,
  primary key (workspace_id, entry_id, language, slot),
  foreign key (workspace_id, entry_id, language) references content_published (workspace_id, entry_id, language) on delete cascade
);
create index content_ranks_up on content_ranks (workspace_id, model_id, language, slot, is_missing, rank, entry_id);
create index content_ranks_down on content_ranks (workspace_id, model_id, language, slot, is_missing, rank desc, entry_id);
create index content_ranks_value on content_ranks (workspace_id, model_id, language, slot, value, published_at desc, entry_id desc);
call wall_in('content_ranks');

-- Numbers as texts of one length, those below zero turned round: numbers themselves are not looked up behind the wall.
create function rank_of(cell text, value text) returns text language sql immutable parallel safe as $$
  select case cell
    when 'number' then case when number < 0
      then '0' || translate(to_char(-number, digits), '0123456789', '9876543210') else '1' || to_char(number, digits) end
    when 'boolean' then coalesce(nullif(value, ''), 'false')
    else left(lower(coalesce(value, '')), 200) end
  from (select case when cell = 'number' then coalesce(nullif(value, ''), '0')::numeric end as number,
    'FM' || repeat('0', 40) || '.' || repeat('0', 20) as digits) read
$$;

insert into content_ranks (workspace_id, entry_id, language, slot, model_id, is_missing, rank, value, published_at)
select p.workspace_id, p.entry_id, p.language, f.slot, p.model_id, coalesce(c.value, '') = '', rank_of(f.cell, c.value),
  case f.cell when 'text' then left(c.value, 200) else case when c.value <> '' then rank_of(f.cell, c.value) end end, p.published_at
from content_models m
cross join lateral (
  select field ->> 'slot' as slot,
    case when field ->> 'kind' in ('integer', 'decimal') then 'number' when field ->> 'kind' = 'boolean' then 'boolean' else 'text' end as cell
  from jsonb_array_elements(m.fields) field
  where field -> 'indexed' = 'true' and field ->> 'deletedAt' is null and coalesce(field ->> 'many', 'false') = 'false'
    and field ->> 'kind' in ('text', 'long_text', 'slug', 'markdown', 'code', 'date', 'datetime', 'time', 'color', 'email', 'phone',
      'url', 'select', 'integer', 'decimal', 'boolean')) f
join content_published p on p.workspace_id = m.workspace_id and p.model_id = m.id
cross join lateral (select p.cells ->> f.slot as value) c;

-- Of these there were keys, which nothing looked for.
delete from content_keys k using content_models m, jsonb_array_elements(m.fields) field
where m.workspace_id = k.workspace_id and m.id = k.model_id and field ->> 'slot' = k.slot
  and field ->> 'kind' not in ('reference', 'category', 'select', 'media');
