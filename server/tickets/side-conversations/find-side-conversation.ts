import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockMergedTicket } from '#server/tickets/ticket/find-ticket.ts'
import type { TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { findConversation, lockConversation, type SideConversationState } from './queries.ts'

export {
  findConversation as findSideConversationForMail,
  findIdByForeignId as findSideIdByForeignId,
  findIdOfMessage as findSideIdOfMessage,
} from './queries.ts'
export type { SideConversationState }

export async function findSideConversation(tx: WorkspaceTx, id: string): Promise<SideConversationState> {
  const found = await findConversation(tx, id)
  if (!found) throw new Refusal('side-conversation-not-found')
  return found
}

export type LockedConversation = { conversation: SideConversationState; ticket: TicketState }

/** Locks the ticket, or the one that it was merged into, and then the side conversation. */
export async function lockSideConversation(tx: WorkspaceTx, id: string): Promise<LockedConversation> {
  const { ticketId } = await findSideConversation(tx, id)
  const ticket = await lockMergedTicket(tx, ticketId)
  const conversation = await lockConversation(tx, id)
  if (!conversation) throw new Refusal('side-conversation-not-found')
  return { conversation, ticket }
}
