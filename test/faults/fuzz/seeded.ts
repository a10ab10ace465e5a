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

/** Of a run: as told by SEED, else a new one each time. */
export const seedOfRun = () => Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32))
