import { findEmailAddress } from '#contract/email-address.ts'

export type Forwarded = { name: string; address: string; subject: string }

const forwardSubject = /^\s*(?:fwd?|wg|tr|rv|enc|i|doorst|vs|vb|pd|továbbítás|転送|转发)\s*[:：]/i
const mark =
  /(?:^|\n)[ >]*(?:-{2,}\s*(?:forwarded message|original message|weitergeleitete nachricht|ursprüngliche nachricht|message transféré|mensaje reenviado|messaggio inoltrato)\s*-{2,}|begin forwarded message:|anfang der weitergeleiteten nachricht:|_{10,})/i
const fromLine = /(?:^|\n)[ >*]*(?:from|von|de|da|van|från|fra|od)[*]?\s*:[* ]*([^\n]{3,300})/i
const subjectLine =
  /(?:^|\n)[ >*]*(?:subject|betreff|objet|asunto|oggetto|onderwerp|ämne|emne|assunto)[*]?\s*:[* ]*([^\n]{1,300})/i
const mostText = 20_000

/** Who wrote the mail that this one passes on, as the mail programs write it above a forwarded text. */
export function findForwarded(mail: { subject: string; text: string }): Forwarded | null {
  if (!forwardSubject.test(mail.subject)) return null
  const text = mail.text.slice(0, mostText)
  const start = mark.exec(text)?.index ?? 0
  const inner = text.slice(start)
  const from = fromLine.exec(inner)?.[1]
  if (!from) return null
  const address = findEmailAddress(from)
  if (!address) return null
  const name = from.split(/[<[(]/)[0]!.replace(/["'*]/g, '').trim()
  const subject = subjectLine.exec(inner)?.[1]?.trim() ?? mail.subject.replace(forwardSubject, '').trim()
  return { address, name: name.includes('@') ? '' : name.slice(0, 120), subject }
}
