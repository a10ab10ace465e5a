import { aboutTicket } from '#contract/events.ts'
import { discardFiles } from '#server/files/keep-file.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import { record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refreshSnippets } from '#server/tickets/conversation/messages/snippet.ts'
import { detachFiles } from '#server/tickets/conversation/queries/attachments.ts'
import { findMessage, updateMessage } from '#server/tickets/conversation/queries/messages.ts'
import { actorOf, type MemberCall } from '#server/tickets/ticket/caller.ts'
import { lockSeenTicket } from '#server/tickets/ticket/find-ticket.ts'
import { reindexTicket } from '#server/tickets/ticket/index-ticket.ts'
import { now } from '#server/tickets/ticket/ticket-state.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import type { MessageParams } from './decide-flagged.ts'

/** Removes what a message said, on closed tickets too and whatever the plan: its place and its author stay as a trace. */
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
