-- The revision of a workspace grows with each change of its fields, statuses, teams, languages or time zone. Processes
-- cache these for up to a minute while the revision stays the same.
-- older versions may run beside this
alter table workspaces add column definitions_revision bigint not null default 0;

create function definitions_revision() returns bigint stable language plpgsql as $$ begin
  return (select w.definitions_revision from app.workspaces w where w.id = app.current_workspace());
end $$;

create function increase_definitions_revision() returns void volatile language plpgsql as $$ begin
  update app.workspaces set definitions_revision = definitions_revision + 1 where id = app.current_workspace();
end $$;
