const isSweep = process.env.SWEEP === '1'

/** Returns `guard` in `npm test` and `full` in `npm run sweep`. */
export const sized = (guard: number, full: number) => (isSweep ? full : guard)

/** In `npm test`, returns the first item and then one of every `few` items. In `npm run sweep`, returns all items. */
export const everyFew = <T>(list: readonly T[], few: number): T[] =>
  isSweep ? [...list] : list.filter((_, index) => index % few === 0)
