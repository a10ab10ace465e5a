import { noOne } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { openFollowUp } from '#server/tickets/conversation/openings/open-follow-up.ts'
import { addFlag, giveMessages, type MessageFlag } from '#server/tickets/conversation/queries/messages.ts'
import { takeBackAllHeld } from '#server/tickets/conversation/replies/take-back.ts'
import { lockMergedTicket } from '#server/tickets/ticket/find-ticket.ts'
import { awaken, isResting } from '#server/tickets/ticket/status-rules.ts'
import type { Channel, NewText, TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { findTicketRules } from '#server/workspace/settings/show-workspace.ts'
import { findActiveMember } from '#server/workspace/team/find-members.ts'
import { addMessage } from './add-message.ts'
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
  /** Of a mail: their domain vouches for it. */
  isProven?: boolean
  cause?: string | null
  /** Where it begins a follow-up, they are told by mail that it arrived; so unless said. */
  isAcknowledged?: boolean
}

/**
 * What a customer writes on their ticket. It opens the ticket again and makes it wait for the team, unless a machine
 * wrote it or it only thanks; on a ticket that is past reopening it begins a follow-up.
 */
export async function addCustomerMessage(
  tx: WorkspaceTx,
  { ticketId, customerId, isProven, cause = null, isAcknowledged = true, ...message }: CustomerMessage,
) {
  const ticket = await lockMergedTicket(tx, ticketId)
  const settings = await findTicketRules(tx)
  const author = { type: 'customer', id: customerId } as const
  const by = { actor: author, cause }
  const { text, channel, isAutomatic = false, mailMessageId } = message
  if (!isAutomatic && isPastReopening(ticket, settings)) {
    return openFollowUp(tx, ticket, { author, channel, opening: text, mailMessageId, isProven, cause, isAcknowledged })
  }

  const isThanks = !isAutomatic && settings.detectsThanks && isThanksFor(ticket, text)
  const flags = withFlags(message.flags ?? [], { automatic: isAutomatic, thanks: isThanks })
  if (!isAutomatic) await takeBackAllHeld(tx, ticket.id, { ...by, cause: 'customer-wrote' })
  const seq = ticket.lastMessageSeq + 1
  const changes = isAutomatic
    ? {}
    : {
        lastCustomerSeq: seq,
        trashedAt: null,
        ...(!isThanks && { ...awaken(ticket), ...(await fromInactive(tx, ticket)) }),
      }
  const { messageId } = await addMessage(tx, ticket, { ...message, kind: 'reply', author, flags }, changes, by)
  return { ticketId: ticket.id, messageId, isFollowUp: false }
}

/** A ticket of somebody who has left waits for the whole team. */
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

/** A delivery report that anybody could have written: the team sees a note and decides; all else stays as it is. */
export async function addReportNote(tx: WorkspaceTx, { id }: Pick<TicketState, 'id'>, text: string) {
  const ticket = await lockMergedTicket(tx, id)
  const content = { html: `<p>${escapeHtml(text)}</p>`, text, quotedText: null, attachmentIds: [] }
  const flags: MessageFlag[] = ['bounce']
  const note = { kind: 'note', author: noOne, channel: 'email', text: content, flags } as const
  const changes = { lastCustomerSeq: ticket.lastMessageSeq + 1 }
  return addMessage(tx, ticket, note, changes, { actor: noOne, cause: 'bounce' })
}

export type FlaggedNote = {
  ticketId: string
  customerId: string
  text: NewText
  flags: 'stranger'[]
  /** Its writer waits to be let in. */
  waitsAs?: 'proven' | 'unverified' | null
  mailMessageId?: string | null
  cause: string | null
}

/** The team is told that another mail came under its Message-ID before. */
export const markUsedId = (tx: WorkspaceTx, messageId: string) => addFlag(tx, messageId, 'used-id')

/** A mail from someone not on the ticket: the team sees it as a note and decides; the ticket stays as it is. */
export async function addFlaggedNote(
  tx: WorkspaceTx,
  { ticketId, customerId, text, flags, waitsAs = null, mailMessageId = null, cause }: FlaggedNote,
) {
  const ticket = await lockMergedTicket(tx, ticketId)
  const author = { type: 'customer', id: customerId } as const
  const note = { kind: 'note', author, channel: 'email', text, flags, waitsAs, mailMessageId } as const
  const changes = { lastCustomerSeq: ticket.lastMessageSeq + 1 }
  const { messageId } = await addMessage(tx, ticket, note, changes, { actor: author, cause })
  return { ticketId: ticket.id, messageId }
}

/** Once it is known who wrote, the messages of the unknown sender are theirs. */
export async function followRequester(tx: WorkspaceTx, { subject, ...event }: NewEvent<'requester.changed'>) {
  if (event.with.wasUnknown) await giveMessages(tx, subject.id, { from: event.old.id, to: event.new.id })
}

type MemberNote = {
  ticketId: string
  memberId: string
  text: NewText
  /** Their domain vouches for the mail; without that the team is told that the sender is not verified. */
  isProven: boolean
  mailMessageId: string | null
}

/** An internal note that a member wrote in a mail. It changes nothing on the ticket. */
export async function addMemberNote(
  tx: WorkspaceTx,
  { ticketId, memberId, text, isProven, mailMessageId }: MemberNote,
) {
  const ticket = await lockMergedTicket(tx, ticketId)
  const author = { type: 'agent', id: memberId } as const
  const flags = isProven ? [] : ['unverified' as const]
  const note = { kind: 'note', author, channel: 'email', text, flags, mailMessageId } as const
  return addMessage(tx, ticket, note, {}, { actor: author, cause: 'mail' })
}
