const mostLetters = 40
const mostBytes = 100_000

/**
 * The words of a text, in one spelling for what is kept and what is asked: without case, accents and signs. Writing
 * without spaces is taken letter by letter. Bounded, so that no text can be too long for the index.
 */
export function searchWords(...texts: (string | null | undefined)[]): string {
  const words: string[] = []
  let bytes = 0
  for (const word of splitWords(texts)) {
    bytes += Buffer.byteLength(word) + 1
    if (bytes > mostBytes) break
    words.push(word)
  }
  return words.join(' ')
}

/** A tsquery that wants every word, the last one as far as it is typed; null when nothing is asked. */
export function searchQuery(asked: string): string | null {
  const words = splitWords([asked]).slice(0, 16)
  if (words.length === 0) return null
  // One letter alone begins too many words to be looked for as a beginning.
  return words.join(' & ') + (words.at(-1)!.length > 1 ? ':*' : '')
}

const marks = /\p{M}+/gu
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const between = /[^\p{L}\p{N}]+/u

const splitWords = (texts: (string | null | undefined)[]) =>
  texts
    .filter((text) => text)
    .join(' ')
    .slice(0, mostBytes)
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(unspaced, ' $& ')
    .split(between)
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, mostLetters).join(''))
