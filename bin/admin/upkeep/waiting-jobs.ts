import type { Client } from 'pg'

export type WaitingJob = {
  id: string
  job: string
  workspaceId: string | null
  /** The workspace, if it still exists. */
  domain: string | null
  state: 'gave up' | 'tries again'
  attempts: number
  mostAttempts: number
  nextTryAt: Date
  error: string | null
}

/** Jobs that failed at least once and do not run, those that gave up first. */
export async function listFailed(client: Client, most: number): Promise<WaitingJob[]> {
  const { rows } = await client.query<WaitingJob & { workspace: string | null }>(
    `select j.id::text, t.identifier as job, nullif(j.payload->>'workspaceId', '') as "workspaceId",
       case when j.attempts >= j.max_attempts then 'gave up' else 'tries again' end as state,
       j.attempts, j.max_attempts as "mostAttempts", j.run_at as "nextTryAt", j.last_error as error
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.attempts > 0 and j.locked_at is null
     order by j.attempts >= j.max_attempts desc, j.run_at, j.id limit $1`,
    [most],
  )
  const domains = await findDomains(
    client,
    rows.flatMap(({ workspaceId }) => workspaceId ?? []),
  )
  return rows.map((row) => ({ ...row, domain: domains.get(row.workspaceId ?? '') ?? null }))
}

/** Separate from the jobs, because no statement is about both. */
async function findDomains(client: Client, ids: string[]) {
  const { rows } = await client.query<{ id: string; domain: string }>(
    'select id, domain from workspaces where id::text = any($1)',
    [ids],
  )
  return new Map(rows.map(({ id, domain }) => [id, domain]))
}

/** How many jobs wait for their time or their turn, and how many run. */
export async function countOthers(client: Client): Promise<{ due: number; later: number; running: number }> {
  const { rows } = await client.query(
    `select count(*) filter (where locked_at is null and attempts = 0 and run_at <= now())::int as due,
       count(*) filter (where locked_at is null and attempts = 0 and run_at > now())::int as later,
       count(*) filter (where locked_at is not null)::int as running
     from graphile_worker._private_jobs`,
  )
  return rows[0]
}
