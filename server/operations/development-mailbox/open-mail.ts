import { isUuid } from '#contract/uuid.ts'
import type { IdentityTx } from '#server/platform/database.ts'
import { isRefused, type ParsedMail, parseMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { type ListedMail, type OpenMail, type View, views } from './inbox-page.ts'
import { findMail, listMailHeads } from './queries.ts'
import { readSubject, readWireHeaders } from './wire-headers.ts'

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

/** The HTML of the mail with its pictures. Its frame runs nothing and loads nothing. */
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
