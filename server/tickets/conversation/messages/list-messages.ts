import type { QueryOf } from '#contract/endpoint.ts'
import { productName } from '#contract/texts.ts'
import type { followMessages as contract } from '#contract/tickets/messages.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { uuidPattern } from '#contract/uuid.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { showableImages } from '#server/files/mime-types.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { follow } from '#server/search/following/follow.ts'
import {
  countEarlier,
  findMessageRow,
  listHeldRows,
  listJoinedRows,
  listMessageRows,
  listMessageRowsById,
  type MessageRow,
} from '#server/tickets/conversation/queries/message-rows.ts'
import { findRead } from '#server/tickets/conversation/queries/reads.ts'
import { type Delivery, findDeliveries } from '#server/tickets/outgoing-mail/deliveries/find-deliveries.ts'
import type { Call } from '#server/tickets/ticket/caller.ts'
import { listMergedIds, refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'
import { memberName } from '#server/tickets/ticket/show-ticket.ts'

const afterAll = 2_147_483_647

/**
 * Returns the latest page of a conversation, or the page before the position `before`. Messages of merged tickets are
 * between the others in the order of time. For the team, the latest page also contains the messages that are held for
 * later sending.
 */
export async function listMessages(
  { platform, tx, caller }: Call,
  ticketId: string,
  { limit, before }: { limit: number; before?: number | undefined },
) {
  const isCustomer = caller.kind === 'customer'
  const page = { reader: caller, before: before ?? afterAll, limit }
  const [own, merged, held, seenSeq] = await Promise.all([
    listMessageRows(tx, ticketId, page),
    listMergedIds(tx, ticketId, caller),
    isCustomer || before ? [] : listHeldRows(tx, ticketId),
    isCustomer ? null : findRead(tx, ticketId, caller.id),
    refuseUnseen(tx, ticketId, caller),
  ])
  const isJoined = merged.length > 0
  const numbered = isJoined ? await listJoinedRows(tx, [ticketId, ...merged], page) : own
  const ids = numbered.map(({ id }) => id)
  const deliveries = isCustomer ? untold : await findDeliveries(tx, isJoined ? { ids } : { ticketId })
  const items = [...numbered, ...held].map((row) => ({
    ...shapeMessage(row, { platform, isCustomer, deliveries }),
    originTicketId: row.ticketId === ticketId ? null : row.ticketId,
  }))
  const first = numbered[0]?.position ?? 1
  // No message is before position 1, so most conversations need no count.
  const earlier = first === 1 ? 0 : isJoined ? first - 1 : await countEarlier(tx, ticketId, { ...page, before: first })
  return { items, next: earlier > 0 ? String(first) : null, earlier, seenSeq }
}

export const followMessages = ({ platform, tx }: Call, query: QueryOf<typeof contract>) =>
  follow(tx, 'message', query, async (ids) => {
    const [rows, deliveries] = await Promise.all([listMessageRowsById(tx, ids), findDeliveries(tx, { ids })])
    return rows.map((row) => shapeMessage(row, { platform, isCustomer: false, deliveries }))
  })

/** An empty map, because customers do not see delivery states. */
const untold = new Map<string, Delivery>()

export async function showMessage({ platform, tx, caller }: Call, messageId: string) {
  const row = await findMessageRow(tx, messageId)
  if (!row) throw new Refusal('message-not-found')
  return shapeAlone({ platform, tx, caller }, row)
}

export async function showMessageOf(call: Call, { id, messageId }: { id: string; messageId: string }) {
  const { tx, caller } = call
  const [row] = await Promise.all([findMessageRow(tx, messageId), refuseUnseen(tx, id, caller)])
  const isHidden = caller.kind === 'customer' && (row?.kind !== 'reply' || row.sentAt === null)
  if (row?.ticketId !== id || isHidden) throw new Refusal('message-not-found')
  return shapeAlone(call, row)
}

async function shapeAlone({ platform, tx, caller }: Call, row: MessageRow) {
  const isCustomer = caller.kind === 'customer'
  const deliveries = isCustomer ? untold : await findDeliveries(tx, { ticketId: row.ticketId })
  return shapeMessage(row, { platform, isCustomer, deliveries })
}

type ShowMessagesContext = { platform: Platform; isCustomer: boolean; deliveries: Map<string, Delivery> }

/** Returns more fields than an answer may contain. The contract removes the fields that it does not declare. */
const shapeMessage = (row: MessageRow, { platform, isCustomer, deliveries }: ShowMessagesContext) => ({
  ...row,
  originTicketId: null as string | null,
  author: authorOf(row, isCustomer),
  automatic: row.isAutomatic,
  flags: isCustomer ? [] : row.flags,
  hasMail: !isCustomer && row.hasMail,
  sendAt: row.sentAt === null ? row.sendAt : null,
  ...showFiles({ platform, workspaceId: row.workspaceId }, row.bodyHtml, row.files),
  delivery: row.sentAt === null ? null : (deliveries.get(row.id) ?? null),
})

function authorOf(row: MessageRow, isForCustomer: boolean) {
  const { authorType: type, customerId, memberId, customerName, customerEmail, memberEmail } = row
  if (type === 'customer')
    return { type, id: customerId, name: customerName || shownAddress(customerEmail ?? ''), email: customerEmail }
  if (type === 'system') return { type, id: null, name: productName, email: null }
  const name = memberName({ name: row.memberName ?? '', email: memberEmail ?? '' }, isForCustomer)
  return { type, id: memberId, name, email: isForCustomer ? null : memberEmail }
}

type UrlContext = { platform: Platform; workspaceId: string }

const dataFile = new RegExp(`\\bdata-file="(${uuidPattern})"`, 'i')

// Adds a URL to each picture in the text that is a file of this message. A picture that cannot be shown is removed from
// the text and becomes a normal attachment.
export function showFiles({ platform, workspaceId }: UrlContext, html: string, files: MessageRow['files']) {
  const own = new Map(files.map((file) => [file.id, file]))
  const shown = new Set<string>()
  const bodyHtml = html.replace(/<img\b[^>]*>/gi, (tag) => {
    const fileId = dataFile.exec(tag)?.[1]?.toLowerCase()
    const file = fileId && own.get(fileId)
    if (!file) return tag
    if (file.isUnshown) return ''
    shown.add(fileId)
    return tag.replace(/\sdata-file=/i, ` src="${signFileUrl(platform, { workspaceId, fileId, use: 'image' })}"$&`)
  })
  const attachments = files.map(({ id, name, mime, bytes, isInline, isUnshown }) => ({
    ...{ id, name, mime, bytes, inline: !isUnshown && (isInline || shown.has(id)) },
    url: signFileUrl(platform, { workspaceId, fileId: id, use: 'download' }),
    pictureUrl:
      !isUnshown && showableImages.has(mime)
        ? signFileUrl(platform, { workspaceId, fileId: id, use: 'thumbnail' })
        : null,
  }))
  return { bodyHtml, attachments }
}
