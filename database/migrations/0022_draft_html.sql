-- A draft is HTML, as the editor writes it. What was kept as plain text becomes paragraphs with its lines.
alter table drafts rename column body to html;

update drafts set html = coalesce((
  select string_agg('<p>' || replace(trim(paragraph, E' \t\n'), E'\n', '<br>') || '</p>', '' order by place)
  from regexp_split_to_table(
    replace(replace(replace(regexp_replace(html, '\r\n?', E'\n', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'),
    '\n{2,}'
  ) with ordinality as said (paragraph, place)
  where trim(paragraph, E' \t\n') <> ''
), '')
where html !~* '</?(p|div|br|a|b|i|u|s|em|strong|code|pre|ul|ol|li|h[1-6]|blockquote|img|hr|span|table|mark)\y[^<>]*>';
