import { setTimeout as wait } from 'node:timers/promises'

/** Returns the result of the work, or undefined if the work takes longer than `mostMs`. The work is not aborted. */
export async function inTime<T>(work: Promise<T>, mostMs: number): Promise<T | undefined> {
  const done = new AbortController()
  const late = wait(mostMs, undefined, { signal: done.signal, ref: false }).catch(() => undefined)
  return Promise.race([work, late]).finally(() => done.abort())
}
