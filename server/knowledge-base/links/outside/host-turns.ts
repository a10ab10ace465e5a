import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

const restMs = 1000
/** From when on a host may be asked again; never, while it is being asked. */
const freeAt = new LRUCache<string, number>({ max: 10_000, ttl: 60_000 })

/** Asks a host once at a time and lets it rest after that; null where somebody else is asking it. */
export async function inTurnOf<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
  const at = freeAt.get(host) ?? 0
  if (at === Number.POSITIVE_INFINITY) return null
  freeAt.set(host, Number.POSITIVE_INFINITY)
  try {
    await sleep(Math.max(0, at - Date.now()), undefined, { signal }).catch(() => {})
    return await work()
  } finally {
    freeAt.set(host, Date.now() + restMs)
  }
}
