-- What another system calls a customer, one of a workspace each. Whoever loses an address is signed out.
alter table customers add column external_id text check (external_id <> '' and length(external_id) <= 255);
create unique index on customers (workspace_id, external_id) where external_id is not null;

create function end_sessions_of_customer(customer uuid) returns setof uuid
  volatile security definer language sql set search_path = app, identity, pg_temp as $$
    update challenges set replaced_at = now()
    where workspace_id = current_workspace() and customer_id = customer and used_at is null and replaced_at is null;
    update sessions set ended_at = now(), end_reason = 'address-changed'
    where workspace_id = current_workspace() and customer_id = customer and ended_at is null
    returning id
  $$;
revoke execute on function end_sessions_of_customer(uuid) from public;
