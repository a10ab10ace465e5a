-- Addresses of mail beyond ASCII are words of their own in the index, as others are.

-- The words by which a text is found: in all their spellings, writing without spaces letter by letter, and addresses of mail
-- besides as they are.
create or replace function words_of(text text) returns tsvector language plpgsql immutable parallel safe strict set search_path = app, pg_temp as $$
declare
  written text := left(text, 100000);
  spelled text := spellings(written);
begin
  if spelled ~ '[\u2e80-\u9fff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003347f]' then
    spelled := regexp_replace(spelled, '[\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3038-\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fd-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003347f]', ' \& ', 'g');
  end if;
  spelled := regexp_replace(spelled,
    '[\u0001-\u001f!-/:-@[-`{-©«¬®-±¶-¸»¿×÷\u055a-\u055f\u05be\u05c0\u05c3\u05f3\u05f4\u060c-\u060d\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u2000-\u2bff\u3000-\u3004\u3008-\u3020\u30fb\U0001f000-\U0001faff]+', ' ', 'g');
  return to_tsvector('simple', regexp_replace(spelled, '([^ ]{40})[^ ]+', '\1', 'g'))
    || case when written like '%@%' then array_to_tsvector(array(
      select distinct normalize(lower(normalize(address[1], nfc) collate "und-x-icu"), nfc)
      from string_to_table(regexp_replace(written, '[\n\r\t]', ' ', 'g'), ' ') as word,
        regexp_matches(word, '[a-z0-9.!#$%&''*+/=?^_`{|}~\u00aa\u00b5\u00b7\u00ba\u00c0-\u05bd\u05bf\u05c1\u05c2\u05c4-\u060b\u060d-\u061a\u061d\u061e\u0620-\u0963\u0966-\u1fff\u2c00-\u2dff\u2e80-\u2fff\u3005-\u3007\u3021-\ud7ff\uf900-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc\U00010000-\U0003ffff-]+@[a-z0-9\u00aa\u00b5\u00b7\u00ba\u00c0-\u05bd\u05bf\u05c1\u05c2\u05c4-\u060b\u060d-\u061a\u061d\u061e\u0620-\u0963\u0966-\u1fff\u2c00-\u2dff\u2e80-\u2fff\u3005-\u3007\u3021-\ud7ff\uf900-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc\U00010000-\U0003ffff-]+(?:\.[a-z0-9\u00aa\u00b5\u00b7\u00ba\u00c0-\u05bd\u05bf\u05c1\u05c2\u05c4-\u060b\u060d-\u061a\u061d\u061e\u0620-\u0963\u0966-\u1fff\u2c00-\u2dff\u2e80-\u2fff\u3005-\u3007\u3021-\ud7ff\uf900-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc\U00010000-\U0003ffff-]+)+', 'gi') as address
      where word like '%@%' and length(word) < 400)) else '' end;
end $$;

-- What was written before is found by such addresses too.
update ticket_search s set
  public_words = case when octet_length((s.public_words || new.public_words)::text) < 500000 then s.public_words || new.public_words else s.public_words end,
  internal_words = case when octet_length((s.internal_words || new.internal_words)::text) < 500000 then s.internal_words || new.internal_words else s.internal_words end
from (
  select m.workspace_id, m.ticket_id,
    words_of(coalesce(string_agg(distinct word, ' ') filter (where m.kind = 'reply'), '')) as public_words,
    words_of(coalesce(string_agg(distinct word, ' ') filter (where m.kind = 'note'), '')) as internal_words
  from messages m cross join lateral string_to_table(regexp_replace(left(m.body_text, 100000), '[\n\r\t]', ' ', 'g'), ' ') as word
  where m.sent_at is not null and m.body_text like '%@%' and octet_length(m.body_text) > length(m.body_text)
    and word like '%@%' and octet_length(word) > length(word) and length(word) < 400
  group by m.workspace_id, m.ticket_id
) new where s.workspace_id = new.workspace_id and s.ticket_id = new.ticket_id;
