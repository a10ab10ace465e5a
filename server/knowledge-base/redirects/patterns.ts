import { readFormerAddresses } from './former-addresses.ts'

export const mostStars = 5

export const hasStar = (path: string) => path.includes('*')

/** Patterns found by their own rule are not compared one by one. */
export const isCompared = (path: string) =>
  hasStar(path) && !readFormerAddresses(path).some((one) => 'pattern' in one && one.pattern === path)

/**
 * Whether a pattern matches a path. `*` matches any characters within a segment. As a whole segment it matches one or
 * none; at the end, everything below. `-*` at the end of a segment is optional.
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

/** The most specific pattern wins. */
export const bySaying = (one: string, other: string) => lettersOf(other) - lettersOf(one)
const lettersOf = (pattern: string) => pattern.replaceAll('*', '').length
