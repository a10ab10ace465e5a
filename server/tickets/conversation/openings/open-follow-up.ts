import { type Actor, aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { listCopiedIds } from '#server/tickets/ticket/change-copies.ts'
import type { Channel, NewText, TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { openTicket } from './open-ticket.ts'

type FollowUp = {
  author: Actor
  channel: Channel
  opening: NewText
  mailMessageId?: string | null | undefined
  isProven?: boolean | undefined
  cause: string | null
  isAcknowledged: boolean
}

/** A new ticket for what is written on one that can no longer change: its fields are copied, its messages are not. */
export async function openFollowUp(
  tx: WorkspaceTx,
  ticket: TicketState,
  { author, channel, opening, mailMessageId, isProven, cause, isAcknowledged }: FollowUp,
) {
  const { id, subject, requesterId, priority, type, tags, customFields } = ticket
  const ccIds = await listCopiedIds(tx, id)
  const by = { actor: author, cause }
  const opened = await openTicket(tx, {
    ...{ subject, requesterId, priority, type, tags, customFields, ccIds, followUpOf: id },
    ...{ author, channel, opening, mailMessageId: mailMessageId ?? null, cause, isAcknowledged },
    ...(isProven !== undefined && { isProven }),
  })
  const next = { id: opened.ticketId, number: opened.number }
  await record(tx, { type: 'follow-up.created', subject: aboutTicket(id), by, audience: 'team', new: next })
  return { ticketId: opened.ticketId, messageId: opened.messageId, isFollowUp: true }
}
