import { LRUCache } from 'lru-cache'
import { readEmailAddress } from '#contract/email-address.ts'
import { isUuid } from '#contract/uuid.ts'
import type { IdentityTx } from '#server/platform/database.ts'
import { isRefused, type ParsedMail, parseMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { type ListedMail, type OpenMail, type View, views } from './inbox-page.ts'
import { findMail, findRawMails, listMailHeads, listMailIds } from './queries.ts'

export type ReadMail = Awaited<ReturnType<typeof readMail>>

const mostKept = 1000
const readMails = new LRUCache<string, ReadMail>({ max: mostKept })

/** Lists the newest mails, at most 200, of all recipients or one. Caches parsed mails, because tests poll. */
export async function listMails(tx: IdentityTx, to: string | undefined): Promise<ReadMail[]> {
  const rows = await listMailIds(tx, to && (readEmailAddress(to) ?? to))
  const unread = rows.filter(({ id }) => !readMails.has(id))
  const raws =
    unread.length > 0
      ? await findRawMails(
          tx,
          unread.map(({ id }) => id),
        )
      : []
  const sentAt = new Map(rows.map((row) => [row.id, row.sentAt]))
  for (const { id, raw } of raws) readMails.set(id, await readMail({ id, raw, sentAt: sentAt.get(id)! }))
  return rows.flatMap(({ id }) => readMails.get(id) ?? [])
}

/** Returns a mail as JSON for programs. Addresses and threading headers are as sent, without decoding. */
async function readMail({ id, raw, sentAt }: { id: string; raw: Buffer; sentAt: string }) {
  const headers = readWireHeaders(raw)
  const parsed = await parseMail(raw)
  const { subject, text, html } = isRefused(parsed) ? unreadable : parsed
  return {
    id,
    from: headers.from ?? '',
    to: headers.to ?? '',
    cc: headers.cc ?? '',
    replyTo: headers['reply-to'] ?? '',
    subject,
    text: text ?? '',
    html: html ?? '',
    messageId: headers['message-id'] ?? '',
    inReplyTo: headers['in-reply-to'] ?? '',
    references: headers.references ?? '',
    headers,
    sentAt,
  }
}

const unreadable: Pick<ParsedMail, 'subject' | 'text' | 'html'> = { subject: '', text: '', html: '' }

export async function listForPage(tx: IdentityTx): Promise<ListedMail[]> {
  const rows = await listMailHeads(tx)
  return rows.map(({ head, ...mail }) => ({ ...mail, subject: readSubject(readWireHeaders(head)) }))
}

export async function openForPage(tx: IdentityTx, id: string, wanted: string | undefined): Promise<OpenMail | null> {
  const mail = isUuid(id) ? await findMail(tx, id) : undefined
  if (!mail) return null
  const parsed = await parseMail(mail.raw)
  const headers = readWireHeaders(mail.raw)
  const hasHtml = !isRefused(parsed) && parsed.html !== null
  const view = views.find((view) => view === wanted) ?? (hasHtml ? 'html' : 'text')
  return {
    id,
    view,
    from: headers.from ?? '',
    to: headers.to ?? '',
    cc: headers.cc ?? '',
    subject: readSubject(headers),
    sentAt: mail.sentAt,
    text: textOf(view, mail.raw, isRefused(parsed) ? null : parsed),
  }
}

function textOf(view: View, raw: Buffer, parsed: ParsedMail | null): string {
  if (view === 'source') return raw.subarray(0, 1024 * 1024).toString('utf8')
  return parsed?.text ?? 'This mail has no text part.'
}

/** Returns a mail's HTML with inlined pictures. The frame's security policy blocks scripts and requests. */
export async function showAsHtml(tx: IdentityTx, id: string): Promise<string | null> {
  const mail = isUuid(id) ? await findMail(tx, id) : undefined
  const parsed = mail && (await parseMail(mail.raw))
  if (!parsed || isRefused(parsed) || parsed.html === null) return null
  const pictures = new Map(parsed.attachments.map((picture) => [picture.contentId, picture]))
  return parsed.html.replace(/\bcid:([^"'\s>)]+)/gi, (original, contentId: string) => {
    const picture = pictures.get(contentId)
    return picture ? `data:${picture.mime};base64,${picture.bytes.toString('base64')}` : original
  })
}

function readWireHeaders(raw: Buffer): Record<string, string> {
  const text = raw.subarray(0, 64 * 1024).toString('utf8')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const lines = text
    .slice(0, end)
    .replace(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon <= 0) continue
    const value = line.slice(colon + 1).trim()
    headers.set(name, headers.has(name) ? `${headers.get(name)}\n${value}` : value)
  }
  return Object.fromEntries(headers)
}

/** Decodes the subject for the list (RFC 2047). Supports only UTF-8, because all mails of the product use it. */
const readSubject = ({ subject = '' }: Record<string, string>): string =>
  subject
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, encoded: string) => {
      if (encoding.toLowerCase() === 'b') return Buffer.from(encoded, 'base64').toString('utf8')
      const bytes = encoded
        .replaceAll('_', ' ')
        .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      return Buffer.from(bytes, 'latin1').toString('utf8')
    })
