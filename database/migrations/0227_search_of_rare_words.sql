-- PostgreSQL expects every word with a prefix in 2 % of the tickets, and then reads all tickets to find a rare word.
-- The newest tickets show whether the words are frequent: then their order is read, otherwise the index of words.
-- older versions may run beside this
create or replace function search_tickets(words tsquery, before timestamptz, before_id uuid, most integer)
  returns table (ticket_id uuid, updated_at timestamptz)
  stable security definer rows 100 language plpgsql set search_path = app, pg_temp as $$
declare
  newest constant integer := 500;
  frequent constant integer := 5;
  cursor_condition constant text := case when before is null then '' else 'and (s.updated_at, s.ticket_id) < ($3, $4)' end;
  newest_first constant text := 'order by s.updated_at desc, s.ticket_id desc limit $5';
  hits integer;
begin
  execute 'select count(*) from (select (s.public_words || s.internal_words) @@ $2 as is_hit from ticket_search s
    where s.workspace_id = $1 ' || cursor_condition || ' ' || newest_first || ') tickets where is_hit'
    into hits using current_workspace(), words, before, before_id, newest;
  return query execute
    'select s.ticket_id, s.updated_at from (select * from ticket_search s
     where s.workspace_id = $1 and (s.public_words || s.internal_words) @@ $2 ' || cursor_condition
    -- `offset 0` keeps PostgreSQL from reading the tickets in their order.
    || case when hits < frequent then ' offset 0' else '' end || ') s ' || newest_first
    using current_workspace(), words, before, before_id, most;
end $$;
