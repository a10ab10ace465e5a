-- older versions may run beside this
-- A team that sees a macro with the visibility `teams`.
create table macro_teams (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  macro_id     uuid not null,
  team_id      uuid not null,
  primary key (workspace_id, macro_id, team_id),
  foreign key (workspace_id, macro_id) references macros (workspace_id, id) on delete cascade,
  foreign key (workspace_id, team_id) references teams (workspace_id, id) on delete cascade
);
create index on macro_teams (workspace_id, team_id);
call wall_in('macro_teams');

-- A file of a macro. Messages that are written with the macro have copies that share its bytes. `place` is null if the
-- macro does not have the file any more. The row then stays until no copy needs the bytes.
create table macro_files (
  workspace_id uuid    not null default current_workspace() references workspaces on delete cascade,
  macro_id     uuid    not null,
  file_id      uuid    not null,
  place        integer,
  primary key (workspace_id, macro_id, file_id),
  foreign key (workspace_id, macro_id) references macros (workspace_id, id) on delete cascade,
  foreign key (workspace_id, file_id) references files (workspace_id, id)
);
create index on macro_files (workspace_id, file_id);
call wall_in('macro_files');

-- A deleted macro can be restored for a day.
alter table macros add column deleted_at timestamptz;

alter table macros drop constraint macros_visibility_check;
alter table macros add constraint macros_visibility_check check (visibility in ('me', 'teams', 'everyone'));
create unique index macros_name_of_author on macros (workspace_id, author_id, lower(name))
  where visibility = 'me' and deleted_at is null;
-- The shared macros are those for everyone and those for teams.
create unique index macros_name_of_team on macros (workspace_id, lower(name))
  where visibility <> 'me' and deleted_at is null;
drop index macros_own_name;
drop index macros_shared_name;
