import { productName } from '#contract/texts.ts'
import type { AttachedFile } from '#server/conversation/queries/attachments.ts'
import {
  findMessageRow,
  listHeldRows,
  listMessageRows,
  type MessageRow,
} from '#server/conversation/queries/messages.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { type Delivery, findDeliveries } from '#server/outgoing-mail/deliveries/find-deliveries.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readNumberCursor, writeNumberCursor } from '#server/search/cursor.ts'
import type { Call, Reader } from '#server/tickets/caller.ts'
import { refuseUnseen } from '#server/tickets/find-ticket.ts'
import { memberName } from '#server/tickets/show-ticket.ts'

type Page = { limit: number; cursor?: string | undefined }

/** The conversation in its order; to the team, what is held comes at the end. */
export async function listMessages(call: Call, ticketId: string, { limit, cursor }: Page) {
  const { tx, caller } = call
  const after = readNumberCursor(cursor)
  const [rows, held] = await Promise.all([
    listMessageRows(tx, ticketId, { reader: caller, after, limit: limit + 1 }),
    caller.kind === 'customer' ? [] : listHeldRows(tx, ticketId),
    refuseUnseen(tx, ticketId, caller),
  ])
  const shown = rows.slice(0, limit)
  const isLast = rows.length <= limit
  const items = await shapeMessages(call, isLast ? [...shown, ...held] : shown)
  return { items, next: isLast ? null : writeNumberCursor(shown.at(-1)!.seq!) }
}

/** One message that the caller has just written or changed. */
export async function showMessage(call: Call, messageId: string) {
  const row = await findMessageRow(call.tx, messageId)
  if (!row) throw new Refusal('message-not-found')
  const [message] = await shapeMessages(call, [row])
  return message!
}

type Showing = { platform: Platform; tx: WorkspaceTx; caller: Reader }

/** Messages as the reader may see them, with signed addresses of their files and how their mails fare. */
async function shapeMessages({ platform, tx, caller }: Showing, rows: MessageRow[]) {
  const answered = rows.filter(({ authorType, seq }) => authorType === 'agent' && seq !== null).map(({ id }) => id)
  const deliveries =
    caller.kind === 'customer' || answered.length === 0
      ? new Map<string, Delivery>()
      : await findDeliveries(tx, answered)
  const signing = { platform, workspaceId: tx.workspaceId }
  return rows.map((row) => ({
    ...shapeMessage(row, caller.kind === 'customer'),
    ...showFiles(signing, row.bodyHtml, row.files),
    delivery: deliveries.get(row.id) ?? null,
  }))
}

const shapeMessage = (row: MessageRow, isCustomer: boolean) => ({
  id: row.id,
  ticketId: row.ticketId,
  seq: row.seq,
  kind: row.kind,
  author: authorOf(row, isCustomer),
  bodyText: row.bodyText,
  quotedText: row.quotedText,
  channel: row.channel,
  automatic: row.isAutomatic,
  flags: isCustomer ? [] : row.flags,
  hasMail: !isCustomer && row.hasMail,
  sendAt: row.seq === null ? row.sendAt : null,
  sentAt: row.sentAt,
  redactedAt: row.redactedAt,
  createdAt: row.createdAt,
})

function authorOf(row: MessageRow, isForCustomer: boolean) {
  const { authorType: type, customerId, memberId, customerName, customerEmail, memberEmail } = row
  if (type === 'customer')
    return { type, id: customerId, name: customerName || (customerEmail ?? ''), email: customerEmail }
  if (type === 'system') return { type, id: null, name: productName, email: null }
  const name = memberName({ name: row.memberName ?? '', email: memberEmail ?? '' }, isForCustomer)
  return { type, id: memberId, name, email: isForCustomer ? null : memberEmail }
}

type Signing = { platform: Platform; workspaceId: string }

/** A picture in the text gets an address only when it is a file of this very message. */
function showFiles({ platform, workspaceId }: Signing, html: string, files: AttachedFile[]) {
  const own = new Map(files.map((file) => [file.id, file]))
  const shown = new Set<string>()
  const bodyHtml = html.replace(/<img\b[^>]*>/gi, (tag) => {
    const fileId = /\bdata-file="([0-9a-f-]{36})"/i.exec(tag)?.[1]?.toLowerCase()
    if (!fileId || !own.has(fileId)) return tag
    shown.add(fileId)
    return tag.replace(/\sdata-file=/i, ` src="${signFileUrl(platform, { workspaceId, fileId, use: 'image' })}"$&`)
  })
  const attachments = files.map(({ id, name, mime, bytes, isInline }) => ({
    ...{ id, name, mime, bytes, inline: isInline || shown.has(id) },
    url: signFileUrl(platform, { workspaceId, fileId: id, use: 'download' }),
  }))
  return { bodyHtml, attachments }
}
