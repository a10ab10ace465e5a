-- Whether the requester is told by mail that a ticket was solved. Workspaces that are there go on as before until an admin turns it on.
-- older versions may run beside this
alter table service_settings add column tells_solved boolean not null default false;
alter table service_settings alter column tells_solved set default true;
