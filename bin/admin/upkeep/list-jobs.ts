import type { Command } from '#bin/admin/command.ts'
import { count } from '#bin/admin/find-workspace.ts'
import { asOwner } from '#bin/admin/owner-database.ts'
import { asLine } from '#contract/letters/as-line.ts'
import { countOthers, listFailed, type WaitingJob } from './waiting-jobs.ts'

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
  // An error may quote the reply of an unknown server.
  return error ? `${what.join('  ')}\n          ${asLine(error).slice(0, 160)}` : what.join('  ')
}
