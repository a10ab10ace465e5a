import { asciiDomain } from '#contract/email-address.ts'
import { readAddresses } from '#server/platform/mail-parsing/mime/decode-headers.ts'
import { rewriteEncodedWords } from '#server/platform/mail-parsing/mime/encoded-words.ts'
import type { MailHeader } from '#server/platform/mail-parsing/parse-mail.ts'

const mostLetters = 8192

/**
 * Returns the only address in From, otherwise null. If From has several addresses, a mail program may show any of them.
 */
export function readAuthor(headers: MailHeader[]): string | null {
  const fields = headers.filter(({ name }) => name === 'from')
  if (fields.some(({ value }) => value.length > mostLetters)) return null
  const raw = fields.map(({ name, value }) => ({ key: name, value: rewriteEncodedWords(value) }))
  const [author, ...others] = readAddresses(raw, 'from')
  return author && others.length === 0 && fields.length === 1 ? author.address.toLowerCase() : null
}

export const domainOf = (address: string): string =>
  asciiDomain(address.slice(address.lastIndexOf('@') + 1).replace(/[\s>.]+$/, ''))
