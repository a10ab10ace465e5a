import { unseen } from './hidden-characters.ts'

// Makes the slug of a text, on the server and for previews on pages. Without schemas, so that pages can use this file.

/** `language`: the language of the text. `isPlain`: Latin, Cyrillic and Greek letters become a to z. */
export type SlugRule = { language: string; isPlain: boolean }

export const mostOfSlug = 120

/**
 * Joins the words of a text with hyphens, in lower case. Keeps letters and numbers of any script, and accents unless
 * `isPlain`. Returns an empty text if there are no words.
 */
export function slugOf(text: string, { language, isPlain }: SlugRule): string {
  // In Persian, a zero-width non-joiner separates words. Other invisible characters do not.
  const seen = text.normalize('NFC').replaceAll('\u200c', ' ').replace(unseen, '')
  const lower = lowerCase(seen, language)
  const words = (isPlain ? plain(lower, language) : lower).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)
  return cutSlug((words ?? []).join('-'), mostOfSlug)
}

export const cutSlug = (slug: string, length: number) =>
  [...slug]
    .reduce((kept, letter) => (kept.length + letter.length > length ? kept : kept + letter), '')
    .replace(/-+$/, '')

/** Turns İ into i without JavaScript's combining dot. In Turkish and Azerbaijani, I and ı also become i. */
export const lowerCase = (text: string, language?: string): string =>
  text.replace(isTurkic(language) ? /[İIı]/g : /İ/g, 'i').toLowerCase()

const baseOf = (language: string) => language.toLowerCase().split('-')[0]!
const isTurkic = (language: string | undefined) => language !== undefined && ['tr', 'az'].includes(baseOf(language))

/** Writes Latin, Cyrillic and Greek letters with a to z. Keeps other letters. */
function plain(text: string, language: string): string {
  const own = ofLanguage[baseOf(language)] ?? {}
  const letters = [...text.replaceAll(/ο[υύ]/g, 'ou')]
  return letters.map((letter) => own[letter] ?? common[letter] ?? withoutAccent(letter, own)).join('')
}

function withoutAccent(letter: string, own: Letters): string {
  const bare = letter.normalize('NFD').replace(/\p{M}+/gu, '')
  if (/^[a-z]+$/.test(bare)) return bare
  return own[bare] ?? common[bare] ?? letter
}

type Letters = Record<string, string>

const pairs = (letters: string, written: string): Letters => {
  const all = written.split(' ')
  return Object.fromEntries([...letters].map((letter, at) => [letter, all[at]!]))
}

const common: Letters = {
  ...pairs('ßæœøđðþłıħŧŋĸŉĳəƒ', 'ss ae oe o d d th l i h t n k n ij e f'),
  ...pairs(
    'абвгдеёжзийклмнопрстуфхцчшщыэюя',
    'a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch y e yu ya',
  ),
  ...pairs('ђћџљњјѓќѕіїєґў', 'dj c dz lj nj j g k dz i i ie g u'),
  ...pairs('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'),
  ...{ ъ: '', ь: '' },
}
const nordic: Letters = { å: 'aa', ø: 'oe', æ: 'ae' }
const yugoslav: Letters = pairs('жхцчшџ', 'z h c c s dz')
const ofLanguage: Record<string, Letters> = {
  de: { ä: 'ae', ö: 'oe', ü: 'ue' },
  ...{ da: nordic, nb: nordic, nn: nordic, no: nordic },
  ...{ sr: yugoslav, mk: yugoslav, bs: yugoslav },
  bg: { х: 'h', щ: 'sht', ъ: 'a', ь: 'y' },
  uk: { г: 'h', и: 'y', й: 'i', ю: 'iu', я: 'ia' },
  be: { г: 'h' },
}
