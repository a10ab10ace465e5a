import { setTimeout as sleep } from 'node:timers/promises'
import { compareWrites } from './compare-writes.ts'
import type { Fault } from './fault.ts'
import { foundCompany } from './found-company.ts'
import { startWriting } from './write-load.ts'

const kills = 5

export const killWhileWriting: Fault = {
  name: 'kill -9 again and again while tickets and replies are written',
  async prove(site) {
    await site.start()
    const companies = [await foundCompany(site, 'alpha-co'), await foundCompany(site, 'beta-co')]
    const load = startWriting(site, companies, 'half')
    const readyMs: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(1500 + kill * 137)
      await site.kill()
      readyMs.push(await site.start())
    }
    await sleep(1000)
    await load.stop()
    const { acknowledged, unknown, wrong, broken } = await compareWrites(site, load.writes)
    const slowest = Math.max(...readyMs)
    return {
      holds: wrong === 0 && broken === 0 && acknowledged > 100 && slowest <= 5000,
      counts: `${kills} kills: ${acknowledged} acknowledged, ${unknown} unknown, ${wrong} lost, doubled or misplaced, ${broken} tickets inconsistent; ready after at most ${slowest.toFixed(0)} ms`,
    }
  },
}
