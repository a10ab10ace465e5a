export type Random = ReturnType<typeof seeded>

/** Chance that comes again with its seed (mulberry32). */
export function seeded(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
    uuid: () =>
      `01890000-0000-7000-8000-${below(2 ** 40)
        .toString(16)
        .padStart(12, '0')}`,
  }
}

/** The seed of a run, by `SEED`. Without it the tests make the same at each run, so that none fails by chance. */
export const seedOfRun = (seed = 1) => Number(process.env.SEED ?? seed)

/** A seed that no run had before, for runs that look for new faults. */
export const newSeed = () => Math.floor(Math.random() * 2 ** 32)
