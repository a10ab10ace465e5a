-- Whoever is deactivated is signed out for good: their sessions and the keys that act as them do not come back with them.
create function end_sessions_of(member uuid) returns setof uuid
  volatile security definer language sql set search_path = app, identity, pg_temp as $$
    update sessions s set ended_at = now(), end_reason = 'deactivated'
    from accounts a where a.id = member and a.workspace_id = current_workspace()
      and s.account_id = a.id and s.ended_at is null
    returning s.id
  $$;
revoke execute on function end_sessions_of(uuid) from public;

-- Those who were deactivated before.
update identity.sessions s set ended_at = now(), end_reason = 'deactivated'
  from identity.accounts a join members m on m.workspace_id = a.workspace_id and m.id = a.id
  where s.account_id = a.id and m.status = 'deactivated' and s.ended_at is null;
update api_keys k set revoked_at = now(), revoked_by = k.created_by
  from members m where m.workspace_id = k.workspace_id and m.id = k.created_by
  and m.status = 'deactivated' and k.kind = 'management' and k.revoked_at is null;
