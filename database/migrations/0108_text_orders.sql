-- An order of letters is a collation of ICU: the root's, which serves most languages, and one for each language, or group of
-- languages, whose letters stand otherwise. They are ours, so that we may note which version of ICU our indexes were made by.

-- Which of them a language has; the server knows the same (server/platform/database/text-order.ts), and a test holds both against
-- each other.
create function text_order(language text) returns text language sql immutable parallel safe as $$
  select case
    when tag ~ '^(sr-latn|sh)(-|$)' then 'hr'
    when tag ~ '^zh-(hant|tw|hk|mo)(-|$)' then 'zh_hant'
    else case split_part(tag, '-', 1)
      when 'az' then 'az' when 'be' then 'be' when 'bg' then 'ru' when 'bs' then 'hr' when 'cs' then 'cs' when 'cy' then 'cy'
      when 'da' then 'da' when 'el' then 'el' when 'es' then 'es' when 'et' then 'et' when 'fi' then 'fi' when 'gl' then 'es'
      when 'he' then 'he' when 'hr' then 'hr' when 'hu' then 'hu' when 'is' then 'is' when 'ja' then 'ja' when 'ko' then 'ko'
      when 'ky' then 'ru' when 'lt' then 'lt' when 'lv' then 'lv' when 'mk' then 'mk' when 'mn' then 'ru' when 'mt' then 'mt'
      when 'nb' then 'nb' when 'nn' then 'nb' when 'no' then 'nb' when 'pl' then 'pl' when 'ro' then 'ro' when 'ru' then 'ru'
      when 'sk' then 'sk' when 'sl' then 'sl' when 'sq' then 'sq' when 'sr' then 'sr' when 'sv' then 'sv' when 'tr' then 'tr'
      when 'uk' then 'ru' when 'vi' then 'vi' when 'yi' then 'he' when 'zh' then 'zh' else 'und' end end
  from lower(language) tag
$$;

alter table article_texts add column text_order text not null generated always as (text_order(language)) stored;

do $$
declare
  name text;
begin
  foreach name in array array['und', 'az', 'be', 'cs', 'cy', 'da', 'el', 'es', 'et', 'fi', 'he', 'hr', 'hu', 'is', 'ja', 'ko', 'lt',
    'lv', 'mk', 'mt', 'nb', 'pl', 'ro', 'ru', 'sk', 'sl', 'sq', 'sr', 'sv', 'tr', 'vi', 'zh', 'zh_hant']
  loop
    execute format('create collation %I (provider = icu, locale = %L)', 'order_' || name, replace(name, '_', '-'));
    execute format('create index %I on article_texts (workspace_id, language, (title collate %I), article_id) where text_order = %L',
      'article_texts_title_' || name, 'order_' || name, name);
  end loop;
end $$;
