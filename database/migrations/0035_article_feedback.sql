-- What a reader said of an article: whether it helped, and why in their words. Who read without signing in is nobody here.
create table article_feedback (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  article_id   uuid        not null,
  language     text        not null,
  is_helpful   boolean     not null,
  comment      text        not null default '' check (length(comment) <= 2000),
  email        text        check (length(email) <= 254),
  customer_id  uuid,
  member_id    uuid,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, article_id, customer_id),
  unique (workspace_id, article_id, member_id),
  check (customer_id is null or member_id is null),
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade,
  foreign key (workspace_id, customer_id) references customers (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create index on article_feedback (workspace_id, article_id, created_at desc, id desc);
create index on article_feedback (workspace_id, customer_id);
create index on article_feedback (workspace_id, member_id);
call wall_in('article_feedback');

-- How often readers said of an article that it helped them, and that it did not; also of what is not kept any more.
create table article_counts (
  workspace_id uuid    not null default current_workspace() references workspaces on delete cascade,
  article_id   uuid    not null,
  helpful      integer not null default 0 check (helpful >= 0),
  unhelpful    integer not null default 0 check (unhelpful >= 0),
  primary key (workspace_id, article_id),
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade
);
call wall_in('article_counts');
