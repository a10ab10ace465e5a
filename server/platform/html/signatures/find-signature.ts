import { isRule } from '#server/platform/html/quotes/quote-marks.ts'
import { alternatives } from '#server/platform/list-words.ts'
import { isSentFrom } from './sent-from.ts'

export type SignatureLine = {
  text: string
  quoted: string | null
  /** The line is "-- ", or a mail program marked the start of a signature here. */
  opensSignature: boolean
  isInSignature: boolean
  /** The line has a picture that is content, not a logo. */
  showsPicture: boolean
}

const mostLines = 25
const mostLetters = 1500
const mostOfNotice = 4000

/** Finds the first line of the signature. Null for none, no text above it, or a possible message in it. */
export function findSignature(lines: SignatureLine[]): number | null {
  const written = lines.flatMap((line, at) => (line.text === '' ? [] : [{ ...line, at }]))
  const first = written.findIndex(({ text }) => !isRule(text))
  for (let from = Math.max(first + 1, written.length - mostLines); from < written.length; from++) {
    const isWhole = !written[from]!.isInSignature || !written[from - 1]!.isInSignature
    if (first !== -1 && isWhole && isSignature(written.slice(from))) return written[from]!.at
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

function isProse(text: string): boolean {
  if (/[?？؟。！]\p{Pe}?$/u.test(text) || /^p\. ?s\.|^ps\b/i.test(text)) return true
  const words = text.split(' ')
  const small = words.filter((word) => /^\p{Ll}{2,}[\p{L}'’-]*[.,;:!…]?$/u.test(word)).length
  const lettersWithoutCase = text.match(/\p{Lo}/gu)?.length ?? 0
  return (/[.!…]$/.test(text) && small >= 2) || small >= 6 || lettersWithoutCase > 24
}

const ofMail = alternatives(`
  this (?:e-?mail|message|communication)|diese (?:e-?mail|nachricht|mail)|ce (?:message|courriel|mail|e-mail)
  (?:este|el presente) (?:mensaje|correo|e-?mail)|(?:esta|este) (?:mensagem|e-?mail)
  (?:questo|il presente) (?:messaggio|e-?mail)|questa e-?mail|d(?:it|eze) (?:bericht|e-?mail)|wiadomość
  denne (?:e-?mail|e-?post|meddelelse)|detta (?:e-post|mejl|meddelande)
`)
const ofLaw =
  /confiden|privileged|intended|recipient|vertraulich|bestimmt|empfänger|destina|réservé|reservad|riservat|vertrouwelijk|bestemd|poufn|fortrolig|konfidentiell|before printing|ausdruck|imprim|stampare|afdrukken/i
const notice = new RegExp(ofMail, 'iu')

const isNotice = (text: string) => notice.test(text.slice(0, 1000)) && ofLaw.test(text.slice(0, 1000))

const opening = '<details><summary>Signature</summary>'
const closing = '</details>'

/**
 * Joins body and signature so that readers can fold the signature. Sanitised mail HTML contains no other `<details>`,
 * so `unfoldSignature` finds this one.
 */
export const foldSignature = (body: string, signature: string): string => `${body}${opening}${signature}${closing}`

/** Replaces the folding element by a plain one, because many mail programs cannot fold it. */
export const unfoldSignature = (html: string): string => html.replaceAll(opening, '<div>').replaceAll(closing, '</div>')
