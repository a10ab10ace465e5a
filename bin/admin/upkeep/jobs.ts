import type { Client } from 'pg'
import { auditLine, type Command } from '#bin/admin/command.ts'
import { count, recordAudit } from '#bin/admin/find-workspace.ts'
import { asOwner, inTransaction } from '#bin/admin/owner-database.ts'
import { asLine } from '#contract/letters/as-line.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'

const mostListed = 100

export const listJobs: Command = {
  name: 'jobs list',
  takes: '',
  does: 'Lists failed jobs: which are retried and when, and which gave up',
  run: ({ settings }) =>
    asOwner(settings, async (client) => {
      const failed = await listFailed(client, mostListed)
      const { due, later, running } = await countOthers(client)
      const others = `${count(running, 'job')} at work, ${due.toLocaleString('en')} due, ${later.toLocaleString('en')} for later.`
      if (failed.length === 0) return `No job failed. ${others}`
      const rest = failed.length === mostListed ? [`These are the first ${mostListed}.`] : []
      return [...failed.map(describe), ...rest, others].join('\n')
    }),
}

function describe({ id, job, domain, state, attempts, mostAttempts, nextTryAt, error }: WaitingJob): string {
  const when = state === 'gave up' ? 'gave up' : `tries again at ${nextTryAt.toISOString()}`
  const what = [
    id.padStart(8),
    job.padEnd(28),
    (domain ?? '-').padEnd(20),
    `${attempts} of ${mostAttempts} tries, ${when}`,
  ]
  // Shortens the error and writes it in one line, because it can quote a long answer of a foreign server.
  return error ? `${what.join('  ')}\n          ${asLine(error).slice(0, 160)}` : what.join('  ')
}

const mostAtOnce = 10_000

export const retryJobs: Command = {
  name: 'jobs retry',
  takes: 'ID|all',
  does: 'Runs a failed job, or all failed jobs, again now with all attempts',
  run: ({ settings, words: [which] }) =>
    asOwner(settings, (client) => inTransaction(client, () => retry(client, which!))),
}

async function retry(client: Client, which: string): Promise<string> {
  const failed = await listFailed(client, mostAtOnce)
  const chosen = which === 'all' ? failed : failed.filter(({ id }) => id === which)
  if (chosen.length === 0)
    throw new CannotStart(
      which === 'all' ? 'No job failed.' : `No job ${which} failed: npm run admin -- jobs list names those that did.`,
    )
  const { rows } = await client.query<{ id: string }>(
    'select id::text from graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), attempts => 0)',
    [chosen.map(({ id }) => id)],
  )
  // Reports only the jobs that were rescheduled. A worker may have started or finished the other ones meanwhile.
  const again = new Set(rows.map(({ id }) => id))
  const retried = chosen.filter(({ id }) => again.has(id))
  for (const [workspaceId, jobs] of ofEachWorkspace(retried))
    await recordAudit(client, workspaceId, 'job.retried', { jobs })
  const line = auditLine('jobs.retried', { jobs: Object.fromEntries(countByName(retried)) })
  return [`${count(retried.length, 'job')} will run again now, if a server runs.`, line].join('\n')
}

function* ofEachWorkspace(jobs: WaitingJob[]) {
  const there = jobs.filter(({ domain }) => domain !== null)
  for (const [id, own] of Map.groupBy(there, ({ workspaceId }) => workspaceId!))
    yield [id, Object.fromEntries(countByName(own))] as const
}

const countByName = (jobs: WaitingJob[]) =>
  [...Map.groupBy(jobs, ({ job }) => job)].map(([job, same]) => [job, same.length] as const)

type WaitingJob = {
  id: string
  job: string
  workspaceId: string | null
  domain: string | null
  state: 'gave up' | 'tries again'
  attempts: number
  mostAttempts: number
  nextTryAt: Date
  error: string | null
}

async function listFailed(client: Client, most: number): Promise<WaitingJob[]> {
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

async function findDomains(client: Client, ids: string[]) {
  const { rows } = await client.query<{ id: string; domain: string }>(
    'select id, domain from workspaces where id::text = any($1)',
    [ids],
  )
  return new Map(rows.map(({ id, domain }) => [id, domain]))
}

async function countOthers(client: Client): Promise<{ due: number; later: number; running: number }> {
  const { rows } = await client.query(
    `select count(*) filter (where locked_at is null and attempts = 0 and run_at <= now())::int as due,
       count(*) filter (where locked_at is null and attempts = 0 and run_at > now())::int as later,
       count(*) filter (where locked_at is not null)::int as running
     from graphile_worker._private_jobs`,
  )
  return rows[0]
}
