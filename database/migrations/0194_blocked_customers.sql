-- A blocked customer: mail from them is suspended, and the portal takes no requests from them.
-- older versions may run beside this
alter table customers add column blocked_at timestamptz;
