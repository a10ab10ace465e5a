-- A customer who was merged into another one, with what the undo needs: the values of both customers before the merge,
-- those of the other one after it, and the rows that were moved.
-- older versions may run beside this
alter table customers add column merged_into uuid;
alter table customers add constraint customers_merged_into_fkey
  foreign key (workspace_id, merged_into) references customers (workspace_id, id);
alter table customers add constraint customers_are_not_merged_into_themselves check (merged_into <> id);
create index on customers (workspace_id, merged_into) where merged_into is not null;

create table customer_merges (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  customer_id uuid not null,
  into_id uuid not null,
  source_before jsonb not null,
  target_before jsonb not null,
  target_after jsonb not null,
  moved jsonb not null,
  merged_at timestamptz not null default now(),
  primary key (workspace_id, customer_id),
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade,
  foreign key (workspace_id, into_id) references customers (workspace_id, id) on delete cascade
);
create index on customer_merges (workspace_id, into_id);
create index on customer_merges (workspace_id, merged_at);
call wall_in('customer_merges');

-- Finds the messages of a customer, also those on tickets of others.
create index on messages (workspace_id, customer_id) where customer_id is not null;

-- Gives the sessions and sign-in codes of a customer to another one. `chosen`: those with these ids; null: all. Returns
-- their ids.
create function move_sessions_of_customer(source uuid, target uuid, chosen uuid[])
  returns setof uuid security definer language sql set search_path = app, identity, pg_temp as $$
    with moved_challenges as (
      update challenges set customer_id = target
      where workspace_id = current_workspace() and customer_id = source and (chosen is null or id = any(chosen))
      returning id
    ), moved_sessions as (
      update sessions set customer_id = target
      where workspace_id = current_workspace() and customer_id = source and (chosen is null or id = any(chosen))
      returning id
    )
    select id from moved_challenges union all select id from moved_sessions
  $$;
revoke execute on function move_sessions_of_customer(uuid, uuid, uuid[]) from public;
