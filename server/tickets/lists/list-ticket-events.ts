import { productName } from '#contract/texts.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { readIdCursor, writeIdCursor } from '#server/search/cursor.ts'
import type { Reader } from '#server/tickets/caller.ts'
import { refuseUnseen } from '#server/tickets/find-ticket.ts'
import { listTicketEventRows } from '#server/tickets/queries/events.ts'

type Page = { limit: number; cursor?: string | undefined }

/** The history of a ticket, oldest first. */
export async function listTicketEvents(tx: WorkspaceTx, reader: Reader, ticketId: string, { limit, cursor }: Page) {
  const after = readIdCursor(cursor)
  const [rows] = await Promise.all([
    listTicketEventRows(tx, ticketId, { after, limit: limit + 1 }),
    refuseUnseen(tx, ticketId, reader),
  ])
  const items = rows.slice(0, limit).map(({ actorType, actorName, ...event }) => ({
    ...event,
    actor: { type: actorType, name: actorName ?? (actorType === 'system' ? productName : '') },
  }))
  return { items, next: rows.length > limit ? writeIdCursor(items.at(-1)!.id) : null }
}
