import { setTimeout as wait } from 'node:timers/promises'

/** The result of some work within a time, or undefined. The work continues. */
export async function inTime<T>(work: Promise<T>, mostMs: number): Promise<T | undefined> {
  const done = new AbortController()
  const late = wait(mostMs, undefined, { signal: done.signal, ref: false }).catch(() => undefined)
  return Promise.race([work, late]).finally(() => done.abort())
}
