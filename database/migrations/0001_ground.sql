-- What every later table stands on: the schemas, the current workspace, and the wall around it.
create schema if not exists identity;

-- uuidv7() came with PostgreSQL 18. Older servers get one after RFC 9562, section 5.7, with the microseconds behind the
-- milliseconds as its method 3 has them, so that what is written one after the other also sorts so.
do $$ begin
  if to_regprocedure('pg_catalog.uuidv7()') is null then
    create function uuidv7() returns uuid volatile parallel safe language sql as $f$
      select encode(
        overlay(
          overlay(uuid_send(gen_random_uuid()) placing substring(int8send(micros / 1000) from 3) from 1 for 6)
          placing substring(int4send((28672 + micros % 1000 * 4096 / 1000)::integer) from 3) from 7 for 2),
        'hex')::uuid
      from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) clock $f$;
  end if;
end $$;

create function current_workspace() returns uuid stable parallel safe language sql
  as $$ select nullif(current_setting('app.workspace_id', true), '')::uuid $$;

-- The owner only migrates and owns the functions that look past the wall on purpose; whoever serves owns nothing.
create procedure wall_in(t regclass, key text default 'workspace_id') language plpgsql as $$ begin
  execute format('alter table %s enable row level security, force row level security', t);
  execute format(
    'create policy workspace_wall on %s using (%2$I = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)'
    ' with check (%2$I = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t, key);
  execute format('create policy owner_passes on %s to current_user using (true) with check (true)', t);
end $$;
