import { findMessageRow, listHeldRows, listMessageRows } from '#server/conversation/queries/messages.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readNumberCursor, writeNumberCursor } from '#server/search/cursor.ts'
import type { Call } from '#server/tickets/call.ts'
import { findSeenTicket } from '#server/tickets/find-ticket.ts'
import { shapeMessages } from './shape-message.ts'

type Page = { limit: number; cursor?: string | undefined }

/** The conversation in its order; to the team, what is held comes at the end. */
export async function listMessages(call: Call, ticketId: string, { limit, cursor }: Page) {
  const { tx, caller } = call
  const after = readNumberCursor(cursor)
  await findSeenTicket(tx, ticketId, caller)
  const rows = await listMessageRows(tx, ticketId, { reader: caller, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const isLast = rows.length <= limit
  const held = isLast && caller.kind !== 'customer' ? await listHeldRows(tx, ticketId) : []
  const items = await shapeMessages(call, [...shown, ...held])
  return { items, next: isLast ? null : writeNumberCursor(shown.at(-1)!.seq!) }
}

/** One message that the caller has just written or changed. */
export async function showMessage(call: Call, messageId: string) {
  const row = await findMessageRow(call.tx, messageId)
  if (!row) throw new Refusal('message-not-found')
  const [message] = await shapeMessages(call, [row])
  return message!
}
