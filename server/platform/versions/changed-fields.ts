import { isSame } from '#contract/is-same.ts'

/** The fields with another value than the row has. */
export const changedFields = <Wanted extends object>(current: object, wanted: Wanted): Partial<Wanted> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !isSame(value, (current as Record<string, unknown>)[name]),
    ),
  ) as Partial<Wanted>

export const isNothing = (changes: object) => Object.keys(changes).length === 0
