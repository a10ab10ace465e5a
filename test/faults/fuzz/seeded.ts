export type Random = ReturnType<typeof seeded>

/** Returns random numbers that are the same for the same seed (mulberry32). */
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

/**
 * Returns the seed of a run, from `SEED` if it is set. The default makes each run the same, so that no test fails by
 * chance.
 */
export const seedOfRun = (seed = 1) => Number(process.env.SEED ?? seed)

/** Returns a random seed for runs that look for new faults. */
export const newSeed = () => Math.floor(Math.random() * 2 ** 32)
