import { noOne } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { lockTicket } from './queries/tickets.ts'
import { updateTicket } from './update-ticket.ts'

const skewMs = 5000

/** The time of a snooze has come, unless it was moved or ended meanwhile. */
export async function wakeTicket(tx: WorkspaceTx, ticketId: string) {
  const ticket = await lockTicket(tx, ticketId)
  if (!ticket?.snoozedUntil || Date.parse(ticket.snoozedUntil) > Date.now() + skewMs) return
  await updateTicket(tx, ticket, { snoozedUntil: null }, { actor: noOne, cause: 'snooze-over' })
}
