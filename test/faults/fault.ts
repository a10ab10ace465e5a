import type { Site } from './site.ts'

export type Verdict = { holds: boolean; counts: string }
export type Fault = { name: string; prove(site: Site): Promise<Verdict> }

/** Runs over the list with so many at once. */
export async function inParallel<T>(list: T[], most: number, work: (one: T) => Promise<void>) {
  const waiting = [...list]
  const runOne = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: most }, runOne))
}
