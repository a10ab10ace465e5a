-- What changed since a look, of all workspaces at once. A look remembers the snapshot that it saw; the next one has what was
-- not visible then and is now, so that nothing is missed that committed late.
alter table live_events add column xact xid8 not null default pg_current_xact_id();
create index live_events_xact on live_events (xact);
-- When it happened stands in its id.
alter table live_events drop column created_at;

-- The workspaces with the types of what happened, and no more: whoever wants to know of what, asks behind its wall. Without
-- what `known` transactions did.
create function changes_since(since text, known xid8[]) returns table (snapshot text, changes json)
  stable security definer language plpgsql set search_path = app, pg_temp as $$
begin
  return query select pg_current_snapshot()::text, (
    select coalesce(json_object_agg(c.workspace_id, c.types), '{}') from (
      select e.workspace_id, array_agg(distinct e.type) as types from live_events e
      where e.xact >= pg_snapshot_xmin(since::pg_snapshot) and e.xact < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(e.xact, since::pg_snapshot) and e.xact <> all (known)
      group by e.workspace_id) c);
end $$;
