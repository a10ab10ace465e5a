-- How often readers chose an article of what they found by words, as it was on a day; it fades by half in a week.
create table article_choices (
  workspace_id uuid             not null default current_workspace() references workspaces on delete cascade,
  article_id   uuid             not null,
  choices      double precision not null check (choices > 0),
  counted_on   date             not null,
  primary key (workspace_id, article_id),
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade
);
call wall_in('article_choices');

-- What is left of them by now. Anonymous readers may ask for no more of the table than this.
create function count_choices(ids uuid[]) returns table (article_id uuid, choices double precision)
  stable security definer rows 100 language plpgsql set search_path = app, pg_temp as $$
begin
  return query select c.article_id, c.choices * power(0.5, least(current_date - c.counted_on, 365) / 7.0)
  from article_choices c where c.workspace_id = current_workspace() and c.article_id = any (ids);
end $$;
revoke execute on function count_choices(uuid[]) from public;
