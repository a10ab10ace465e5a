import { isAscii } from '#contract/email-address.ts'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import type { MailAddress } from '#server/platform/mail-parsing/parse-mail.ts'

export type OutgoingAttachment = { name: string; mime: string; bytes: Buffer; contentId?: string }

/** An address, or a named empty group for an address that the header cannot contain (RFC 6857, section 3.1.8). */
export type Addressee = MailAddress | { named: string }

export type OutgoingMail = {
  from: MailAddress
  to: Addressee[]
  cc?: Addressee[]
  replyTo?: MailAddress
  subject: string
  html: string
  text?: string
  /** Message ids have angle brackets, also in `inReplyTo` and `references`. */
  messageId: string
  inReplyTo?: string
  references?: string[]
  headers?: Record<string, string>
  attachments?: OutgoingAttachment[]
  date?: Date
}

const KEPT_REFERENCES = 20
const MAX_REFERENCES_LENGTH = 900
const MAX_SUBJECT = 255

/** Composes one mail. Values cannot add headers, and no file or URL is loaded. */
export async function composeMail(mail: OutgoingMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const mayHold = mail.to.some((one) => 'address' in one && !isAscii(one.address)) ? () => true : isAscii
  const composer = new MailComposer({
    from: checkAddress(mail.from),
    to: mail.to.map(checkAddressee),
    cc: mail.cc?.map(checkAddressee),
    replyTo: mail.replyTo && checkAddress(mail.replyTo),
    subject: cleanLine(mail.subject).slice(0, MAX_SUBJECT),
    messageId: checkId(mail.messageId),
    inReplyTo: mail.inReplyTo && mayHold(mail.inReplyTo) ? checkId(mail.inReplyTo) : undefined,
    references: trimReferences((mail.references ?? []).filter(mayHold)),
    date: mail.date ?? new Date(),
    html: mail.html,
    text: mail.text ?? htmlToText(mail.html),
    headers: checkHeaders(mail.headers ?? {}),
    attachments: mail.attachments?.map(describeAttachment),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/**
 * Shortens the list of ids, because a header line is limited. Keeps the first id, which names the conversation, and the
 * last ids, which give the position in it.
 */
export function trimReferences(references: string[]): string[] {
  const ids = [...new Set(references.filter((id) => /^<[^<>\s]{1,250}>$/.test(id)))]
  const kept = ids.length > KEPT_REFERENCES ? [ids[0]!, ...ids.slice(1 - KEPT_REFERENCES)] : ids
  while (kept.length > 2 && kept.join(' ').length > MAX_REFERENCES_LENGTH) kept.splice(1, 1)
  return kept
}

function describeAttachment({ name, mime, bytes, contentId }: OutgoingAttachment) {
  const disposition = contentId ? 'inline' : 'attachment'
  return {
    filename: cleanLine(name).slice(0, 200) || 'attachment',
    contentType: /^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : 'application/octet-stream',
    content: bytes,
    contentDisposition: disposition,
    ...(contentId && { cid: contentId.replace(/[^\w.@+-]/g, '') }),
  }
}

const checkAddressee = (one: Addressee) =>
  'named' in one ? `"${cleanLine(one.named).slice(0, 320).replace(/["\\]/g, '')}":;` : checkAddress(one)

function checkAddress({ name, address }: MailAddress): MailAddress {
  if (!/^[^\s<>,;:"()@\p{C}]{1,64}@[^\s<>,;:"()@\p{C}]{1,255}$/u.test(address))
    throw new Error('Not an address to mail to')
  return { name: cleanLine(name).slice(0, 120), address }
}

function checkId(id: string): string {
  if (!/^<[^<>\s\p{Cc}]{3,990}>$/u.test(id)) throw new Error('Not a Message-ID')
  return id
}

function checkHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!/^[A-Za-z][A-Za-z0-9-]{0,70}$/.test(name)) throw new Error('Not a name of a header')
      return [name, cleanLine(value).slice(0, 900)]
    }),
  )
}

const cleanLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
