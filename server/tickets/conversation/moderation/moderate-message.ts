import { aboutTicket } from '#contract/events.ts'
import { discardFiles } from '#server/files/keep-file.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refreshSnippets } from '#server/tickets/conversation/messages/snippet.ts'
import {
  detachFiles,
  findMessage,
  listWaiting,
  type MessageFlag,
  type MessageState,
  updateMessage,
} from '#server/tickets/conversation/queries/messages.ts'
import { actorOf, type MemberCall } from '#server/tickets/ticket/caller.ts'
import { addCopy } from '#server/tickets/ticket/change-copies.ts'
import { lockForTeam, lockSeenTicket } from '#server/tickets/ticket/find-ticket.ts'
import { reindexTicket } from '#server/tickets/ticket/index-ticket.ts'
import { changesWhenCustomerWrites } from '#server/tickets/ticket/status-rules.ts'
import { now, type TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'

export type MessageParams = { id: string; messageId: string }

async function lockMessage({ tx, caller }: MemberCall, { id, messageId }: MessageParams) {
  const ticket = await lockForTeam(tx, id, caller)
  const message = await findMessage(tx, id, messageId)
  if (!message) throw new Refusal('message-not-found')
  return { ticket, message, by: { actor: actorOf(caller) } }
}

export async function acceptStranger(call: MemberCall, params: MessageParams) {
  const { tx } = call
  const { ticket, message, by } = await lockMessage(call, params)
  if (!message.flags.includes('stranger')) return
  await addCopy(tx, ticket, message.customerId!, by)
  await acceptAsReply(tx, ticket, message, by)
}

/** Turns the waiting mails of a customer into replies after the requester added this customer to CC. */
export async function acceptWaiting(tx: WorkspaceTx, ticket: TicketState, customerId: string, by: By) {
  let latest = ticket
  for (const message of await listWaiting(tx, ticket.id, customerId)) {
    const flags: MessageFlag[] = message.waitsAs === 'unverified' ? [...message.flags, 'unverified'] : message.flags
    latest = await acceptAsReply(tx, latest, { ...message, flags }, by)
  }
}

async function acceptAsReply(tx: WorkspaceTx, ticket: TicketState, message: MessageState, by: By) {
  await updateMessage(tx, message.id, { kind: 'reply', flags: without(message.flags, 'stranger'), waitsAs: null })
  await reindexTicket(tx, ticket)
  const lastPublicSeq = Math.max(ticket.lastPublicSeq, message.seq)
  const shown = await refreshSnippets(tx, ticket.id)
  const updated = await updateTicket(tx, ticket, { ...awakenBy(ticket, message), ...shown, lastPublicSeq }, by)
  const said = { ...aboutMessage(ticket, message), by, audience: { customers: [ticket.requesterId] } }
  await record(tx, { type: 'message.accepted', ...said })
  return updated
}

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

const awakenBy = (ticket: TicketState, message: MessageState) =>
  changesWhenCustomerWrites(ticket, ticket.waitingSince ?? message.sentAt ?? undefined)

const without = (flags: MessageFlag[], flag: MessageFlag) => flags.filter((other) => other !== flag)

/**
 * Deletes the text and files of a message. This is possible on closed tickets and after the plan ended too. The author
 * stays visible.
 */
export async function redactMessage({ tx, caller }: MemberCall, { id, messageId }: MessageParams) {
  const ticket = await lockSeenTicket(tx, id, caller)
  const message = await findMessage(tx, id, messageId)
  if (!message) throw new Refusal('message-not-found')
  if (message.sentAt === null) throw new Refusal('not-sent-yet')
  if (message.redactedAt) return
  const files = await detachFiles(tx, messageId)
  await discardFiles(tx, files)
  await updateMessage(tx, messageId, { bodyHtml: '', bodyText: '', quotedText: null, redactedAt: now })
  await removeBytes(tx, { files })

  const by = { actor: actorOf(caller) }
  const detail = { ticket: ticket.number }
  await recordAudit(tx, { action: 'message.redacted', by: sourceOf(caller), subjectId: messageId, detail })
  await reindexTicket(tx, ticket)
  await updateTicket(tx, ticket, await refreshSnippets(tx, id), by)
  await record(tx, {
    type: 'message.redacted',
    subject: aboutTicket(id),
    by,
    audience: message.kind === 'reply' ? { customers: [ticket.requesterId] } : 'team',
    new: { messageId },
  })
}
