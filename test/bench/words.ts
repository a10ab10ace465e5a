import { readFileSync } from 'node:fs'

const syllables = 'ba cor den fi gra hol in jun ker lam mo nes or pla qui ros'.split(' ')

/** Returns the words of a help center, then made-up words. `chooser` picks the first words most often. */
export function makeWords(): string[] {
  const text = readFileSync('test/evaluation/en.md', 'utf8').toLowerCase()
  const known = text.match(/[a-z]{3,}/g)!
  const made = Array.from({ length: 20_000 }, (_, at) => {
    const digits = (at * 7919 + 65_536).toString(16).slice(-4)
    return [...digits].map((digit) => syllables[Number.parseInt(digit, 16)]).join('')
  })
  return [...new Set([...known, ...made])]
}

/**
 * Returns a function that picks words by Zipf's law, without the `from` most common words. The same `seed` gives the
 * same words.
 */
export function chooser(words: string[], seed: number) {
  let state = seed
  return (from = 0) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const place = Math.floor((words.length + 1 - from) ** (state / 2 ** 32)) - 1 + from
    return words[Math.min(place, words.length - 1)]!
  }
}
