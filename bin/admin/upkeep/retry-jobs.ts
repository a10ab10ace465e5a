import type { Client } from 'pg'
import { auditLine, type Command } from '#bin/admin/command.ts'
import { count, recordAudit } from '#bin/admin/find-workspace.ts'
import { asOwner, inTransaction } from '#bin/admin/owner-database.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { listFailed, type WaitingJob } from './waiting-jobs.ts'

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
  // A worker may have taken or finished one meanwhile.
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
