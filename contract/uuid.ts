/** A UUID in lower case, for regular expressions of paths and texts. `Id` in `endpoint.ts` is its schema. */
export const uuidPattern = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'

export const wholeUuid = new RegExp(`^${uuidPattern}$`)

export const isUuid = (value: unknown): value is string => typeof value === 'string' && wholeUuid.test(value)
