-- Whether whoever replies to an unassigned ticket becomes its assignee.
-- older versions may run beside this
alter table service_settings add column assigns_on_reply boolean not null default true;
