import { decodeEncodedWords } from '#server/platform/mail-parsing/mime/encoded-words.ts'

const mostBytes = 64 * 1024

/** A few headers of a raw mail, read before anything is trusted to a parser. Values are unfolded, not decoded. */
export function peekHeaders(raw: Buffer): Map<string, string> {
  const text = raw.subarray(0, mostBytes).toString('utf8')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const headers = new Map<string, string>()
  for (const line of text
    .slice(0, end)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

/** The address in a From line; good enough to count by. */
export const addressIn = (value: string | undefined): string =>
  (
    /<([^<>\s]{3,254})>\s*$/.exec(value ?? '')?.[1] ??
    /[^\s<>,;"]{1,64}@[^\s<>,;"]{1,189}/.exec(value ?? '')?.[0] ??
    ''
  ).toLowerCase()

const longestSubject = 255

export const subjectIn = (value: string | undefined): string =>
  decodeEncodedWords(value ?? '')
    .replaceAll('\0', '')
    .slice(0, longestSubject)

export const messageIdIn = (value: string | undefined): string | null =>
  /<[^<>\s]{3,500}>/.exec(value ?? '')?.[0] ?? null
