-- How often an article was read, by a reader once a day; of late, it fades by half in a week since the day it was counted on.
alter table article_counts
  add column views integer not null default 0 check (views >= 0),
  add column recent_views double precision not null default 0,
  add column recent_on date not null default current_date;

-- What is read the most of late, as an hourly job counted it.
create table popular_articles (
  workspace_id uuid    not null default current_workspace() references workspaces on delete cascade,
  position     integer not null,
  article_id   uuid    not null,
  primary key (workspace_id, position),
  unique (workspace_id, article_id),
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade
);
call wall_in('popular_articles');
