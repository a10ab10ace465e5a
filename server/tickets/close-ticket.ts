import { Refusal } from '#server/platform/refusal.ts'
import { awaken } from './add-customer-message.ts'
import type { Asking } from './judge-message.ts'
import { lockForTeam, lockSeenTicket } from './lock-ticket.ts'
import { refuseReadOnly } from './refuse-read-only.ts'
import { solvedBy } from './status-rules.ts'
import type { Actor, TicketState } from './ticket-state.ts'
import { updateTicket } from './update-ticket.ts'

/** Solves a ticket: a member who solves what nobody has takes it, a customer says their own is settled. */
export async function solveTicket(asking: Asking, id: string) {
  const { tx, caller } = asking
  const ticket = await lockForClosure(asking, id)
  if (ticket.status === 'solved') return
  const changes = { status: 'solved' } as const
  await updateTicket(tx, ticket, caller.isCustomer ? changes : solvedBy(ticket, changes, caller.id), byCaller(asking))
}

export async function reopenTicket(asking: Asking, id: string) {
  const { tx, caller } = asking
  const ticket = await lockForClosure(asking, id)
  if (ticket.status !== 'solved') throw new Refusal('ticket-not-solved')
  // A customer who says "not solved" waits from now on; a member who reopens only puts the ticket back into the queue.
  const changes = caller.isCustomer ? awaken(ticket) : { ...awaken(ticket), waitingSince: null }
  await updateTicket(tx, ticket, changes, byCaller(asking))
}

async function lockForClosure({ platform, tx, caller }: Asking, id: string): Promise<TicketState> {
  refuseReadOnly(platform, caller)
  if (!caller.isCustomer) return lockForTeam(tx, id, caller)
  const ticket = await lockSeenTicket(tx, id, caller)
  if (ticket.status === 'closed') throw new Refusal('ticket-closed')
  return ticket
}

const byCaller = ({ caller: { isCustomer, id } }: Asking): { actor: Actor } => ({
  actor: { type: isCustomer ? 'customer' : 'agent', id },
})
