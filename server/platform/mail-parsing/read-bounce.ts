import { readMessageId, readMessageIds } from './mime/decode-headers.ts'
import type { ParsedMail } from './parse-mail.ts'

export type Bounce = {
  /** Of the mail that could not be delivered, as on the wire. Several, where the report names its whole thread. */
  originalMessageIds: string[]
  recipient: string | null
  /** Enhanced status code, like 5.1.1. */
  status: string | null
  /** False while the sending server still tries, or where the trouble is likely to pass. */
  isPermanent: boolean
  /** A delay notice: nothing is lost yet. */
  isDelay: boolean
  diagnostic: string | null
}

const MAX_DIAGNOSTIC = 500
const MAX_BODY = 64 * 1024

/** What a bounce says, from its machine-readable part or, where there is none, from its words. */
export function readBounce(mail: ParsedMail): Bounce {
  const body = (mail.text ?? '').slice(0, MAX_BODY)
  const report = readFields(mail.deliveryStatus ?? '')
  const diagnostic = report.get('diagnostic-code') ?? findDiagnostic(body)
  const status = readStatus(report.get('status') ?? null) ?? readStatus(diagnostic) ?? readStatus(body)
  const isDelay = isDelayed(report.get('action'), mail.subject)
  return {
    originalMessageIds: findOriginalIds(mail, body),
    recipient: findRecipient(mail, report, body),
    status,
    isPermanent: !isDelay && (status ? status.startsWith('5') : /\b55[0-9]\b/.test(diagnostic ?? '')),
    isDelay,
    diagnostic: diagnostic && cleanDiagnostic(diagnostic),
  }
}

/** Fields of all blocks of the report; the recipient's block comes after the general one and wins. */
function readFields(report: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of report.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

function findRecipient(mail: ParsedMail, report: Map<string, string>, body: string): string | null {
  const named = report.get('original-recipient') ?? report.get('final-recipient')
  const header = mail.headerMap.get('x-failed-recipients')?.split(',')[0]
  return findAddress(stripType(named ?? '')) ?? findAddress(header ?? '') ?? findAddressAfterFailure(body)
}

// qmail, Exim and others name the address in the first lines after they say that it failed.
function findAddressAfterFailure(body: string): string | null {
  const failure =
    /(?:failed|failure|undeliver|not be delivered|couldn'?t be delivered|wasn'?t able to deliver|unable to deliver|could not deliver|delivery to the following|permanent fatal errors|nicht zugestellt|n'a pas pu|no se pudo)/i
  const from = failure.exec(body)?.index
  return from === undefined ? null : findAddress(body.slice(from, from + 1_500))
}

function findAddress(text: string): string | null {
  return /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,10}/.exec(text)?.[0].toLowerCase() ?? null
}

function readStatus(text: string | null): string | null {
  return /(?:^|[\s(#;:-])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text ?? '')?.[1] ?? null
}

function findDiagnostic(body: string): string | null {
  const quoted =
    /^.{0,200}?\b(?:remote (?:host|server)|said|respon|error|reason|diagnostic|smtp).{0,200}?\b[45]\d\d[ -].{0,400}$/im.exec(
      body,
    )
  return quoted?.[0] ?? /^\s{0,20}(?:[45]\d\d[ -].{3,400})$/m.exec(body)?.[0] ?? null
}

// The database keeps neither a NUL nor half a character.
const cleanDiagnostic = (text: string): string =>
  stripType(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_DIAGNOSTIC)
    .toWellFormed()

const stripType = (value: string): string => value.replace(/^\s*[\w-]{1,20}\s*;\s*/, '')

function isDelayed(action: string | undefined, subject: string): boolean {
  if (action) return /^delayed/i.test(action)
  return /\b(?:delayed|delay|verzögert|still being retried)\b/i.test(subject)
}

function findOriginalIds(mail: ParsedMail, body: string): string[] {
  const returned = /(?:^|\n)message-id:\s*(<[^<>\s]{1,996}>)/i.exec(mail.returnedHeaders ?? '')?.[1]
  const listed = /(?:^|\n)[ >]*message-id:\s*(<[^<>\s]{1,996}>)/i.exec(body)?.[1]
  const named = readMessageId(mail.headerMap.get('x-original-message-id'))
  const ids = [returned, listed, named, ...mail.inReplyTo, ...mail.references.toReversed()]
  return [...new Set(ids.filter((id) => id !== undefined && id !== null))].flatMap((id) => readMessageIds(id))
}
