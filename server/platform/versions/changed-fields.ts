import { isDeepStrictEqual } from 'node:util'

/** What is wanted otherwise than it is; what is written as it is already is no change. */
export const changedFields = <Wanted extends object>(current: object, wanted: Wanted): Partial<Wanted> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, (current as Record<string, unknown>)[name]),
    ),
  ) as Partial<Wanted>

export const isNothing = (changes: object) => Object.keys(changes).length === 0
