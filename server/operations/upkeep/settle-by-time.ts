import { noOne } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'
import { findTicketRules } from '#server/workspace/settings/ticket-rules.ts'
import { lockTicketsToClose, lockTicketsToGiveUp } from './queries.ts'
/** Closes solved tickets after their time, and solves pending ones without an answer if the workspace wants that. */
export async function settleByTime(tx: WorkspaceTx) {
  const { closeDays, remindDays } = await findTicketRules(tx)
  for (const ticket of closeDays > 0 ? await lockTicketsToClose(tx, closeDays) : []) {
    await updateTicket(tx, ticket, { status: 'closed' }, { actor: noOne, cause: 'solved-long-enough' })
  }
  for (const ticket of remindDays > 0 ? await lockTicketsToGiveUp(tx, remindDays) : []) {
    await updateTicket(tx, ticket, { status: 'solved' }, { actor: noOne, cause: 'no-answer' })
  }
}
