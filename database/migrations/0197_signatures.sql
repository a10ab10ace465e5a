-- What stands below a reply by mail: the signature of the member, and that of the workspace.
-- older versions may run beside this
alter table members add column signature text not null default '' check (length(signature) <= 1000);
alter table service_settings add column signature text not null default '' check (length(signature) <= 1000);
