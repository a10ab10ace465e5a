/** Accents, vowel points and invisible characters. Search ignores them. */
const marks =
  /[\ufe00-\ufe0f\ufe20-\ufe2f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u0640\u200b-\u200f\u2060\ufeff]+/g
const letters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', đ: 'd', ð: 'd', ø: 'o' },
  ...{ ł: 'l', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n', ς: 'σ' },
}
const lettersWithoutParts = /[ßæœþđðøłıħŧŋς]/g
const apostrophes = /['‘’ʼʻ´′]/g
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const umlaut = /[äöüøå]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const plain = /^[\u0000-\u007f]*$/

/**
 * Removes case, accents, vowel points and invisible characters. The result must equal that of `fold` in the database.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text
    .replace(apostrophes, "'")
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFC')
    .replace(lettersWithoutParts, (letter) => letters[letter]!)
}

const spelledOtherwise = /[\u0308\u030a'‘’ʼʻ´′äöüøåÄÖÜØÅ]/

/** Folds a text and adds other spellings of its words, such as OBrien for O'Brien and Mueller for Müller. */
export function spellings(text: string): string {
  if (!spelledOtherwise.test(text)) return fold(text)
  const joined = join(
    text
      .split(/[ \n\r\t]/)
      .filter((word) => spelledOtherwise.test(word))
      .join(' '),
  )
  const typed = typeOut(joined)
  return fold(typed === joined ? `${text} ${joined}` : `${text} ${joined} ${typed}`)
}

export const spellingsAsked = (word: string): string[] => [...new Set([join(word), typeOut(join(word))].map(fold))]

/** Removes apostrophes and changes the word to lower case. */
const join = (word: string) => word.normalize('NFC').toLowerCase().replace(apostrophes, '')

/** Writes umlauts as two letters, such as `ue` for `ü`, as people do on keyboards without umlauts. */
const typeOut = (word: string) => word.replace(umlaut, (letter) => umlauts[letter]!)
