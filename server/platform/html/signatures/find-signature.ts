import { isRule } from '#server/platform/html/quotes/quote-marks.ts'
import { isSentFrom } from './sent-from.ts'

export type SignatureLine = {
  text: string
  quoted: string | null
  /** The line "-- ", or one behind a mark by which a program says that a signature begins. */
  opensSignature: boolean
  /** In an element that a program made for a signature. */
  isInSignature: boolean
  /** A picture that was put into the mail, and no logo. */
  showsPicture: boolean
}

const mostLines = 25
const mostLetters = 1500
const mostOfNotice = 4000

/**
 * The first line of the signature at the end, or null where there is none, where nothing stands above it, or where
 * something in it may be what the customer has to say.
 */
export function findSignature(lines: SignatureLine[]): number | null {
  const said = lines.flatMap((line, at) => (line.text === '' ? [] : [{ ...line, at }]))
  const first = said.findIndex(({ text }) => !isRule(text))
  for (let from = Math.max(first + 1, said.length - mostLines); from < said.length; from++) {
    const isWhole = !said[from]!.isInSignature || !said[from - 1]!.isInSignature
    if (first !== -1 && isWhole && isSignature(said.slice(from))) return said[from]!.at
  }
  return null
}

function isSignature(lines: SignatureLine[]): boolean {
  if (lettersOf(lines) > mostOfNotice || lines.some(({ quoted, showsPicture }) => quoted || showsPicture)) return false
  if (lines.every((line) => isSentFrom(line.text))) return true
  if (!lines[0]!.opensSignature && !lines.every((line) => line.isInSignature || isSentFrom(line.text))) return false
  const own = lines.filter(({ text }) => !isNotice(text))
  if (own.some(({ text }) => isProse(text) && !isSentFrom(text))) return false
  return lettersOf(own) <= mostLetters
}

const lettersOf = (lines: SignatureLine[]) => lines.reduce((sum, { text }) => sum + text.length, 0)

/** Words that somebody wrote for this mail, as far as one can tell: signatures have names and numbers. */
function isProse(text: string): boolean {
  if (/[?？؟。！]\p{Pe}?$/u.test(text) || /^p\. ?s\.|^ps\b/i.test(text)) return true
  const words = text.split(' ')
  const small = words.filter((word) => /^\p{Ll}{2,}[\p{L}'’-]*[.,;:!…]?$/u.test(word)).length
  const lettersWithoutCase = text.match(/\p{Lo}/gu)?.length ?? 0
  return (/[.!…]$/.test(text) && small >= 2) || small >= 6 || lettersWithoutCase > 24
}

const ofMail = [
  ...[
    'this (?:e-?mail|message|communication)',
    'diese (?:e-?mail|nachricht|mail)',
    'ce (?:message|courriel|mail|e-mail)',
  ],
  ...['(?:este|el presente) (?:mensaje|correo|e-?mail)', '(?:esta|este) (?:mensagem|e-?mail)'],
  ...['(?:questo|il presente) (?:messaggio|e-?mail)', 'questa e-?mail', 'd(?:it|eze) (?:bericht|e-?mail)', 'wiadomość'],
  ...['denne (?:e-?mail|e-?post|meddelelse)', 'detta (?:e-post|mejl|meddelande)'],
]
const ofLaw =
  /confiden|privileged|intended|recipient|vertraulich|bestimmt|empfänger|destina|réservé|reservad|riservat|vertrouwelijk|bestemd|poufn|fortrolig|konfidentiell|before printing|ausdruck|imprim|stampare|afdrukken/i
const notice = new RegExp(`(?:${ofMail.join('|')})`, 'iu')

/** What companies have below each mail: that it is confidential, and not to be printed. */
const isNotice = (text: string) => notice.test(text.slice(0, 1000)) && ofLaw.test(text.slice(0, 1000))
