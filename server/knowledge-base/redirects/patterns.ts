import { readFormerAddresses } from './former-addresses.ts'

export const mostStars = 5

export const hasStar = (path: string) => path.includes('*')

/** Patterns that a former address leads to by itself need not be compared one by one. */
export const isCompared = (path: string) =>
  hasStar(path) && !readFormerAddresses(path).some((one) => 'pattern' in one && one.pattern === path)

/**
 * Whether a pattern means an address. `*` is any letters of a part; as a whole part it is one or none, at the end all below;
 * `-*` at the end of a part may be missing.
 */
export function isMeant(pattern: string, path: string): boolean {
  const parts = pattern.split('/').slice(1)
  const written = parts.map((part, index) => {
    if (part === '*') return index === parts.length - 1 ? '(?:/.*)?' : '(?:/[^/]+)?'
    const tail = part.endsWith('-*') ? '(?:-[^/]*)?' : ''
    return `/${(tail ? part.slice(0, -2) : part).split('*').map(escapeLetters).join('[^/]*')}${tail}`
  })
  return new RegExp(`^${written.join('')}$`).test(path)
}

const escapeLetters = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The one that says the most of its addresses counts. */
export const bySaying = (one: string, other: string) => lettersOf(other) - lettersOf(one)
const lettersOf = (pattern: string) => pattern.replaceAll('*', '').length
