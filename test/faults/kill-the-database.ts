import { setTimeout as sleep } from 'node:timers/promises'
import { compareWrites } from './compare-writes.ts'
import type { Fault } from './fault.ts'
import { foundCompany } from './found-company.ts'
import { type Site, waitFor } from './site.ts'
import { startWriting, type WriteLoad } from './write-load.ts'

const kills = 3

export const killTheDatabase: Fault = {
  name: 'kill -9 of the database',
  async prove(site) {
    await site.start()
    const companies = [await foundCompany(site, 'alpha-co'), await foundCompany(site, 'beta-co')]
    const { pid } = site
    const before = pid()
    const load = startWriting(site, companies, 'always')
    const healedMs: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(2000)
      healedMs.push(await killAndHeal(site, load))
    }
    await sleep(1000)
    await load.stop()
    const isWorking = await canStillWork(site)
    const { acknowledged, wrong, broken } = await compareWrites(site, load.writes)
    const improper = load.failures.filter(({ status, headers }) => status !== 503 || !headers['retry-after'])
    const slowest = Math.max(...healedMs)
    const isSame = site.isRunning() && pid() === before
    return {
      holds: wrong + broken + improper.length === 0 && slowest <= 10_000 && isSame && isWorking && acknowledged > 100,
      counts: `${kills} kills: ${load.failures.length} times 503 with Retry-After, ${improper.length} other failures, ${acknowledged} acknowledged, ${wrong} lost or doubled; healed after at most ${slowest.toFixed(0)} ms, app ${isSame ? 'not restarted' : 'restarted'}, jobs ${isWorking ? 'run' : 'stand still'}`,
    }
  },
}

async function killAndHeal(site: Site, load: WriteLoad): Promise<number> {
  const killedAt = performance.now()
  process.kill(site.postmaster(), 'SIGKILL')
  await sleep(300)
  const deafUntil = performance.now()
  await waitFor(async () => load.acknowledgedAt() > deafUntil, 30_000)
  return load.acknowledgedAt() > deafUntil ? performance.now() - killedAt : Number.POSITIVE_INFINITY
}

/** Waits until no mail waits for its first try. This shows that the workers run again. */
const canStillWork = (site: Site) =>
  waitFor(async () => {
    const [row] = await site.query<{ waiting: number }>(
      "select count(*)::int as waiting from outgoing_mails where state = 'queued' and attempts = 0",
    )
    return row!.waiting === 0
  }, 60_000)
