import { inIdentity } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { measureDisks } from './disk.ts'
import { findOutage } from './relay-outages.ts'

export type Trouble = 'disk-full' | 'relay-down' | 'sending-off'
export type Readiness = { isReady: boolean; degraded: Trouble[] }

const longestOutageSeconds = 600

export function lookEachSecond(platform: Platform): () => Promise<Readiness> {
  let answer: Promise<Readiness> | undefined
  const forget = () => {
    answer = undefined
  }
  return () => {
    answer ??= look(platform).finally(() => setTimeout(forget, 1000).unref())
    return answer
  }
}

async function look(platform: Platform): Promise<Readiness> {
  try {
    await platform.app.pool.query('select count(*) from jobs.count_jobs()')
    return { isReady: true, degraded: await findTroubles(platform) }
  } catch {
    return { isReady: false, degraded: [] }
  }
}

async function findTroubles({ settings, identity }: Platform): Promise<Trouble[]> {
  const [disks, outage] = await Promise.all([measureDisks(settings), inIdentity(identity, findOutage)])
  const isFull = disks.some(({ freeBytes }) => freeBytes < settings.leastFreeBytes)
  const isDown = outage !== null && outage.seconds >= longestOutageSeconds
  const troubles: [Trouble, boolean][] = [
    ['disk-full', isFull],
    ['relay-down', isDown],
    ['sending-off', !settings.isSending],
  ]
  return troubles.flatMap(([trouble, isPresent]) => (isPresent ? [trouble] : []))
}
