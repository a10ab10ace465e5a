import { type Actor, aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By, NewEvent } from '#server/platform/events/subscription.ts'
import { openFollowUp } from '#server/tickets/conversation/openings/open-ticket.ts'
import { addFlag, giveMessages, type MessageFlag } from '#server/tickets/conversation/queries/messages.ts'
import { returnAllHeldToDrafts } from '#server/tickets/conversation/replies/send-reply.ts'
import { theTeam } from '#server/tickets/ticket/caller.ts'
import { listCopiedIds } from '#server/tickets/ticket/change-copies.ts'
import { lockMergedTicket, lockSeenTicket } from '#server/tickets/ticket/find-ticket.ts'
import { changesWhenCustomerWrites, isResting } from '#server/tickets/ticket/status-rules.ts'
import type { Channel, NewText, RowChanges, TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'
import { findTicketRules } from '#server/workspace/settings/show-workspace.ts'
import { findActiveMember } from '#server/workspace/team/find-members.ts'
import { addMessage, type NewMessage } from './add-message.ts'
import { isMereThanks } from './is-mere-thanks.ts'

const dayMs = 24 * 3600 * 1000

export type CustomerMessage = {
  ticketId: string
  customerId: string
  text: NewText
  channel: Channel
  isAutomatic?: boolean
  flags?: MessageFlag[]
  mailMessageId?: string | null
  /** The address that the mail was sent from. Later mails to the requester go there. */
  fromAddress?: string | undefined
  /** True if the mail is authenticated for the domain of its sender. */
  isProven?: boolean
  cause?: string | null
  /** If true (default), a mail confirms the follow-up ticket that the message opens. */
  isAcknowledged?: boolean
}

/**
 * Adds a customer message. The ticket then waits for the team, except after an automatic mail or mere thanks. If the
 * ticket can no longer be reopened, a message that is not automatic opens a follow-up ticket instead. A message to a
 * merged ticket is added to the ticket that it was merged into. If its author is not on that ticket, the message stays
 * on the merged ticket, where only the team and the author see it, and the other ticket waits.
 */
export async function addCustomerMessage(
  tx: WorkspaceTx,
  { ticketId, customerId, fromAddress, isProven, cause = null, isAcknowledged = true, ...message }: CustomerMessage,
) {
  const ticket = await lockMergedTicket(tx, ticketId)
  const settings = await findTicketRules(tx)
  const author = { type: 'customer', id: customerId } as const
  const by = { actor: author, cause }
  const { text, channel, isAutomatic = false, mailMessageId } = message
  const isOnTicket = ticket.id === ticketId || (await isReachedBy(tx, ticket, { customerId, channel }))
  const own = isOnTicket ? ticket : await lockSeenTicket(tx, ticketId, theTeam)
  const replyAddressOf = ({ requesterId, replyAddress }: TicketState) =>
    customerId === requesterId && fromAddress ? fromAddress : replyAddress
  if (!isAutomatic && isPastReopening(ticket, settings)) {
    const opening = { author, channel, opening: text, mailMessageId, isProven, cause, isAcknowledged }
    return openFollowUp(tx, { ...own, replyAddress: replyAddressOf(own) }, opening)
  }

  const isThanks = !isAutomatic && settings.detectsThanks && isThanksFor(ticket, text)
  const flags = withFlags(message.flags ?? [], { automatic: isAutomatic, thanks: isThanks })
  if (!isAutomatic) await returnAllHeldToDrafts(tx, ticket.id, { ...by, cause: 'customer-wrote' })
  const seq = ticket.lastMessageSeq + 1
  const changes = isAutomatic
    ? {}
    : {
        lastCustomerSeq: seq,
        trashedAt: null,
        replyAddress: replyAddressOf(ticket),
        ...(!isThanks && { ...changesWhenCustomerWrites(ticket), ...(await fromInactive(tx, ticket)) }),
      }
  const written = { ...message, kind: 'reply', author, flags } as const
  const { messageId } = isOnTicket
    ? await addMessage(tx, ticket, written, changes, by)
    : await addToMerged(tx, { merged: own, into: ticket }, written, changes, by)
  return { ticketId: own.id, messageId, isFollowUp: false }
}

/** Returns whether a customer who writes to a merged ticket reads the answers on the ticket that it was merged into. */
const isReachedBy = async (
  tx: WorkspaceTx,
  { id, requesterId }: TicketState,
  { customerId, channel }: Pick<CustomerMessage, 'customerId' | 'channel'>,
) => requesterId === customerId || (channel === 'email' && (await listCopiedIds(tx, id)).includes(customerId))

type Merged = { merged: TicketState; into: TicketState }

async function addToMerged(
  tx: WorkspaceTx,
  { merged, into }: Merged,
  message: NewMessage,
  changes: RowChanges,
  by: By,
) {
  const isAutomatic = message.isAutomatic ?? false
  const ofMerged = isAutomatic ? {} : { lastCustomerSeq: merged.lastMessageSeq + 1 }
  const answeredBy = changes.assigneeId === undefined ? into.assigneeId : changes.assigneeId
  const added = await addMessage(tx, merged, { ...message, answeredBy }, ofMerged, by)
  // The number of the message is also taken in the other ticket, which is unread then.
  if (!isAutomatic) await updateTicket(tx, into, { ...changes, lastMessageSeq: into.lastMessageSeq + 1 }, by)
  await record(tx, { type: 'merged-ticket.written', subject: aboutTicket(into.id), by, audience: 'team' })
  return added
}

const fromInactive = async (tx: WorkspaceTx, { assigneeId }: TicketState) =>
  assigneeId && !(await findActiveMember(tx, assigneeId)) ? { assigneeId: null } : {}

function isPastReopening({ status, solvedAt }: TicketState, { reopenDays }: { reopenDays: number }): boolean {
  if (status === 'closed') return true
  return status === 'solved' && solvedAt !== null && Date.parse(solvedAt) + reopenDays * dayMs < Date.now()
}

const isThanksFor = (ticket: TicketState, { text, attachmentIds }: NewText) =>
  isResting(ticket) && attachmentIds.length === 0 && isMereThanks(text)

const withFlags = (flags: MessageFlag[], added: Record<'automatic' | 'thanks', boolean>): MessageFlag[] => [
  ...new Set([...flags, ...(['automatic', 'thanks'] as const).filter((flag) => added[flag])]),
]

export const markUsedId = (tx: WorkspaceTx, messageId: string) => addFlag(tx, messageId, 'used-id')

type MailNote = {
  ticketId: string
  author: Actor
  text: NewText
  flags: MessageFlag[]
  /**
   * Set if the author is not on the ticket and the requester can accept the mail. `proven`: the owner of the address
   * certainly sent the mail.
   */
  waitsAs?: 'proven' | 'unverified' | null
  mailMessageId?: string | null
  cause: string | null
}

/** Adds a mail as an internal note. If the author is not a member, the ticket becomes unread. */
export async function addMailNote(tx: WorkspaceTx, { ticketId, author, cause, ...note }: MailNote) {
  const ticket = await lockMergedTicket(tx, ticketId)
  const changes = author.type === 'agent' ? {} : { lastCustomerSeq: ticket.lastMessageSeq + 1 }
  const message = { ...note, author, kind: 'note', channel: 'email' } as const
  const { messageId } = await addMessage(tx, ticket, message, changes, { actor: author, cause })
  return { ticketId: ticket.id, messageId }
}

export async function followRequester(tx: WorkspaceTx, { subject, ...event }: NewEvent<'requester.changed'>) {
  if (event.with.wasUnknown) await giveMessages(tx, subject.id, { from: event.old.id, to: event.new.id })
}
