import { Refusal } from '#server/platform/refusal.ts'
import { readNumberCursor, writeNumberCursor } from '#server/search/cursor.ts'
import type { Asking } from './asking.ts'
import { findMessageRow, listHeldRows, listMessageRows } from './queries/messages.ts'
import { findTicket } from './queries/tickets.ts'
import { shapeMessages } from './shape-message.ts'

type Page = { limit: number; cursor?: string | undefined }

/** The conversation in its order; to the team, what is held comes at the end. */
export async function listMessages(asking: Asking, ticketId: string, { limit, cursor }: Page) {
  const { tx, caller } = asking
  const after = readNumberCursor(cursor)
  if (!(await findTicket(tx, ticketId, caller))) throw new Refusal('ticket-not-found')
  const rows = await listMessageRows(tx, ticketId, { reader: caller, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const isLast = rows.length <= limit
  const held = isLast && caller.kind !== 'customer' ? await listHeldRows(tx, ticketId) : []
  const items = await shapeMessages(asking, [...shown, ...held])
  return { items, next: isLast ? null : writeNumberCursor(shown.at(-1)!.seq!) }
}

/** One message that the caller has just written or changed. */
export async function showMessage(asking: Asking, messageId: string) {
  const row = await findMessageRow(asking.tx, messageId)
  if (!row) throw new Refusal('message-not-found')
  const [message] = await shapeMessages(asking, [row])
  return message!
}
