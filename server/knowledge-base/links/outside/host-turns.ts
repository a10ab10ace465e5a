import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

const restMs = 1000
/** When a host may be requested again; infinity during a request. */
const freeAt = new LRUCache<string, number>({ max: 10_000, ttl: 60_000 })

/** Requests a host one at a time with a pause in between; null if a request is running. */
export async function runInHostTurn<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
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
