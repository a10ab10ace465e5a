/**
 * The whole number in a text field. Other text is returned as it is, so that the server refuses it: `Number` would make
 * NaN of it, which JSON writes as null.
 */
export const numberIn = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : (text as unknown as number))

/** As `numberIn`; null if the field is empty. */
export const numberOrNull = (text: string) => (text.trim() === '' ? null : numberIn(text))
