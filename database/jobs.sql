-- Run as the worker's role after each migration: the only way to queue a job for roles that do not own the job tables.
-- The workspace comes from the transaction, so a job cannot be queued in another one.
create schema if not exists jobs;

create or replace function jobs.enqueue(task text, payload json, run_at timestamptz, most_attempts integer, key text, importance integer)
  returns void volatile security definer language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(
    task,
    json_build_object('workspaceId', nullif(current_setting('app.workspace_id', true), ''), 'payload', payload),
    run_at => coalesce(run_at, now()),
    max_attempts => most_attempts,
    job_key => key,
    priority => importance);
end $$;

-- Runs jobs now that wait for a later time, only those of the transaction's workspace.
create or replace function jobs.hurry(keys text[]) returns void
  volatile security definer language sql set search_path = pg_catalog, pg_temp
  as $$
    update graphile_worker._private_jobs set run_at = now()
    where key = any(keys) and locked_at is null and run_at > now()
      and payload->>'workspaceId' = nullif(current_setting('app.workspace_id', true), '')
  $$;

-- How many jobs wait and how many gave up, for readiness and metrics.
create or replace function jobs.count_jobs() returns table (ready bigint, failed bigint)
  stable security definer language sql set search_path = pg_catalog, pg_temp
  as $$
    select count(*) filter (where run_at <= now() and attempts < max_attempts), count(*) filter (where attempts >= max_attempts)
    from graphile_worker._private_jobs
  $$;

-- How many jobs wait and how long, for metrics. The caller names the jobs of outgoing and of incoming mail.
create or replace function jobs.measure_jobs(outgoing text[], incoming text[])
  returns table (retrying bigint, oldest_retry double precision, waiting_mails bigint, failing_mails bigint,
    oldest_mail double precision, incoming_mails bigint, oldest_incoming double precision)
  stable security definer language sql set search_path = pg_catalog, pg_temp
  as $$
    with waiting as (
      select t.identifier as task, j.attempts, j.created_at,
        coalesce((j.payload->'payload'->>'failingSince')::timestamptz, case when j.attempts > 0 then j.created_at end) as failing_since
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.attempts < j.max_attempts
    ), aged as (
      select *, extract(epoch from now() - coalesce(failing_since, created_at))::float8 as age from waiting
    )
    select count(*) filter (where attempts > 0), coalesce(max(age) filter (where attempts > 0), 0),
      count(*) filter (where task = any(outgoing) and failing_since is null),
      count(*) filter (where task = any(outgoing) and failing_since is not null),
      coalesce(max(age) filter (where task = any(outgoing)), 0),
      count(*) filter (where task = any(incoming)), coalesce(max(age) filter (where task = any(incoming)), 0)
    from aged
  $$;

-- The ids under which a process locks jobs. A process is identified by the name of its connections.
create table if not exists jobs.live_workers (
  worker_id   text        primary key,
  application text        not null,
  created_at  timestamptz not null default now()
);

create or replace function jobs.register_workers(process text, worker_ids text[]) returns void
  volatile language sql set search_path = pg_catalog, pg_temp
  as $$
    insert into jobs.live_workers (worker_id, application) select unnest(worker_ids), process on conflict do nothing;
  $$;

create or replace function jobs.release_dead_workers() returns integer
  volatile language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  dead text[];
begin
  delete from jobs.live_workers w
    where w.created_at < now() - interval '10 seconds'
      and not exists (select from pg_stat_activity a where a.application_name = w.application);
  select array_agg(distinct j.locked_by) into dead from graphile_worker._private_jobs j
    where j.locked_by is not null and j.locked_at < now() - interval '10 seconds'
      and not exists (select from jobs.live_workers w where w.worker_id = j.locked_by);
  if dead is null then return 0; end if;
  perform graphile_worker.force_unlock_workers(dead);
  return cardinality(dead);
end $$;

-- Deletes the jobs of a deleted workspace.
create or replace function jobs.forget_workspace(workspace uuid) returns void
  volatile language sql set search_path = pg_catalog, pg_temp
  as $$ delete from graphile_worker._private_jobs where payload->>'workspaceId' = workspace::text and locked_at is null $$;

revoke execute on all functions in schema jobs from public;
grant usage on schema jobs to :app, :identity;
grant execute on all functions in schema jobs to :app, :identity;
