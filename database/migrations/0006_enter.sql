-- The one door into a workspace: finds who a live session belongs to and walls the transaction in, or returns nothing.
-- An invitation binds nobody until it is accepted: whoever is merely invited is let in as if without a workspace.
create function enter(session uuid)
  returns table (kind text, id uuid, workspace_id uuid, domain text, role text, is_hr_admin boolean, email text,
                 name text, surname text, plan text, service_started_at timestamptz)
  volatile security definer language plpgsql set search_path = app, identity, pg_temp as $$
#variable_conflict use_column
declare
  found_session identity.sessions;
  joined uuid;
  touched boolean;
begin
  select * into found_session from identity.sessions s
    where s.id = session and s.ended_at is null and s.idle_expires_at > now() and s.absolute_expires_at > now();
  if not found then return; end if;

  touched := found_session.last_seen_at < now() - interval '5 minutes';
  if touched then
    update identity.sessions s set last_seen_at = now() where s.id = session;
  end if;

  if found_session.customer_id is not null then
    perform set_config('app.workspace_id', found_session.workspace_id::text, true);
    return query
      select 'customer', c.id, c.workspace_id, w.domain, 'Customer', false, e.address, c.name, '', w.plan, w.service_started_at
      from customers c
      join workspaces w on w.id = c.workspace_id
      join customer_emails e on e.workspace_id = c.workspace_id and e.customer_id = c.id and e.is_primary
      where c.workspace_id = found_session.workspace_id and c.id = found_session.customer_id;
    return;
  end if;

  select case when m.status = 'active' then a.workspace_id end into joined
    from identity.accounts a
    left join members m on m.workspace_id = a.workspace_id and m.id = a.id
    where a.id = found_session.account_id and (a.workspace_id is null or m.status in ('active', 'invited'));
  if not found then return; end if;

  perform set_config('app.workspace_id', coalesce(joined::text, ''), true);
  return query
    select 'team', a.id, joined, w.domain, coalesce(m.role, 'FreeAdminUser'), coalesce(m.is_hr_admin, false),
           a.email, coalesce(m.name, ''), coalesce(m.surname, ''), w.plan, w.service_started_at
    from identity.accounts a
    left join members m on m.workspace_id = joined and m.id = a.id
    left join workspaces w on w.id = joined
    where a.id = found_session.account_id;
  if touched then
    update members m set last_seen_at = now() where m.workspace_id = joined and m.id = found_session.account_id;
  end if;
end $$;

create function workspace_by_domain(wanted text)
  returns table (id uuid, domain text, name text, time_zone text, accent_color text, logo_file_id uuid)
  stable security definer language sql set search_path = app, pg_temp
  as $$ select w.id, w.domain, w.name, w.time_zone, w.accent_color, w.logo_file_id from workspaces w where w.domain = wanted $$;

create function find_customer_for_sign_in(wanted uuid)
  returns table (id uuid, workspace_id uuid, domain text, workspace_name text, email text)
  stable security definer language sql set search_path = app, pg_temp
  as $$
    select c.id, c.workspace_id, w.domain, w.name, e.address
    from customers c
    join workspaces w on w.id = c.workspace_id
    join customer_emails e on e.workspace_id = c.workspace_id and e.customer_id = c.id and e.is_primary
    where c.id = wanted
  $$;

create function list_workspace_ids() returns setof uuid
  stable security definer language sql set search_path = app, pg_temp
  as $$ select w.id from workspaces w order by w.id $$;

revoke execute on function enter(uuid), workspace_by_domain(text), find_customer_for_sign_in(uuid), list_workspace_ids() from public;
