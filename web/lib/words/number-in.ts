/**
 * Converts a text to a whole number. Returns other text unchanged, so that the server refuses it. `Number` would return
 * NaN, which JSON writes as null.
 */
export const numberIn = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : text) as number

/** Converts a text to a whole number like `numberIn`. Returns null for an empty text. */
export const numberOrNull = (text: string) => (text.trim() === '' ? null : numberIn(text))
