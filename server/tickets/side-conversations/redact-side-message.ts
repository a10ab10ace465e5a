import { aboutTicket } from '#contract/events.ts'
import { discardFiles } from '#server/files/keep-file.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { actorOf, type MemberCall } from '#server/tickets/ticket/caller.ts'
import { now } from '#server/tickets/ticket/ticket-state.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { lockSideConversation } from './find-side-conversation.ts'
import { detachFiles, findMessage, updateMessage } from './queries.ts'

/** Deletes the text and files of a message, also on closed tickets and after the plan ended. The author stays visible. */
export async function redactSideMessage({ tx, caller }: MemberCall, id: string, messageId: string): Promise<number> {
  const { conversation, ticket } = await lockSideConversation(tx, id)
  const message = await findMessage(tx, id, messageId)
  if (!message) throw new Refusal('side-message-not-found')
  if (message.isWaiting) throw new Refusal('not-sent-yet')
  if (message.redactedAt) return message.seq
  await deleteFiles(tx, messageId)
  await updateMessage(tx, messageId, {
    ...{ bodyHtml: '', bodyText: '', quotedText: null, forwardedMessageId: null, redactedAt: now },
  })
  const detail = { ticket: ticket.number }
  await recordAudit(tx, { action: 'message.redacted', by: sourceOf(caller), subjectId: messageId, detail })
  const to = message.recipients.length > 0 ? message.recipients : conversation.recipients
  await record(tx, {
    type: 'side-message.redacted',
    ...{ subject: aboutTicket(ticket.id), by: { actor: actorOf(caller) }, audience: 'team' },
    new: { id, to },
    with: { ticketId: conversation.ticketId, mailMessageId: message.mailMessageId },
  })
  return message.seq
}

async function deleteFiles(tx: WorkspaceTx, messageId: string) {
  const files = await detachFiles(tx, [messageId])
  await discardFiles(tx, files)
  await removeBytes(tx, { files })
}
