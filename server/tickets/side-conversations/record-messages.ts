import { aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import type { TicketState } from '#server/tickets/ticket/ticket-state.ts'
import type { LockedConversation } from './find-side-conversation.ts'

type AddedMessage = { sideMessageId: string; isAnswer: boolean; by: By }

export const recordMessage = (tx: WorkspaceTx, ticket: TicketState, { sideMessageId, isAnswer, by }: AddedMessage) =>
  record(tx, {
    type: 'side-message.added',
    ...{ subject: aboutTicket(ticket.id), by, audience: 'team' },
    with: { sideMessageId, isAnswer, assigneeId: ticket.assigneeId },
  })

export const recordReopening = (tx: WorkspaceTx, { conversation, ticket }: LockedConversation, by: By) =>
  record(tx, {
    type: 'side-conversation.reopened',
    ...{ subject: aboutTicket(ticket.id), by, audience: 'team' },
    new: { id: conversation.id, to: conversation.recipients },
  })
