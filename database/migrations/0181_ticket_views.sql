-- older versions may run beside this
-- A saved view of tickets: a query with a name, and how its list looks. It is for its author alone, or for the team.
create table ticket_views (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  author_id    uuid        not null,
  name         text        not null check (name <> '' and length(name) <= 60),
  -- In canonical form, with ids instead of names.
  query        text        not null check (length(query) <= 2000),
  -- The name of each id in the query when it was saved. Tells what is missing after the person was deleted.
  named        jsonb       not null default '{}',
  visibility   text        not null check (visibility in ('me', 'everyone')),
  columns      text[]      not null,
  group_by     text,
  order_by     text,
  position     integer     not null check (position >= 0),
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, author_id) references members (workspace_id, id)
);
create unique index ticket_views_name on ticket_views (workspace_id, author_id, lower(name));
create index on ticket_views (workspace_id) where visibility = 'everyone';
call wall_in('ticket_views');

-- How a member chose to see a view. `view` is the id of a saved view or the name of a built-in view.
create table ticket_view_displays (
  workspace_id uuid   not null default current_workspace() references workspaces on delete cascade,
  member_id    uuid   not null,
  view         text   not null check (length(view) <= 40),
  columns      text[] not null,
  group_by     text,
  folded       text[] not null default '{}',
  primary key (workspace_id, member_id, view),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create index on ticket_view_displays (workspace_id, view);
call wall_in('ticket_view_displays');

-- The built-in views of a workspace that admins hid, and the order that they chose.
create table ticket_view_settings (
  workspace_id uuid   not null default current_workspace() primary key references workspaces on delete cascade,
  built_in     text[] not null default '{}',
  hidden       text[] not null default '{}'
);
call wall_in('ticket_view_settings');
