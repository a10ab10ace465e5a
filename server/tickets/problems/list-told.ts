import type { QueryOf } from '#contract/endpoint.ts'
import type { listToldCustomers as contract } from '#contract/tickets/problems.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { readIdCursor, writeIdCursor } from '#server/search/words/cursor.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import { refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'
import { listTicketsById } from '#server/tickets/ticket/lists/list-tickets.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { countTold, listToldRows } from './queries.ts'

/** Lists the replies about a problem that were sent to its incidents. */
export async function listToldCustomers(
  tx: WorkspaceTx,
  reader: Reader,
  id: string,
  { cursor, limit }: QueryOf<typeof contract>,
) {
  await refuseUnseen(tx, id, reader)
  const rows = await listToldRows(tx, id, { before: readIdCursor(cursor), limit: limit + 1 })
  const page = rows.slice(0, limit)
  const ids = page.map(({ ticketId }) => ticketId)
  const tickets = new Map((await listTicketsById(tx, reader, ids)).map((ticket) => [ticket.id, ticket]))
  const names = await findMemberNames(
    tx,
    page.map(({ memberId }) => memberId),
  )
  return {
    items: page.map(({ id, ticketId, memberId, ...row }) => ({
      ...{ id, ticket: tickets.get(ticketId)!, ...row },
      by: { id: memberId, name: names.get(memberId) ?? '' },
    })),
    next: rows.length > limit ? writeIdCursor(page.at(-1)!.id) : null,
    ...(await countTold(tx, id)),
  }
}
