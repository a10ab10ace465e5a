import { createHash } from 'node:crypto'

/** Returns the same UUID (RFC 9562, version 8) for the same words, so that a repeated call finds its row. */
export function derivedId(...words: (string | number)[]): string {
  const hex = createHash('sha256').update(words.join(' ')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
