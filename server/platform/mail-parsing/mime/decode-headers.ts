import { addressParser } from 'postal-mime'
import { isAscii, readEmailAddress } from '#contract/email-address.ts'
import { asLine } from '#contract/letters/as-line.ts'
import type { MailAddress, MailHeader } from '#server/platform/mail-parsing/parsed-mail.ts'
import { decodeEncodedWords } from './encoded-words.ts'

const MAX_SUBJECT = 255
const MAX_REFERENCES = 50
const MAX_ADDRESSES = 200
const LONGEST_CHARACTER = 64
const mostOfAddresses = 64 * 1024

type RawHeader = { key: string; value: string }

export function decodeHeaders(raw: RawHeader[]): { headers: MailHeader[]; headerMap: Map<string, string> } {
  const headers = raw.map(({ key, value }) => ({ name: key, value: asLine(decodeEncodedWords(value)) }))
  const headerMap = new Map<string, string>()
  for (const { name, value } of headers) if (!headerMap.has(name)) headerMap.set(name, value)
  return { headers, headerMap }
}

export function cutGracefully(text: string, length: number): string {
  if (text.length <= length) return text
  let start = ''
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, length + LONGEST_CHARACTER))) {
    if (start.length + segment.length > length - 1) break
    start += segment
  }
  return `${start.trimEnd()}…`
}

export function readSubject(headerMap: Map<string, string>): string {
  return cutGracefully(headerMap.get('subject') ?? '', MAX_SUBJECT)
}

export function readAddresses(raw: RawHeader[], name: string): MailAddress[] {
  return raw
    .filter(({ key }) => key === name)
    .flatMap(({ value }) => parseAddresses(value.slice(0, mostOfAddresses)))
    .flatMap(({ name: display, address: written }) => {
      const clean = decodeAddress(written || display)
      // Also accepts addresses that cannot get replies, such as mailer-daemon@localhost.
      const address = readEmailAddress(clean) ?? (written && isLikeAddress(clean) ? clean : null)
      return address ? [{ name: cutGracefully(asLine(display), 120), address }] : []
    })
    .slice(0, MAX_ADDRESSES)
}

// White space and invisible characters around a pasted address. Those inside an address are part of it and are kept.
const around = /^[\s\p{C}]+|[\s\p{C}]+$/gu

/**
 * Decodes encoded words in an address, although RFC 2047 forbids them there. Keeps the original if the result is ASCII
 * or no address.
 */
export function decodeAddress(written: string): string {
  const clean = written.replace(around, '')
  const decoded = decodeEncodedWords(clean)
  return isAscii(decoded) || !readEmailAddress(decoded) ? clean : decoded
}

const isLikeAddress = (text: string) =>
  text.length <= 320 &&
  /^[^\s<>,;@\p{C}\p{Default_Ignorable_Code_Point}]+@[^\s<>,;@\p{C}\p{Default_Ignorable_Code_Point}]+$/u.test(text)

/** Drops wrong results of the parser, which reads `Ann {b}@example.com` as `b}@example.com`. */
const parseAddresses = (value: string) =>
  addressParser(value, { flatten: true }).filter(({ address = '' }) => {
    const at = value.indexOf(address)
    return at < 1 || /[\s<>,;:"()]/.test(value[at - 1]!)
  })

export function readMessageIds(value: string | undefined): string[] {
  const ids = [...new Set((value ?? '').match(/<[^<>\s]{1,996}>/g) ?? [])]
  return ids.length > MAX_REFERENCES ? [ids[0]!, ...ids.slice(1 - MAX_REFERENCES)] : ids
}

export function readMessageId(value: string | undefined): string | null {
  const bare = /^[^<>\s]{3,996}$/.test(value ?? '') ? `<${value}>` : null
  return readMessageIds(value)[0] ?? bare
}

export function readDate(value: string | undefined): Date | null {
  const date = new Date((value ?? '').replace(/\([^)]*\)/g, '').slice(0, 100))
  const year = date.getUTCFullYear()
  return Number.isNaN(date.getTime()) || year < 1970 || year > 9999 ? null : date
}
