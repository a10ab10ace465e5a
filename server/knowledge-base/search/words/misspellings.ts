/** Number of leading letters that misspelling keys use. A later comparison checks all letters. */
const keyedLetters = 6
const shortestTail = 4

/** Returns the errors allowed in a word: 1 for 4 to 7 letters, 2 for more, 0 for fewer or with digits. */
export const mostErrors = (word: string) => (/\p{N}/u.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/**
 * Returns keys for finding misspelt words (symmetric deletes): similar words share at least one key. `scope` separates
 * the keys of workspaces and languages.
 */
export function misspellingKeys(scope: string, word: string, errors: number): number[] {
  let left = new Set([word.slice(0, keyedLetters)])
  const all = new Set(left)
  for (let error = 0; error < errors; error += 1) {
    left = new Set([...left].flatMap(withoutOne))
    for (const one of left) all.add(one)
  }
  return [...all].filter((one) => one !== '').map((one) => hash(`${scope} d ${one}`))
}

const withoutOne = (word: string) =>
  Array.from({ length: word.length }, (_, at) => word.slice(0, at) + word.slice(at + 1))

export function tailKeys(scope: string, word: string): number[] {
  const ending = bare(word)
  const count = Math.max(0, ending.length - shortestTail - 2)
  return Array.from({ length: count }, (_, at) => hash(`${scope} t ${ending.slice(at + 3)}`))
}
export const tailKey = (scope: string, tail: string) => hash(`${scope} t ${bare(tail)}`)
export const endsWith = (word: string, tail: string) =>
  bare(word).length > bare(tail).length && bare(word).endsWith(bare(tail))

// Removes a grammatical ending, such as a plural, from a word of six letters or more.
const bare = (word: string) => (word.length < 6 ? word : word.replace(/(?:e[nsrm]?|s|n)$/, ''))

/** Computes a 32-bit hash (FNV-1a). Collisions are harmless, because the words themselves are compared afterwards. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value | 0
}

/** Returns the number of missing, additional, different and transposed letters between two words. */
export function errorsBetween(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
    }
    ;[before, row] = [row, next]
  }
  return row[other.length]!
}
