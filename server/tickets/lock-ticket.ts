import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockTicket } from './queries/tickets.ts'
import type { Reader } from './seen-by.ts'
import type { TicketState } from './ticket-state.ts'

const mostMerges = 20

/** Locks a ticket that the caller may see; "not yours" and "not there" are one answer. */
export async function lockSeenTicket(tx: WorkspaceTx, id: string, reader: Reader): Promise<TicketState> {
  const ticket = await lockTicket(tx, id, reader)
  if (!ticket) throw new Refusal('ticket-not-found')
  return ticket
}

/** As `lockSeenTicket`, for a change by the team: closed tickets and those in the trash take none. */
export async function lockForTeam(tx: WorkspaceTx, id: string, reader: Reader): Promise<TicketState> {
  const ticket = await lockSeenTicket(tx, id, reader)
  refuseChange(ticket)
  return ticket
}

export function refuseChange(ticket: Pick<TicketState, 'trashedAt' | 'status'>) {
  if (ticket.trashedAt) throw new Refusal('ticket-in-trash')
  if (ticket.status === 'closed') throw new Refusal('ticket-closed')
}

/** Locks the ticket that a merged one went into, or itself. */
export async function lockMergedTicket(tx: WorkspaceTx, id: string): Promise<TicketState> {
  let ticket = await lockTicket(tx, id)
  for (let merges = 0; ticket?.mergedInto && merges < mostMerges; merges += 1)
    ticket = await lockTicket(tx, ticket.mergedInto)
  if (!ticket) throw new Refusal('ticket-not-found')
  return ticket
}
