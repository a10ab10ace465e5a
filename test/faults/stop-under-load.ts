import { setTimeout as sleep } from 'node:timers/promises'
import { compareWrites } from './compare-writes.ts'
import type { Fault } from './fault.ts'
import { followEvents } from './follow-events.ts'
import { foundCompany } from './found-company.ts'
import { startWriting } from './write-load.ts'

const restarts = 3

/**
 * A request may fail to connect or get a 503 if its next try succeeds. A request whose answer is lost breaks the
 * promise.
 */
export const stopUnderLoad: Fault = {
  name: 'SIGTERM under load',
  async prove(site) {
    await site.start()
    const companies = [await foundCompany(site, 'alpha-co'), await foundCompany(site, 'beta-co')]
    const stream = followEvents(site, companies[0]!)
    const load = startWriting(site, companies, 'always')
    for (let restart = 0; restart < restarts; restart += 1) {
      await sleep(1500)
      await site.stop()
      await site.start()
    }
    await sleep(1000)
    await load.stop()
    const { acknowledged, wrong, broken } = await compareWrites(site, load.writes)
    const lost = load.writes.filter(({ isReplayed }) => isReplayed).length
    const improper = load.failures.filter(({ status, headers }) => status !== 503 || !headers['retry-after']).length
    const unheard = await stream.countUnheard()
    return {
      holds: lost + improper + wrong + broken + unheard === 0 && acknowledged > 100,
      counts: `${restarts} restarts: ${acknowledged} acknowledged, ${lost} answers lost, ${load.failures.length - improper} asked to come again, ${improper} failed, ${wrong} lost or doubled; stream resumed ${stream.resumes()} times, ${unheard} events missed`,
    }
  },
}
