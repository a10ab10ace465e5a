-- What another system calls a ticket, one of a workspace each.
-- older versions may run beside this
alter table tickets add column external_id text check (external_id <> '' and length(external_id) <= 255);
create unique index on tickets (workspace_id, external_id) where external_id is not null;
