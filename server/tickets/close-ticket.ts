import type { Customer } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { awaken } from './add-customer-message.ts'
import { type Asking, actorOf } from './asking.ts'
import { changeLocked } from './change-ticket.ts'
import { lockForTeam, lockSeenTicket } from './lock-ticket.ts'
import { updateTicket } from './update-ticket.ts'

/** Solves a ticket: a member who solves what nobody has takes it, a customer says their own is settled. */
export async function solveTicket({ tx, caller }: Asking, id: string) {
  if (caller.kind === 'member') {
    const ticket = await lockForTeam(tx, id, caller)
    if (ticket.status !== 'solved') await changeLocked(tx, ticket, { status: 'solved' }, caller)
    return
  }
  const ticket = await lockOwn({ tx, caller }, id)
  await updateTicket(tx, ticket, { status: 'solved' }, { actor: actorOf(caller) })
}

export async function reopenTicket({ tx, caller }: Asking, id: string) {
  const ticket = caller.kind === 'member' ? await lockForTeam(tx, id, caller) : await lockOwn({ tx, caller }, id)
  if (ticket.status !== 'solved') throw new Refusal('ticket-not-solved')
  // A customer who says "not solved" waits from now on; a member who reopens only puts the ticket back into the queue.
  const changes = caller.kind === 'customer' ? awaken(ticket) : { ...awaken(ticket), waitingSince: null }
  await updateTicket(tx, ticket, changes, { actor: actorOf(caller) })
}

async function lockOwn({ tx, caller }: Pick<Asking<Customer>, 'tx' | 'caller'>, id: string) {
  const ticket = await lockSeenTicket(tx, id, caller)
  if (ticket.status === 'closed') throw new Refusal('ticket-closed')
  return ticket
}
