-- What people read stands in `content_ranks` by the letters of its language: `rank` is then as it is written, `text_order` the order by
-- which it is compared, and there are two indexes for each. Numbers, times and addresses, which have none, stand as they did.

alter table content_ranks add column text_order text;

-- Texts that people read are written in letters; of other texts, such as addresses, only the beginning counts, without case.
create or replace function rank_of(cell text, value text) returns text language sql immutable parallel safe as $$
  select case cell
    when 'number' then case when number < 0
      then '0' || translate(to_char(-number, digits), '0123456789', '9876543210') else '1' || to_char(number, digits) end
    when 'boolean' then coalesce(nullif(value, ''), 'false')
    when 'letters' then left(coalesce(value, ''), 200)
    else left(lower(coalesce(value, '')), 200) end
  from (select case when cell = 'number' then coalesce(nullif(value, ''), '0')::numeric end as number,
    'FM' || repeat('0', 40) || '.' || repeat('0', 20) as digits) read
$$;

drop index content_ranks_up, content_ranks_down;
update content_ranks r set text_order = app.text_order(r.language), rank = rank_of('letters', r.value)
from content_models m, jsonb_array_elements(m.fields) field
where m.workspace_id = r.workspace_id and m.id = r.model_id and field ->> 'slot' = r.slot
  and field ->> 'kind' in ('text', 'long_text', 'markdown', 'slug', 'select');
create index content_ranks_up on content_ranks (workspace_id, model_id, language, slot, is_missing, rank, entry_id) where text_order is null;
create index content_ranks_down on content_ranks (workspace_id, model_id, language, slot, is_missing, rank desc, entry_id)
  where text_order is null;

do $$
declare
  name text;
begin
  foreach name in array array['und', 'az', 'be', 'cs', 'cy', 'da', 'el', 'es', 'et', 'fi', 'he', 'hr', 'hu', 'is', 'ja', 'ko', 'lt',
    'lv', 'mk', 'mt', 'nb', 'pl', 'ro', 'ru', 'sk', 'sl', 'sq', 'sr', 'sv', 'tr', 'vi', 'zh', 'zh_hant']
  loop
    execute format('create index %I on content_ranks (workspace_id, model_id, language, slot, is_missing, (rank collate %I), entry_id)
      where text_order = %L', 'content_ranks_up_' || name, 'order_' || name, name);
    execute format('create index %I on content_ranks (workspace_id, model_id, language, slot, is_missing, (rank collate %I) desc, entry_id)
      where text_order = %L', 'content_ranks_down_' || name, 'order_' || name, name);
  end loop;
end $$;
