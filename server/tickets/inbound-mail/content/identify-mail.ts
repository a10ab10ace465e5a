import { createHmac } from 'node:crypto'
import type { ParsedMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { type Keyring, oldestOf } from '#server/platform/secrets/keyring.ts'

type MailText = { text: string; quotedText: string | null }

/**
 * What a mail is, beside its Message-ID, however it travelled: who wrote when about what, in which words, with which
 * files. Kept as a digest under a key of ours, since it outlives what it was made of.
 */
export async function identifyMail(keys: Keyring, mail: ParsedMail, { text, quotedText }: MailText): Promise<string> {
  const { from, date, subject, headerMap, attachments } = mail
  const words = `${text}\n${quotedText ?? ''}`
  const said = isOfList(mail) ? withoutFooter(words) : words
  const when = date?.toISOString() ?? headerMap.get('date')
  const files = await Promise.all(attachments.map(({ bytes }) => digestOf(bytes)))
  const parts = [from?.address.toLowerCase(), when, oneLine(subject), oneLine(said), ...files.sort()]
  return createHmac('sha256', oldestOf(keys)).update(JSON.stringify(parts)).digest('hex')
}

/** On a thread of its own, as a mail may be large. */
export async function digestOf(bytes: Buffer): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex')
}

const isOfList = ({ headerMap }: ParsedMail) =>
  ['list-id', 'list-post', 'list-unsubscribe'].some((header) => headerMap.has(header))

const ruler = /^[>\s]*(?:-{2,}|_{5,}|={5,}|\*{5,}|~{5,})\s*$/
const longestFooter = 2000

/** What a list writes below each mail: who gets it and why, below a ruler or what signatures begin with. */
function withoutFooter(words: string): string {
  const start = words.length - longestFooter
  const lines = words.slice(Math.max(0, start)).trimEnd().split('\n')
  const at = lines.findLastIndex((line) => ruler.test(line))
  return at === -1 ? words : words.slice(0, Math.max(0, start)) + lines.slice(0, at).join('\n')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
