/**
 * Compares JSON values and dates in depth. Ignores the order of properties. Undefined is equal to a missing property,
 * and at the top level also to null.
 */
export const isSame = (one: unknown, other: unknown): boolean =>
  compare(one ?? null, other ?? null, (value) => value === undefined)

/** Compares field values in depth. Null, an empty text and an empty list are the same as absent. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  compare(one, other, (value) => value === null || value === undefined || value === '' || isEmptyList(value))

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

function compare(one: unknown, other: unknown, isAbsent: (value: unknown) => boolean): boolean {
  if (one === other || (isAbsent(one) && isAbsent(other))) return true
  if (!isObject(one) || !isObject(other)) return false
  if (one instanceof Date || other instanceof Date)
    return one instanceof Date && other instanceof Date && one.getTime() === other.getTime()
  if (Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one) && one.length !== other.length) return false
  return Object.keys({ ...one, ...other }).every((name) => compare(one[name], other[name], isAbsent))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
