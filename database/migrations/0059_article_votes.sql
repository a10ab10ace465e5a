-- What a reader looked for before they read what they speak of, as the log of searches writes it; empty where that was nothing.
alter table article_feedback add column searched text not null default '' check (length(searched) <= 256);

-- How many said that articles helped, and that they did not. Anonymous readers may ask for no more of the table than this.
create function count_votes(ids uuid[]) returns table (article_id uuid, helpful integer, unhelpful integer)
  stable security definer rows 100 language plpgsql set search_path = app, pg_temp
  set plan_cache_mode = force_generic_plan as $$
begin
  return query select c.article_id, c.helpful, c.unhelpful
  from article_counts c where c.workspace_id = current_workspace() and c.article_id = any (ids);
end $$;
revoke execute on function count_votes(uuid[]) from public;
