import { aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refreshSnippets } from '#server/tickets/conversation/messages/snippet.ts'
import {
  findMessage,
  listWaiting,
  type MessageFlag,
  type MessageState,
  updateMessage,
} from '#server/tickets/conversation/queries/messages.ts'
import { actorOf, type MemberCall } from '#server/tickets/ticket/caller.ts'
import { addCopy } from '#server/tickets/ticket/change-copies.ts'
import { lockForTeam } from '#server/tickets/ticket/find-ticket.ts'
import { reindexTicket } from '#server/tickets/ticket/index-ticket.ts'
import { awaken } from '#server/tickets/ticket/status-rules.ts'
import type { TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'

export type MessageParams = { id: string; messageId: string }

/** The ticket, locked, and one of its messages, for a member who decides about it. */
export async function lockMessage({ tx, caller }: MemberCall, { id, messageId }: MessageParams) {
  const ticket = await lockForTeam(tx, id, caller)
  const message = await findMessage(tx, id, messageId)
  if (!message) throw new Refusal('message-not-found')
  return { ticket, message, by: { actor: actorOf(caller) } }
}

/** Puts the sender of a flagged mail in copy; their message then counts as any customer's. */
export async function acceptStranger(call: MemberCall, params: MessageParams) {
  const { tx } = call
  const { ticket, message, by } = await lockMessage(call, params)
  if (!message.flags.includes('stranger')) return
  await addCopy(tx, ticket, message.customerId!, by)
  await takeAsReply(tx, ticket, message, by)
}

/** What somebody wrote who waited to be let in, and is in copy now by the requester's word. */
export async function acceptWaiting(tx: WorkspaceTx, ticket: TicketState, customerId: string, by: By) {
  let latest = ticket
  for (const message of await listWaiting(tx, ticket.id, customerId)) {
    const flags: MessageFlag[] = message.waitsAs === 'unverified' ? [...message.flags, 'unverified'] : message.flags
    latest = await takeAsReply(tx, latest, { ...message, flags }, by)
  }
}

async function takeAsReply(tx: WorkspaceTx, ticket: TicketState, message: MessageState, by: By) {
  await updateMessage(tx, message.id, { kind: 'reply', flags: without(message.flags, 'stranger'), waitsAs: null })
  await reindexTicket(tx, ticket)
  const lastPublicSeq = Math.max(ticket.lastPublicSeq, message.seq)
  const shown = await refreshSnippets(tx, ticket.id)
  const updated = await updateTicket(tx, ticket, { ...awakenBy(ticket, message), ...shown, lastPublicSeq }, by)
  const said = { ...aboutMessage(ticket, message), by, audience: { customers: [ticket.requesterId] } }
  await record(tx, { type: 'message.accepted', ...said })
  return updated
}

/** Corrects a message that was taken for mere thanks. */
export async function treatAsRequest(call: MemberCall, params: MessageParams) {
  const { tx } = call
  const { ticket, message, by } = await lockMessage(call, params)
  if (!message.flags.includes('thanks')) return
  await updateMessage(tx, message.id, { flags: without(message.flags, 'thanks') })
  await record(tx, { type: 'thanks.overruled', ...aboutMessage(ticket, message), by, audience: 'team' })
  await updateTicket(tx, ticket, awakenBy(ticket, message), by)
}

const aboutMessage = (ticket: TicketState, message: MessageState) => ({
  subject: aboutTicket(ticket.id),
  new: { messageId: message.id },
})

/** The customer has waited since they wrote. */
const awakenBy = (ticket: TicketState, message: MessageState) =>
  awaken(ticket, ticket.waitingSince ?? message.sentAt ?? undefined)

const without = (flags: MessageFlag[], flag: MessageFlag) => flags.filter((other) => other !== flag)
