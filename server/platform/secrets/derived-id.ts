import { createHash } from 'node:crypto'

/** The same id for the same words, of the form that RFC 9562 calls version 8. What is done twice is found to be there. */
export function derivedId(...words: (string | number)[]): string {
  const hex = createHash('sha256').update(words.join(' ')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
