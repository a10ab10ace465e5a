// The characters of `hidden-characters.ts`, except joiners, line separators and control characters.
const formatting =
  '\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}'
// Names of the flags of England, Scotland and Wales. Such a flag is a black flag followed by its name in invisible tag
// characters (UTS 51, annex C), so these tag characters must be kept.
const names = ['gbeng', 'gbsct', 'gbwls'].map((name) =>
  [...name].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join(''),
)
const removed = new RegExp(`\u{1f3f4}(?:${names.join('|')})\u{e007f}|[${formatting}]`, 'gu')
const joiners = /[\u200c\u200d]+/g

/** Scripts in which adjacent letters change form. A joiner controls the form. */
const joiningScripts = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan', 'Javanese', 'Balinese'],
]
const joining = `(?=[\\p{L}\\p{M}])[${joiningScripts.map((script) => `\\p{scx=${script}}`).join('')}]`
const endsJoining = new RegExp(`${joining}$`, 'u')
const beginsJoining = new RegExp(`^${joining}`, 'u')
// Matches a virama at the end. A virama removes the vowel of a letter, and a joiner after the virama decides the form
// of the letter.
const endsVirama = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2\u1b44\ua9c0]$/
const endsPicture = /\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?$/u
const beginsPicture = /^\p{Extended_Pictographic}/u

/**
 * Removes invisible characters. Keeps joiners where a script or an emoji needs them, and the flags in `names`. Turns
 * line and paragraph separators into spaces.
 */
export const withoutHidden = (text: string): string =>
  text
    .replace(/[\u2028\u2029]/g, ' ')
    .replace(removed, (found) => (found.length > 2 ? found : ''))
    .replace(joiners, (found, at: number, whole: string) => (isNeeded(whole, found, at) ? found[0]! : ''))

export const asLine = (text: string): string =>
  withoutHidden(text)
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()

/** UTF-16 units to check on each side of a joiner, enough for an emoji with its modifier. */
const mostAround = 6

function isNeeded(text: string, found: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - mostAround), at)
  const after = text.slice(at + found.length, at + found.length + mostAround)
  if (endsVirama.test(before)) return true
  if (endsJoining.test(before) && beginsJoining.test(after)) return true
  return found[0] === '\u200d' && endsPicture.test(before) && beginsPicture.test(after)
}
