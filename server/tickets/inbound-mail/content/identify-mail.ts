import { createHmac } from 'node:crypto'
import type { CleanMail, ParsedMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { type Keyring, oldestOf } from '#server/platform/secrets/keyring.ts'

/**
 * Returns an HMAC of author, date, subject, text and files, which is the same for each delivered copy of a mail. The
 * HMAC needs a secret key, because it is stored longer than the mail and must not reveal the content.
 */
export async function identifyMail(keys: Keyring, mail: ParsedMail, { bodyText, quotedText }: CleanMail) {
  const { from, date, subject, headerMap, attachments } = mail
  const words = `${bodyText}\n${quotedText ?? ''}`
  const said = isOfList(mail) ? withoutFooter(words) : words
  const when = date?.toISOString() ?? headerMap.get('date')
  const files = await Promise.all(attachments.map(({ bytes }) => digestOf(bytes)))
  const parts = [from?.address.toLowerCase(), when, oneLine(subject), oneLine(said), ...files.sort()]
  return createHmac('sha256', oldestOf(keys)).update(JSON.stringify(parts)).digest('hex')
}

/** Computes the hash outside the main thread, because a mail can be large. */
export async function digestOf(bytes: Buffer): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex')
}

const isOfList = ({ headerMap }: ParsedMail) =>
  ['list-id', 'list-post', 'list-unsubscribe'].some((header) => headerMap.has(header))

const ruler = /^[>\s]*(?:-{2,}|_{5,}|={5,}|\*{5,}|~{5,})\s*$/
const longestFooter = 2000

/** Removes the footer that mailing lists add below a line of dashes or similar signs. */
function withoutFooter(words: string): string {
  const start = words.length - longestFooter
  const lines = words.slice(Math.max(0, start)).trimEnd().split('\n')
  const at = lines.findLastIndex((line) => ruler.test(line))
  return at === -1 ? words : words.slice(0, Math.max(0, start)) + lines.slice(0, at).join('\n')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
