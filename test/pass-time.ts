import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'

/** Moves `performance.now`, the clock of the caches, forward by `ms`. Does not change other clocks. */
export async function passTime(ms: number) {
  // Waits, because a cache reads the clock at most once per millisecond.
  await sleep(5)
  const now = performance.now() + ms
  vi.spyOn(performance, 'now').mockImplementation(() => now)
}
