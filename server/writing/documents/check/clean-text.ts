/** Matches invisible characters, which are removed from texts. PostgreSQL cannot store one of them, U+0000. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\ufffe\uffff]/g

const withoutControls = (text: string) => text.toWellFormed().replace(control, '')

export const cleanText = (text: string) => withoutControls(text).replace(/[\t\n\r]+/g, ' ')

export const cleanCode = (text: string) => withoutControls(text).replace(/\r\n?/g, '\n')

export const cleanWords = (text: string) => withoutControls(text).replace(/\s+/g, ' ').trim()
