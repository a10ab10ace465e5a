import { setTimeout as wait } from 'node:timers/promises'

/** What comes of some work within so much time, else undefined. The work goes on all the same. */
export async function inTime<T>(work: Promise<T>, mostMs: number): Promise<T | undefined> {
  const done = new AbortController()
  const late = wait(mostMs, undefined, { signal: done.signal, ref: false }).catch(() => undefined)
  return Promise.race([work, late]).finally(() => done.abort())
}
