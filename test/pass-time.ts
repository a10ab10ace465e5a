import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'

/** Moves the clock by which caches age; the rest of the process keeps its own. */
export async function passTime(ms: number) {
  // A cache reads the clock once a millisecond.
  await sleep(5)
  const now = performance.now() + ms
  vi.spyOn(performance, 'now').mockImplementation(() => now)
}
