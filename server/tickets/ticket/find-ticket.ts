import { mergingRefusals, mostMerged } from '#contract/tickets/merging.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Reader, theTeam } from './caller.ts'
import {
  findIdByNumber,
  findTicket,
  isVisible,
  type LockedTicket,
  listMergedIds,
  lockTicket,
  lockTickets,
  shownTicketId,
  type TicketRow,
} from './queries/tickets.ts'
import type { TicketState } from './ticket-state.ts'

/**
 * Locks a ticket. A ticket that the reader must not see is refused in the same way as a missing ticket. Customers read
 * the tickets of their company, but change only their own.
 */
export async function lockSeenTicket(tx: WorkspaceTx, id: string, reader: Reader): Promise<TicketState> {
  const ticket = await lockTicket(tx, id, reader)
  if (ticket) return ticket
  throw new Refusal((await isVisible(tx, id, reader)) ? 'not-allowed' : 'ticket-not-found')
}

export async function lockForTeam(tx: WorkspaceTx, id: string, reader: Reader): Promise<TicketState> {
  const ticket = await lockSeenTicket(tx, id, reader)
  refuseChange(ticket)
  return ticket
}

export function refuseChange(ticket: Pick<TicketState, 'trashedAt' | 'status' | 'mergedInto'>) {
  if (ticket.trashedAt) throw new Refusal('ticket-in-trash')
  if (ticket.status !== 'closed') return
  throw new Refusal('ticket-closed', ticket.mergedInto ? { detail: mergingRefusals['ticket-merged'].text } : {})
}

/** Locks the ticket. If it was merged into another ticket, locks the other ticket instead. */
export async function lockMergedTicket(tx: WorkspaceTx, id: string): Promise<TicketState> {
  let ticket = await lockTicket(tx, id)
  for (let merges = 0; ticket?.mergedInto && merges < mostMerged; merges += 1)
    ticket = await lockTicket(tx, ticket.mergedInto)
  if (!ticket) throw new Refusal('ticket-not-found')
  return ticket
}

/**
 * Finds the ticket. If it was merged into another ticket, returns the other ticket instead. `namedId`: the ticket that
 * was found before.
 */
export async function findTicketForMail(tx: WorkspaceTx, named: { ticketId: string } | { number: number }) {
  const namedId = 'ticketId' in named ? named.ticketId : (await findIdByNumber(tx, named.number))?.id
  let ticket = namedId ? await findTicket(tx, namedId, theTeam) : undefined
  for (let merges = 0; ticket?.mergedInto && merges < mostMerged; merges += 1)
    ticket = await findTicket(tx, ticket.mergedInto, theTeam)
  return ticket && { ...ticket, namedId: namedId! }
}

export async function findSeenTicket(tx: WorkspaceTx, id: string, reader: Reader): Promise<TicketState> {
  const ticket = await findTicket(tx, id, reader)
  if (!ticket) throw new Refusal('ticket-not-found')
  return ticket
}

export async function refuseUnseen(tx: WorkspaceTx, id: string, reader: Reader) {
  if (!(await isVisible(tx, id, reader))) throw new Refusal('ticket-not-found')
}
export { type LockedTicket, listMergedIds, lockTicket as lockIfExists, lockTickets, shownTicketId, type TicketRow }
