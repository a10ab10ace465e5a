import { readAddresses } from '#server/platform/mail-parsing/mime/decode-headers.ts'
import { decodeEncodedWords, rewriteEncodedWords } from '#server/platform/mail-parsing/mime/encoded-words.ts'
import type { MailAddress, MailHeader } from '#server/platform/mail-parsing/parse-mail.ts'

export const mostHeaderBytes = 64 * 1024

/** Reads the headers without the mail parser. Folded lines are joined, but encoded words are not decoded. */
export function listHeaders(start: Buffer): MailHeader[] {
  const text = start.subarray(0, mostHeaderBytes).toString('utf8')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const lines = text
    .slice(0, end)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
  return lines.flatMap((line) => {
    const colon = line.indexOf(':')
    return colon > 0 ? { name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() } : []
  })
}

export const peekHeaders = (headers: MailHeader[]): Map<string, string> =>
  new Map(headers.toReversed().map(({ name, value }) => [name, value]))

export const peopleIn = (headers: MailHeader[], name: string): MailAddress[] =>
  readAddresses(
    headers.flatMap(({ name: key, value }) => (key === name ? { key, value: rewriteEncodedWords(value) } : [])),
    name,
  )

const longestSubject = 255

export const subjectIn = (value: string | undefined): string =>
  decodeEncodedWords(value ?? '')
    .replaceAll('\0', '')
    .slice(0, longestSubject)

export const messageIdIn = (value: string | undefined): string | null =>
  /<[^<>\s]{3,500}>/.exec(value ?? '')?.[0] ?? null
