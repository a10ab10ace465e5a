import { readEmailAddress } from '#contract/email-address.ts'
import { inOwnScript, withOwnScript } from './address-spellings.ts'
import { fold, spellings, spellingsAsked } from './fold.ts'

const mostLetters = 40
const mostBytes = 100_000
const mostAsked = 16

/**
 * Returns the words of texts, in all spellings, as a tsvector of limited size. Splits Chinese and Japanese into single
 * characters, and keeps mail addresses whole. The result must equal that of `words_of` in the database, except for
 * domains in other scripts.
 */
export function searchVector(...texts: (string | null | undefined)[]): string {
  const written = texts.filter((one) => one).join(' ')
  const text = withOwnScript(written.slice(0, mostBytes))
  const words = new Set<string>()
  let bytes = 0
  for (const word of [...addressesIn(text), ...splitWords(spellings(text))]) {
    if (words.has(word)) continue
    bytes += Buffer.byteLength(word) + 1
    if (bytes > mostBytes) break
    words.add(word)
  }
  return [...words].map(quoted).join(' ')
}

/**
 * Returns a tsquery that requires all words (the first 16). If `isTyped`, the last word also matches as a prefix.
 * Returns null if the text has no words.
 */
export function searchQuery(asked: string, { isTyped = true } = {}): string | null {
  const words = asked
    .split(/\s+/)
    .map(waysToFind)
    .filter((ways) => ways.length > 0)
    .slice(0, mostAsked)
  return words.length === 0
    ? null
    : words.map((ways, at) => oneOf(ways, isTyped && at === words.length - 1)).join(' & ')
}

/**
 * Returns a tsquery for whole words in web search syntax: "quoted phrases", `or`, and `-` to exclude. Returns null if
 * the text has no words.
 */
export function webSearchQuery(asked: string): string | null {
  const parts = [...asked.matchAll(/(-?)(?:"([^"]*)"?|(\S+))/g)].slice(0, mostAsked * 2)
  let query = ''
  let isEither = false
  for (const [, sign, phrase, word = ''] of parts) {
    if (phrase === undefined && sign === '' && word.toLowerCase() === 'or') {
      isEither = query !== ''
      continue
    }
    const wanted = phrase === undefined ? oneOf(waysToFind(word), false) : besideEachOther(phrase)
    if (wanted === '') continue
    query += `${query && (isEither ? ' | ' : ' & ')}${sign && '!'}${sign && wanted.includes(' ') ? `(${wanted})` : wanted}`
    isEither = false
  }
  return query || null
}

const besideEachOther = (phrase: string) => {
  const words = phrase
    .split(/\s+/)
    .map(waysToFind)
    .filter((ways) => ways.length > 0)
    .slice(0, mostAsked)
  const [first = [], ...more] = words.map((ways) => oneOf(ways, false, ' <-> '))
  return more.length > 0 ? `(${[first, ...more].join(' <-> ')})` : String(first)
}

/** Lists the spellings of a word. A spelling can be split into several words, which must all match. */
function waysToFind(asked: string): string[][] {
  const address = readEmailAddress(asked.replace(/^[<("]+|[>)",;:]+$/g, ''))
  if (address) return [...new Set([address, inOwnScript(address)])].map((spelling) => [spelling])
  const ways = [...spellingsAsked(asked), fold(asked)].map((one) => splitWords(one).slice(0, mostAsked))
  const distinct = new Map(ways.map((words) => [words.join(' '), words]))
  return [...distinct.values()].filter(({ length }) => length > 0)
}

function oneOf(ways: string[][], isLast: boolean, between = ' & '): string {
  const each = ways.map((words) => words.map((word, at) => wanted(word, isLast && at === words.length - 1)))
  const written = each.map((words) =>
    words.length > 1 && ways.length > 1 ? `(${words.join(between)})` : words.join(between),
  )
  return written.length > 1 ? `(${written.join(' | ')})` : (written[0] ?? '')
}

// Quotes a word, as a prefix if the user may still be typing it. A single letter is no prefix, because too many words
// match. A mail address is always complete.
const wanted = (word: string, isBegun: boolean) =>
  quoted(word) + (isBegun && word.length > 1 && !word.includes('@') ? ':*' : '')

const quoted = (word: string) => `'${word.replaceAll("'", "''")}'`

// Characters beyond ASCII that mail addresses can contain: all except quotation marks, brackets and spaces. The
// database has the same list.
const beyond =
  '\u00aa\u00b5\u00b7\u00ba\u00c0-\u05bd\u05bf\u05c1\u05c2\u05c4-\u060b\u060d-\u061a\u061d\u061e\u0620-\u0963\u0966-\u1fff\u2c00-\u2dff\u2e80-\u2fff\u3005-\u3007\u3021-\ud7ff\uf900-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc\u{10000}-\u{3ffff}'
const addressLike = new RegExp(
  `[a-z0-9.!#$%&'*+/=?^_\`{|}~${beyond}-]+@[a-z0-9${beyond}-]+(?:\\.[a-z0-9${beyond}-]+)+`,
  'giu',
)
const longestAddress = 400

const addressesIn = (text: string) =>
  text
    .split(/[ \n\r\t]/)
    .filter((word) => word.length < longestAddress && word.includes('@'))
    .flatMap((word) => word.match(addressLike) ?? [])
    .map((address) => address.normalize('NFC').toLowerCase().normalize('NFC'))

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const between = /[^\p{L}\p{N}\p{M}]+/u

const splitWords = (folded: string) =>
  folded
    .replace(unspaced, ' $& ')
    .split(between)
    .filter((word) => word !== '')
    .map((word) => (word.length <= mostLetters ? word : [...word].slice(0, mostLetters).join('')))
