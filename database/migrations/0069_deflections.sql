-- A request that a customer wrote while articles were shown beside it, and what became of it. Of its words there is nothing.
create table deflections (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  customer_id  uuid        not null,
  -- The article that made it needless, as the customer said; it may be gone by now.
  answered_by  uuid,
  -- It was sent all the same.
  ticket_id    uuid,
  created_at   timestamptz not null default now(),
  changed_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade,
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade
);
create index on deflections (workspace_id, created_at desc, id desc);
create index on deflections (workspace_id, customer_id, created_at);
create index on deflections (workspace_id, ticket_id) where ticket_id is not null;
call wall_in('deflections');

-- An article that was shown beside such a request.
create table deflection_articles (
  workspace_id  uuid    not null default current_workspace() references workspaces on delete cascade,
  deflection_id uuid    not null,
  article_id    uuid    not null,
  is_opened     boolean not null default false,
  primary key (workspace_id, deflection_id, article_id),
  foreign key (workspace_id, deflection_id) references deflections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade
);
create index on deflection_articles (workspace_id, article_id);
call wall_in('deflection_articles');
