-- A row of the audit log says who did what in a workspace, to whom or what, from where, and by which API key.
-- older versions may run beside this
alter table audit_log add column key_id uuid;
create index on audit_log (workspace_id, actor_id, created_at desc, id desc);
create index on audit_log (workspace_id, action, created_at desc, id desc);

-- Who serves can only add rows. This removes rows of the current workspace that are older than the retention, and no others.
create function forget_audit_log(most integer) returns bigint
  volatile security definer language sql set search_path = app, pg_temp as $$
    with forgotten as (
      delete from audit_log a where a.workspace_id = current_workspace() and a.id in (
        select id from audit_log where workspace_id = current_workspace() and created_at < now() - interval '400 days'
        order by created_at limit most)
      returning 1)
    select count(*) from forgotten
  $$;
revoke execute on function forget_audit_log(integer) from public;

