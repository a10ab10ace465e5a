-- A list of entries that somebody keeps under a name: what its address asks for, for themselves or for the whole team.
create table content_views (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  owner_id     uuid        not null,
  name         text        not null check (name <> '' and length(name) <= 80),
  search       text        not null check (length(search) <= 6000),
  is_shared    boolean     not null default false,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, owner_id) references members (workspace_id, id)
);
create unique index content_views_name on content_views (workspace_id, owner_id, lower(name));
create index on content_views (workspace_id) where is_shared;
call wall_in('content_views');
