-- A row of the audit log says who did what in a workspace, to whom or what, from where, and by which API key.
-- older versions may run beside this
alter table audit_log add column key_id uuid;
create index on audit_log (workspace_id, actor_id, created_at desc, id desc);
create index on audit_log (workspace_id, action, created_at desc, id desc);
