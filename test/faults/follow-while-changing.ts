import { setTimeout as sleep } from 'node:timers/promises'
import { startChanging } from './change-tickets-load.ts'
import type { Fault } from './fault.ts'
import { differences, followTickets, listAll, readingKey } from './follow-tickets.ts'
import { type Company, foundCompany } from './found-company.ts'
import { type Site, waitFor } from './site.ts'

const rounds = Number(process.env.FOLLOW_ROUNDS ?? 2)
const roundMs = Number(process.env.FOLLOW_SECONDS ?? 10) * 1000
const purgeEveryMs = 2000
const longestJobsMs = 60_000

/** `FOLLOW_ROUNDS=10 FOLLOW_SECONDS=120` is a long run. The server is killed in the second round. */
export const followWhileChanging: Fault = {
  name: 'a program follows the tickets while eight change them, once beside a kill -9',
  async prove(site) {
    await site.start()
    const told: FollowResult[] = []
    for (let round = 0; round < rounds; round += 1) {
      const followed = await followOnce(site, { round, isKilled: round === 1 })
      console.log(`  round ${round + 1}: ${wordsOf(followed)}`)
      told.push(followed)
    }
    const sum = (count: (one: FollowResult) => number) => told.reduce((all, one) => all + count(one), 0)
    return {
      holds: told.every(isWell),
      counts: `${rounds} rounds of ${roundMs / 1000} s: ${sum((one) => one.acknowledged)} changes, ${sum((one) => one.there)} tickets in the lists, ${sum((one) => one.gone)} gone, ${sum((one) => one.different)} rows different or missing`,
    }
  },
}

type FollowResult = Awaited<ReturnType<typeof followOnce>>

const isWell = ({ different, failed, there, gone, acknowledged }: FollowResult) =>
  different === 0 && failed === 0 && there > 0 && gone > 0 && acknowledged > 100

const wordsOf = ({
  acknowledged,
  refused,
  unknown,
  failed,
  pages,
  rows,
  gone,
  there,
  different,
  isKilled,
}: FollowResult) =>
  `${acknowledged} changes${isKilled ? ' beside a kill' : ''} (${refused} refused, ${unknown} unknown, ${failed} failed); ${rows} rows and ${gone} gone in ${pages} pages; ${there} tickets in the list, ${different} different`

async function followOnce(site: Site, { round, isKilled }: { round: number; isKilled: boolean }) {
  const company = await foundCompany(site, `follow-${round}`)
  const key = await readingKey(site, company)
  const reader = followTickets(site, key, new Date().toISOString())
  const load = startChanging(site, company)
  const end = Date.now() + roundMs
  const middle = end - roundMs / 2
  for (let wasKilled = false; Date.now() < end; ) {
    await sleep(Math.min(purgeEveryMs, end - Date.now()))
    await purge(site, company)
    if (!isKilled || wasKilled || Date.now() < middle) continue
    await site.kill()
    await site.start()
    wasKilled = true
  }
  await load.stop()
  // Waits for open jobs, because a purge and queued mails change tickets too.
  await waitFor(() => isIdle(site), longestJobsMs)
  await reader.stop()
  const there = await listAll(site, key)
  const different = differences(reader.copies, there)
  return {
    ...load.counts,
    ...reader.counts,
    isKilled,
    there: there.size,
    different: different.length,
    failed: load.failures.length,
  }
}

/** Purges a few tickets, as if they were in the trash for more than thirty days. */
async function purge(site: Site, { id }: Company) {
  await site.query(
    `update tickets set trashed_at = now() - interval '31 days' where workspace_id = $1 and id in (
       select id from tickets where workspace_id = $1 and trashed_at is not null order by random() limit 3)`,
    [id],
  )
  await site.query(`select graphile_worker.add_job('tickets.purge-trash', '{}')`)
}

const isIdle = async (site: Site) =>
  (
    await site.query<{ number: number }>(
      'select count(*)::int as number from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts',
    )
  )[0]!.number === 0
