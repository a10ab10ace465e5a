import type { WorkspaceTx } from '#server/platform/database.ts'
import { findIdByNumber, findTicket } from './queries/tickets.ts'
import { theTeam } from './seen-by.ts'

const mostMerges = 20

/** The ticket a mail names, or the one it was merged into. */
export async function findTicketForMail(tx: WorkspaceTx, named: { ticketId: string } | { number: number }) {
  const id = 'ticketId' in named ? named.ticketId : (await findIdByNumber(tx, named.number))?.id
  let ticket = id ? await findTicket(tx, id, theTeam) : undefined
  for (let merges = 0; ticket?.mergedInto && merges < mostMerges; merges += 1)
    ticket = await findTicket(tx, ticket.mergedInto, theTeam)
  return ticket
}
