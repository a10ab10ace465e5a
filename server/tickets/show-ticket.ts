import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { etagOf } from './change-ticket.ts'
import { listTicketCardsById } from './queries/lists.ts'
import type { Reader } from './seen-by.ts'
import { shapeTicket } from './shape-ticket.ts'

/** One ticket as the reader may see it, with the tag that guards its next change. */
export async function showTicket(tx: WorkspaceTx, reader: Reader, id: string) {
  const [card] = await listTicketCardsById(tx, reader, [id])
  if (!card) throw new Refusal('ticket-not-found')
  return { ticket: shapeTicket(card, reader), etag: etagOf(card) }
}
