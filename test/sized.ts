const isSweep = process.env.SWEEP === '1'

/** How many or how large: a small guard in `npm test`, all of it in `npm run sweep`. */
export const sized = (guard: number, full: number) => (isSweep ? full : guard)

/** Every so many of a list in `npm test`, the first among them; all of it in `npm run sweep`. */
export const everyFew = <T>(list: readonly T[], few: number): T[] =>
  isSweep ? [...list] : list.filter((_, index) => index % few === 0)
