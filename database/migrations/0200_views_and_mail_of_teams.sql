-- A team that sees a saved view with the visibility `team`.
create table ticket_view_teams (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  view_id      uuid not null,
  team_id      uuid not null,
  primary key (workspace_id, view_id, team_id),
  foreign key (workspace_id, view_id) references ticket_views (workspace_id, id) on delete cascade,
  foreign key (workspace_id, team_id) references teams (workspace_id, id) on delete cascade
);
create index on ticket_view_teams (workspace_id, team_id);
call wall_in('ticket_view_teams');

alter table ticket_views drop constraint ticket_views_visibility_check;
alter table ticket_views add constraint ticket_views_visibility_check check (visibility in ('me', 'team', 'everyone'));
-- The shared views are those for everyone and those for teams.
create index on ticket_views (workspace_id) where visibility <> 'me';
drop index ticket_views_workspace_id_idx;

-- The part before the @ of the address whose mail opens tickets of the team.
alter table teams add column address text check (address ~ '^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$' and length(address) <= 64);
create unique index teams_address on teams (workspace_id, address) where deleted_at is null;
