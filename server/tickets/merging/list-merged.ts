import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import { listMergedIds, refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'
import { listTicketsById } from '#server/tickets/ticket/lists/list-tickets.ts'
import { listMergedRows } from './queries.ts'

/** Lists the tickets that were merged into a ticket, directly or through another one. */
export async function listMergedTickets(tx: WorkspaceTx, reader: Reader, id: string) {
  await refuseUnseen(tx, id, reader)
  const ids = await listMergedIds(tx, id, reader)
  if (ids.length === 0) return { items: [], next: null }
  const merges = await listMergedRows(tx, ids)
  const tickets = new Map((await listTicketsById(tx, reader, ids)).map((ticket) => [ticket.id, ticket]))
  const items = merges.flatMap(({ ticketId, intoId: into, mergedAt }) => {
    const ticket = tickets.get(ticketId)
    return ticket ? [{ ...ticket, into, mergedAt }] : []
  })
  return { items, next: null }
}
