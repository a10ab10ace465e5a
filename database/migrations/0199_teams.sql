-- A team of members, such as Billing. A ticket belongs to at most one team. A deleted team stays hidden until its
-- tickets are without a team.
create table teams (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  name         text        not null check (name <> '' and length(name) <= 60),
  color        text        not null check (color in ('blue', 'teal', 'plum', 'green', 'grey')),
  deleted_at   timestamptz,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index teams_name on teams (workspace_id, lower(name)) where deleted_at is null;
call wall_in('teams');

-- A member of a team. A member can be in several teams.
create table team_members (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  team_id      uuid not null,
  member_id    uuid not null,
  primary key (workspace_id, team_id, member_id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade
);
create index on team_members (workspace_id, member_id);
call wall_in('team_members');

alter table tickets add column team_id uuid;
alter table tickets add constraint tickets_team_id_fkey foreign key (workspace_id, team_id) references teams (workspace_id, id);
create index on tickets (workspace_id, team_id) where team_id is not null;
