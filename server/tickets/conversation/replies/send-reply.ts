import { noOne } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { addMessage, joinConversation, type NewMessage } from '#server/tickets/conversation/messages/add-message.ts'
import { listAttachedFiles } from '#server/tickets/conversation/queries/attachments.ts'
import {
  findMessage,
  isOvertaken,
  type MessageState,
  updateMessage,
} from '#server/tickets/conversation/queries/messages.ts'
import { upsertRead } from '#server/tickets/conversation/queries/reads.ts'
import { whyNotAnswer } from '#server/tickets/outgoing-mail/mail-customer.ts'
import { lockRemaining } from '#server/tickets/ticket/find-ticket.ts'
import { solvedBy } from '#server/tickets/ticket/status-rules.ts'
import { isSettled, now, type RowChanges, type Status, type TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { findTicketRules } from '#server/workspace/settings/show-workspace.ts'
import { findActiveMember } from '#server/workspace/team/find-members.ts'
import { takeBack } from './take-back.ts'

/** Sends a reply of the team: it is mailed unless it has reached the customer already, and the ticket gets the status that its author chose. */
export async function sendReply(tx: WorkspaceTx, ticket: TicketState, message: NewMessage, chosen: Status | null) {
  const by = { actor: message.author }
  const { messageId, seq } = await addMessage(
    tx,
    ticket,
    message,
    await changesOfReply(tx, ticket, chosen, message.author.id!),
    by,
  )
  await upsertRead(tx, ticket.id, message.author.id!, seq)
  return { messageId, seq }
}

/** As `sendReply`, for a message that was held until now. What was said meanwhile stands before it. */
async function sendHeldReply(tx: WorkspaceTx, ticket: TicketState, held: MessageState) {
  const memberId = held.memberId!
  const seq = (await isOvertaken(tx, held)) ? ticket.lastMessageSeq + 1 : held.seq
  await updateMessage(tx, held.id, { seq, sentAt: now })
  const fileIds = (await listAttachedFiles(tx, held.id)).map(({ id }) => id)
  const changes = await changesOfReply(tx, ticket, held.statusAfter, memberId)
  const by = { actor: { type: 'agent', id: memberId } as const }
  const said = {
    messageId: held.id,
    seq,
    kind: held.kind,
    isAutomatic: false,
    hasReached: false,
    text: held.bodyText,
    fileIds,
  }
  await joinConversation(tx, ticket, said, changes, by)
}

/** A reply stops the wait. What was solved stays so unless the author chose otherwise. Whoever answers a ticket that is nobody's takes it. */
async function changesOfReply(
  tx: WorkspaceTx,
  ticket: TicketState,
  chosen: Status | null,
  memberId: string,
): Promise<RowChanges> {
  const { replyStatus, assignsOnReply } = await findTicketRules(tx)
  const status = chosen ?? (isSettled(ticket.status) ? ticket.status : replyStatus)
  // A ticket that the team opened is answered first when its customer has said something.
  const isAnswer = ticket.lastCustomerSeq > 0
  const isFirst = isAnswer && ticket.firstRepliedAt === null
  const takes = isAnswer && assignsOnReply && !ticket.assigneeId && (await findActiveMember(tx, memberId))
  const changes = {
    ...{ status, waitingSince: null },
    ...(isFirst && { firstRepliedAt: now }),
    // Taking a ticket ends its snooze; answering does not.
    ...(takes && { assigneeId: memberId, snoozedUntil: ticket.snoozedUntil }),
  }
  return solvedBy(ticket, changes, { id: memberId })
}

/** Sends a held message at its time, or returns it to the draft where the ticket takes no message any more. */
export async function sendHeld(tx: WorkspaceTx, { ticketId, messageId }: { ticketId: string; messageId: string }) {
  const ticket = await lockRemaining(tx, ticketId)
  const held = ticket && (await findMessage(tx, ticketId, messageId))
  if (!held || held.sentAt !== null) return
  if (ticket.status === 'closed') return takeBack(tx, held, { actor: noOne, cause: 'ticket-closed' })
  if (ticket.trashedAt) return takeBack(tx, held, { actor: noOne, cause: 'ticket-in-trash' })
  if (await whyNotAnswer(tx, ticketId)) return takeBack(tx, held, { actor: noOne, cause: 'too-many-unsolicited' })
  await sendHeldReply(tx, ticket, held)
}
