import { LRUCache } from 'lru-cache'
import { readEmailAddress } from '#contract/email-address.ts'
import type { IdentityTx } from '#server/platform/database.ts'
import { isRefused, type ParsedMail, parseMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { findRawMails, listMailIds } from './queries.ts'
import { readWireHeaders } from './wire-headers.ts'

export type ReadMail = Awaited<ReturnType<typeof readMail>>

const mostKept = 1000
const readMails = new LRUCache<string, ReadMail>({ max: mostKept })

/** The newest mails, each parsed once, because programs poll while they wait for one. */
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

/** A mail for programs, with headers as on the wire where threading or addresses depend on it. */
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
