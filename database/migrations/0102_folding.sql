-- Texts are searched by one folding everywhere: in the index, in questions and in the help centre.
--
-- What is there is indexed anew here. For 100,000 tickets of five messages each that took 6 minutes on two
-- cores that had other work.

-- One spelling for what is searched and what is asked: without case, accents, vowel points and signs that nobody sees. The server
-- folds likewise (server/search/fold.ts), and a test holds both against each other.
create function fold(text text) returns text language plpgsql immutable parallel safe strict set search_path = app, pg_temp as $$
declare
  bare text;
begin
  if octet_length(text) = length(text) then return lower(text collate "und-x-icu"); end if;
  bare := normalize(lower(regexp_replace(text, '[‘’ʼʻ´′]', '''', 'g') collate "und-x-icu"), nfkd);
  bare := regexp_replace(bare,
    '[\ufe00-\ufe0f\ufe20-\ufe2f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u0640\u200b-\u200f\u2060\ufeff]+', '', 'g');
  if bare ~ '[^\u0001-\u08ff\u2000-\u2fff]' then bare := normalize(bare, nfc); end if;
  if bare !~ '[ßæœþđðøłıħŧŋς]' then return bare; end if;
  bare := replace(replace(replace(replace(bare, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  return case when bare ~ '[đðøłıħŧŋς]' then translate(bare, 'đðøłıħŧŋς', 'ddolihtnσ') else bare end;
end $$;

-- A text by all the spellings that find it: besides as it is folded, OBrien for O'Brien and Mueller for Müller.
create function spellings(text text) returns text language plpgsql immutable parallel safe strict set search_path = app, pg_temp as $$
declare
  joined text;
begin
  if text !~ '[''‘’ʼʻ´′äöüøåÄÖÜØÅ\u0308\u030a]' then return fold(text); end if;
  select lower(normalize(string_agg(regexp_replace(word, '[''‘’ʼʻ´′]', '', 'g'), ' '), nfc) collate "und-x-icu") into joined
    from string_to_table(regexp_replace(text, '[\n\r\t]', ' ', 'g'), ' ') as word
    where word ~ '[''‘’ʼʻ´′äöüøåÄÖÜØÅ\u0308\u030a]';
  if joined !~ '[äöüøå]' then return fold(text || ' ' || joined); end if;
  return fold(text || ' ' || joined || ' ' ||
    replace(replace(replace(replace(replace(joined, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'));
end $$;

-- The words by which a text is found: in all their spellings, writing without spaces letter by letter, and addresses of mail
-- besides as they are.
create function words_of(text text) returns tsvector language plpgsql immutable parallel safe strict set search_path = app, pg_temp as $$
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
      select distinct lower(address[1]) from string_to_table(regexp_replace(written, '[\n\r\t]', ' ', 'g'), ' ') as word,
        regexp_matches(word, '[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+', 'gi') as address
      where word like '%@%' and length(word) < 400)) else '' end;
end $$;
-- Of a text, what was indexed otherwise before: what is not ASCII, has an apostrophe or is an address.
create function pg_temp.folded_anew(text text) returns tsvector language sql immutable as $$
  select app.words_of(coalesce(string_agg(distinct word, ' '), ''))
  from string_to_table(regexp_replace(text, '[\n\r\t]', ' ', 'g'), ' ') as word where word ~ '[^ -~]|[''@]'
$$;

drop index customers_words_idx;
update customers c set words = words || words_of(name || ' ' || coalesce((select string_agg(e.address, ' ')
  from customer_emails e where e.workspace_id = c.workspace_id and e.customer_id = c.id), ''));
create index on customers using gin (words) with (fastupdate = off);

drop index ticket_search_expr_idx;
update ticket_search s set
  public_words = case when octet_length((s.public_words || new.public_words)::text) < 500000 then s.public_words || new.public_words else s.public_words end,
  internal_words = case when octet_length((s.internal_words || new.internal_words)::text) < 500000 then s.internal_words || new.internal_words else s.internal_words end
from (
  select t.workspace_id, t.id,
    pg_temp.folded_anew(concat_ws(' ', t.subject, people.said, messages.public_text)) as public_words,
    pg_temp.folded_anew(coalesce(messages.internal_text, '')) as internal_words
  from tickets t
  cross join lateral (select string_agg(c.name || ' ' || e.address, ' ') as said
    from (select t.requester_id as id union select k.customer_id from ticket_copies k
      where k.workspace_id = t.workspace_id and k.ticket_id = t.id) who
    join customers c on c.workspace_id = t.workspace_id and c.id = who.id
    join customer_emails e on e.workspace_id = t.workspace_id and e.customer_id = c.id) people
  cross join lateral (select left(string_agg(said, ' ' order by seq) filter (where kind = 'reply'), 100000) as public_text,
      left(string_agg(said, ' ' order by seq) filter (where kind = 'note'), 100000) as internal_text
    from (select m.seq, m.kind, left(m.body_text, 100000) || coalesce((select ' ' || string_agg(f.name, ' ') from attachments a
        join files f on f.workspace_id = t.workspace_id and f.id = a.file_id
        where a.workspace_id = t.workspace_id and a.message_id = m.id), '') as said
      from messages m where m.workspace_id = t.workspace_id and m.ticket_id = t.id and m.sent_at is not null
      order by m.seq limit 1000) said) messages
) new where s.workspace_id = new.workspace_id and s.ticket_id = new.id;
create index on ticket_search using gin ((public_words || internal_words)) with (fastupdate = off);

-- The words of an article are those of its title, too.
update article_texts set words = spellings(title || E'\n' || words);
update content_texts set words = spellings(words);

create function words_of_media(name text, title text, credit text, texts jsonb, tags text[]) returns text
  language plpgsql immutable parallel safe set search_path = app, pg_temp as $$
begin
  return spellings(concat_ws(E'\n', name, title, credit, array_to_string(tags, E'\n'),
    (select string_agg(said #>> '{}', E'\n') from jsonb_path_query(texts, '$.*.*') as said)));
end $$;
alter table media add column words text not null generated always as (words_of_media(name, title, credit, texts, tags)) stored;
