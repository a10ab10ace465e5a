import type { WorkspaceTx } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { wakeSnoozedTicket } from './jobs.ts'
import type { Asking } from './judge-message.ts'
import { lockForTeam } from './lock-ticket.ts'
import { refuseReadOnly } from './refuse-read-only.ts'
import { takenUp } from './status-rules.ts'
import { isSettled } from './ticket-state.ts'
import { updateTicket } from './update-ticket.ts'

/** Hides an active ticket until a time; the customer, an assignment or that time brings it back. */
export async function snoozeTicket({ platform, tx, caller }: Asking, id: string, until: string) {
  refuseReadOnly(platform, caller)
  const ticket = await lockForTeam(tx, id, caller)
  if (isSettled(ticket.status)) throw new Refusal('ticket-not-active')
  if (Date.parse(until) <= Date.now()) throw new Refusal('snooze-in-the-past')
  const by = { actor: { type: 'agent', id: caller.id } as const }
  await updateTicket(tx, ticket, { ...takenUp(ticket), snoozedUntil: new Date(until).toISOString() }, by)
  await wakeAt(tx, id, until)
}

export async function endSnooze({ platform, tx, caller }: Asking, id: string) {
  refuseReadOnly(platform, caller)
  const ticket = await lockForTeam(tx, id, caller)
  await updateTicket(tx, ticket, { snoozedUntil: null }, { actor: { type: 'agent', id: caller.id } })
}

const wakeAt = (tx: WorkspaceTx, ticketId: string, until: string) =>
  enqueue(tx, wakeSnoozedTicket, { ticketId }, { runAt: new Date(until), key: `${wakeSnoozedTicket.name}:${ticketId}` })
