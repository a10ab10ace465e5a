/** Control characters say nothing to a reader, and a database does not take all of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\ufffe\uffff]/g

const withoutControls = (text: string) => text.toWellFormed().replace(control, '')

/** A line of text as it stands in a block: white space that only lays out source is one space. */
export const cleanText = (text: string) => withoutControls(text).replace(/[\t\n\r]+/g, ' ')

export const cleanCode = (text: string) => withoutControls(text).replace(/\r\n?/g, '\n')

/** Words of an attribute. */
export const cleanWords = (text: string) => withoutControls(text).replace(/\s+/g, ' ').trim()
