import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller, Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { awaken } from './add-customer-message.ts'
import { addCopy } from './change-copies.ts'
import { lockForTeam } from './lock-ticket.ts'
import { findMessage, type MessageFlag, type MessageState, updateMessage } from './queries/messages.ts'
import { recordTicketEvent } from './record-ticket-event.ts'
import { refuseReadOnly } from './refuse-read-only.ts'
import { reindexTicket } from './reindex-ticket.ts'
import { snippetOf } from './snippet.ts'
import type { TicketState } from './ticket-state.ts'
import { updateTicket } from './update-ticket.ts'

export type Asking = { platform: Platform; tx: WorkspaceTx; caller: Caller }
export type OneMessage = { id: string; messageId: string }

/** The ticket, locked, and one of its messages, for a member who decides about it. */
export async function lockMessage({ platform, tx, caller }: Asking, { id, messageId }: OneMessage) {
  refuseReadOnly(platform, caller)
  const ticket = await lockForTeam(tx, id, caller)
  const message = await findMessage(tx, id, messageId)
  if (!message) throw new Refusal('message-not-found')
  return { ticket, message, by: { actor: { type: 'agent', id: caller.id } as const } }
}

/** The sender of a flagged mail joins the ticket, and what they wrote counts as any customer's message. */
export async function acceptStranger(asking: Asking, params: OneMessage) {
  const { tx } = asking
  const { ticket, message, by } = await lockMessage(asking, params)
  if (!message.flags.includes('stranger')) return
  await addCopy(tx, ticket, message.customerId!, by)
  await updateMessage(tx, message.id, { kind: 'reply', flags: without(message.flags, 'stranger') })
  await recordTicketEvent(tx, ticket.id, by, { type: 'message.accepted', new: { messageId: message.id } })
  await reindexTicket(tx, ticket)
  const shown = message.seq === ticket.lastMessageSeq ? { publicSnippet: snippetOf(message.bodyText) } : {}
  await updateTicket(tx, ticket, { ...awakenBy(ticket, message), ...shown }, by, {
    type: 'message.added',
    isPublic: true,
  })
}

/** A message that seemed to thank was a request after all. */
export async function treatAsRequest(asking: Asking, params: OneMessage) {
  const { tx } = asking
  const { ticket, message, by } = await lockMessage(asking, params)
  if (!message.flags.includes('thanks')) return
  await updateMessage(tx, message.id, { flags: without(message.flags, 'thanks') })
  await recordTicketEvent(tx, ticket.id, by, { type: 'thanks.overruled', new: { messageId: message.id } })
  await updateTicket(tx, ticket, awakenBy(ticket, message), by)
}

/** The customer has waited since they wrote. */
const awakenBy = (ticket: TicketState, message: MessageState) =>
  awaken(ticket, ticket.waitingSince ?? message.sentAt ?? undefined)

const without = (flags: MessageFlag[], flag: MessageFlag) => flags.filter((other) => other !== flag)
