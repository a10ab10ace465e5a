import { listEmailAddresses } from '#contract/email-address.ts'
import { readMessageId, readMessageIds } from '#server/platform/mail-parsing/mime/decode-headers.ts'
import type { ParsedMail } from '#server/platform/mail-parsing/parsed-mail.ts'

export type Bounce = {
  /** Message ids with angle brackets. The first is probably the undelivered mail's; others may be of its thread. */
  originalMessageIds: string[]
  recipient: string | null
  /** Enhanced status code, such as 5.1.1. */
  status: string | null
  /** `delayed`: the sending server will try again. */
  action: 'failed' | 'delayed' | 'arrived'
  diagnostic: string | null
}

const MAX_DIAGNOSTIC = 500
const MAX_BODY = 64 * 1024
const MAX_REPORT = 256 * 1024

type BouncedMail = Omit<ParsedMail, 'html' | 'attachments'>

export function readBounce(mail: BouncedMail): Bounce {
  const body = (mail.text ?? '').slice(0, MAX_BODY)
  const report = worstOf(readBlocks((mail.deliveryStatus ?? '').slice(0, MAX_REPORT)))
  const diagnostic = report.get('diagnostic-code') ?? findDiagnostic(body)
  return {
    originalMessageIds: findOriginalIds(mail, body),
    recipient: findRecipient(mail, report, body),
    status: findStatus(report, diagnostic, body),
    action: readAction(report) ?? (isLate(mail.subject) ? 'delayed' : 'failed'),
    diagnostic: diagnostic && cleanDiagnostic(diagnostic),
  }
}

type Fields = Map<string, string>

const readBlocks = (report: string): Fields[] => report.split(/(?:\r?\n){2,}/).map(readFields)

/** Actions of RFC 3464, section 2.3.3. Relayed and expanded mails count as arrived. */
const actions: Record<string, Bounce['action']> = {
  failed: 'failed',
  delayed: 'delayed',
  delivered: 'arrived',
  relayed: 'arrived',
  expanded: 'arrived',
}

const readAction = (fields: Fields) => actions[/^[a-z]+/.exec(fields.get('action')?.toLowerCase() ?? '')?.[0] ?? '']

const worstFirst = ['failed', undefined, 'delayed', 'arrived'] as const

function worstOf(blocks: Fields[]): Fields {
  const recipients = blocks.filter((fields) => fields.has('final-recipient') || fields.has('action'))
  const rank = (fields: Fields) => worstFirst.indexOf(readAction(fields))
  return recipients.sort((one, other) => rank(one) - rank(other))[0] ?? new Map(blocks.flatMap((fields) => [...fields]))
}

// Finds the status code. If the report has only a general code such as 5.0.0, the reply of the refusing server is
// preferred, because it is more exact.
function findStatus(report: Fields, diagnostic: string | null, body: string): string | null {
  const status = readStatus(report.get('status') ?? null)
  if (status && !status.endsWith('.0.0')) return status
  return readStatus(diagnostic) ?? status ?? readStatus(body)
}

function readFields(report: string): Fields {
  const fields = new Map<string, string>()
  for (const line of report.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

function findRecipient(mail: BouncedMail, report: Fields, body: string): string | null {
  const named = report.get('original-recipient') ?? report.get('final-recipient')
  const header = mail.headerMap.get('x-failed-recipients')?.split(',')[0]
  return findAddress(stripType(named ?? '')) ?? findAddress(header ?? '') ?? findAddressAfterFailure(body)
}

// Finds the address of the recipient. qmail, Exim and others write it in the first lines after the sentence about the
// failure.
function findAddressAfterFailure(body: string): string | null {
  const failure =
    /(?:failed|failure|undeliver|not be delivered|couldn'?t be delivered|wasn'?t able to deliver|unable to deliver|could not deliver|delivery to the following|permanent fatal errors|nicht zugestellt|n'a pas pu|no se pudo)/i
  const from = failure.exec(body)?.index
  return from === undefined ? null : findAddress(body.slice(from, from + 1_500))
}

const findAddress = (text: string): string | null => listEmailAddresses(decodeUtf8Address(text))[0] ?? null

/** Decodes `j\x{F6}rg@example.com`, the form of non-ASCII addresses in reports (RFC 6533, section 3). */
const decodeUtf8Address = (text: string) =>
  text.replace(/\\x\{([0-9a-f]{1,6})\}/gi, (written, hex: string) => {
    const point = Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : written
  })

function readStatus(text: string | null): string | null {
  return /(?:^|[\s(#;:-])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text ?? '')?.[1] ?? null
}

function findDiagnostic(body: string): string | null {
  const lines = body.split(/\r\n|[\n\r\u2028\u2029]/)
  return lines.find(isQuotation) ?? lines.find((line) => /^\s{0,20}[45]\d\d[ -].{3,400}$/.test(line)) ?? null
}

const near = 200
const mostAfter = 400

function isQuotation(line: string): boolean {
  if (line.length < 9 || line.length > 1000) return false
  const words = [...line.matchAll(/\b(?:remote (?:host|server)|said|respon|error|reason|diagnostic|smtp)/gi)]
  const ends = words.filter(({ index }) => index <= near).map(({ index, 0: word }) => index + word.length)
  const codes = [...line.matchAll(/\b[45]\d\d[ -]/g)].map(({ index }) => index)
  const isLast = (code: number) => line.length - code - 4 <= mostAfter
  return ends.some((end) => codes.some((code) => code >= end && code <= end + near && isLast(code)))
}

// Replaces NUL and half surrogate pairs, because the database cannot store them.
const cleanDiagnostic = (text: string): string =>
  stripType(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_DIAGNOSTIC)
    .toWellFormed()

const stripType = (value: string): string => value.replace(/^\s*[\w-]{1,20}\s*;\s*/, '')

const isLate = (subject: string): boolean => /\b(?:delayed|delay|verzögert|still being retried)\b/i.test(subject)

function findOriginalIds(mail: BouncedMail, body: string): string[] {
  const returned = /(?:^|\n)message-id:\s*(<[^<>\s]{1,996}>)/i.exec(
    (mail.returnedHeaders ?? '').slice(0, MAX_REPORT),
  )?.[1]
  const listed = /(?:^|\n)[ >]*message-id:\s*(<[^<>\s]{1,996}>)/i.exec(body)?.[1]
  const named = readMessageId(mail.headerMap.get('x-original-message-id'))
  const ids = [returned, listed, named, ...mail.inReplyTo, ...mail.references.toReversed()]
  return [...new Set(ids.filter((id) => id !== undefined && id !== null))].flatMap((id) => readMessageIds(id))
}
