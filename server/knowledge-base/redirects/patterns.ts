import { readFormerAddresses } from './former-addresses.ts'

export const mostStars = 5

export const hasStar = (path: string) => path.includes('*')

/**
 * Returns whether a path is a pattern that must be compared with each requested path. Patterns of former help centres
 * are found by exact lookup instead.
 */
export const mustBeCompared = (path: string) =>
  hasStar(path) && !readFormerAddresses(path).some((one) => 'pattern' in one && one.pattern === path)

/**
 * Returns whether a pattern matches a path. In a segment, `*` matches any characters, and a final `-*` is optional. A
 * segment `*` matches at most one segment, but as the last segment it matches all further segments.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  const parts = pattern.split('/').slice(1)
  const written = parts.map((part, index) => {
    if (part === '*') return index === parts.length - 1 ? '(?:/.*)?' : '(?:/[^/]+)?'
    const tail = part.endsWith('-*') ? '(?:-[^/]*)?' : ''
    return `/${(tail ? part.slice(0, -2) : part).split('*').map(escapeLetters).join('[^/]*')}${tail}`
  })
  return new RegExp(`^${written.join('')}$`).test(path)
}

const escapeLetters = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Compares patterns. The most specific pattern, with the most characters other than `*`, comes first. */
export const bySpecificity = (one: string, other: string) => lettersOf(other) - lettersOf(one)
const lettersOf = (pattern: string) => pattern.replaceAll('*', '').length
