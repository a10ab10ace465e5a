import type { Site } from './site.ts'

export type Verdict = { holds: boolean; counts: string }
export type Fault = { name: string; prove(site: Site): Promise<Verdict> }

/** Runs `work` for each item of the list, for at most `most` items at once. */
export async function inParallel<T>(list: T[], most: number, work: (one: T) => Promise<void>) {
  const waiting = [...list]
  const runOne = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: most }, runOne))
}
