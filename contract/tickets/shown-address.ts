import { asciiDomain } from '#contract/email-address.ts'

/**
 * Returns an address or a domain for display. Shows a label of the domain in its own script, unless it could imitate
 * another domain. The stored form of a domain is ASCII (`xn--…`).
 */
export function shownAddress(address: string): string {
  if (!/(?:^|[@.])xn--/.test(address)) return address
  const at = address.lastIndexOf('@')
  const labels = address.slice(at + 1).split('.')
  const read = labels.map(readLabel)
  const lastScript = scriptOf(read.at(-1)!)
  const shown = labels.map((label, place) => (isSafe(read[place]!, lastScript) ? read[place] : label))
  return address.slice(0, at + 1) + shown.join('.')
}

function readLabel(label: string): string {
  if (!label.startsWith('xn--')) return label
  const read = decodePunycode(label.slice(4))
  return read !== null && asciiDomain(`${read}.example`) === `${label}.example` ? read : label
}

const latin = /^[a-z0-9ß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜșțḁ-ỹ-]+$/u
// Scripts that a label may use alone or together with ASCII digits. The constant `together` has the combinations of
// scripts that may be mixed.
const scripts = [
  ...['Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana', 'Ethiopic', 'Khmer', 'Lao', 'Myanmar'],
  ...['Thai', 'Tibetan', 'Sinhala', 'Devanagari', 'Bengali', 'Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam', 'Oriya'],
  ...['Tamil', 'Telugu'],
].map((script) => ({
  script,
  letters: new RegExp(`^(?:(?=[\\p{L}\\p{M}\\p{N}])\\p{Script_Extensions=${script}}|[0-9-])+$`, 'u'),
}))
const together = [
  /^(?:(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]|[0-9-])+$/u,
  /^(?:(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hangul}]|[0-9-])+$/u,
  /^(?:(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Bopomofo}]|[0-9-])+$/u,
]
/** Letters that look like letters of another script, for example the Cyrillic letters of аррӏе. */
const lookalikes = /^[асԁеһіјӏорԛѕԝхуъЬҽпгѵѡαικνρυωηοτχγցզէհյոսւօոսօדוחיןס0-9-]+$/u

/** Returns the script of a label if all its letters belong to one script other than Latin. */
const scriptOf = (label: string) =>
  scripts.find(({ letters }) => letters.test(label) && !/^[0-9-]+$/.test(label))?.script

function isSafe(label: string, lastScript: string | undefined): boolean {
  // Catalan writes a middle dot between two l, as in col·lecció.
  if (latin.test(label.replace(/(?<=l)·(?=l)/g, ''))) return true
  const script = scriptOf(label)
  if (!script) return together.some((letters) => letters.test(label))
  const isEuropean = script === 'Greek' || script === 'Cyrillic'
  if (isEuropean && /\p{M}/u.test(label)) return false
  return script === lastScript || !lookalikes.test(label)
}

/** RFC 3492, section 6.2. */
function decodePunycode(encoded: string): string | null {
  const cut = encoded.lastIndexOf('-')
  const points = [...encoded.slice(0, Math.max(cut, 0))].map((letter) => letter.codePointAt(0)!)
  let [point, bias, index] = [128, 72, 0]
  for (let at = cut + 1; at < encoded.length; ) {
    const before = index
    for (let weight = 1, step = 36; ; step += 36) {
      const digit = digitOf(encoded[at++])
      if (digit === null) return null
      index += digit * weight
      const threshold = Math.min(Math.max(step - bias, 1), 26)
      if (digit < threshold) break
      weight *= 36 - threshold
      if (weight > 2 ** 31) return null
    }
    const count = points.length + 1
    bias = adapt(index - before, count, before === 0)
    point += Math.floor(index / count)
    if (point > 0x10ffff) return null
    index %= count
    points.splice(index++, 0, point)
  }
  return String.fromCodePoint(...points)
}

const digitOf = (letter = ''): number | null =>
  /^[a-z]$/.test(letter) ? letter.charCodeAt(0) - 97 : /^[0-9]$/.test(letter) ? letter.charCodeAt(0) - 22 : null

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / count)
  let bias = 0
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35)
  return bias + Math.floor((36 * rest) / (rest + 38))
}
