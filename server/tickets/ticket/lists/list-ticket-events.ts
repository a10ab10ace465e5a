import { productName } from '#contract/texts.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { readIdCursor, writeIdCursor } from '#server/search/words/cursor.ts'
import { withinBytes } from '#server/search/words/page-bytes.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import { refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'
import { listTicketEventRows } from '#server/tickets/ticket/queries/events.ts'

/** Maximum bytes of a page of events. The ticket page loads up to 20 such pages. */
const mostBytes = 65_536

type Page = { limit: number; cursor?: string | undefined }

export async function listTicketEvents(tx: WorkspaceTx, reader: Reader, ticketId: string, { limit, cursor }: Page) {
  const after = readIdCursor(cursor)
  const [rows] = await Promise.all([
    listTicketEventRows(tx, ticketId, { after, limit: limit + 1 }),
    refuseUnseen(tx, ticketId, reader),
  ])
  const told = rows.slice(0, limit).map(({ actorType, actorName, ...event }) => ({
    ...event,
    actor: { type: actorType, name: shownAddress(actorName ?? '') || (actorType === 'system' ? productName : '') },
  }))
  const items = withinBytes(told, mostBytes)
  return { items, next: rows.length > items.length ? writeIdCursor(items.at(-1)!.id) : null }
}
