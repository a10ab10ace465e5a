import { aboutTicket } from '#contract/events.ts'
import { releaseUploads } from '#server/files/keep-file.ts'
import { record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { actorOf, type MemberCall } from '#server/tickets/ticket/caller.ts'
import { lockSideConversation } from './find-side-conversation.ts'
import {
  deleteConversation,
  deleteMessage,
  findLatestTime,
  findMessage,
  listFiles,
  updateConversation,
} from './queries.ts'

/** Takes back a message that is not mailed yet. A side conversation without other messages and drafts is deleted. */
export async function takeBackSideMessage({ tx, caller }: MemberCall, id: string, messageId: string) {
  const { conversation, ticket } = await lockSideConversation(tx, id)
  const message = await findMessage(tx, id, messageId)
  if (!message?.memberId) throw new Refusal('side-message-not-found')
  if (!message.isWaiting) throw new Refusal('already-sent')
  const files = await listFiles(tx, messageId)
  await deleteMessage(tx, messageId)
  await releaseUploads(
    tx,
    files.map((file) => file.id),
  )
  const latest = await findLatestTime(tx, id)
  if (latest) await updateConversation(tx, id, { lastMessageAt: latest.createdAt })
  else await deleteConversation(tx, id)
  const about = { subject: aboutTicket(ticket.id), by: { actor: actorOf(caller) }, audience: 'team' } as const
  await record(tx, { type: 'side-message.taken-back', ...about, new: { id, to: message.recipients } })
  return {
    ...{ to: message.recipients, subject: conversation.subject, html: message.bodyHtml },
    ...{ attachments: files, messageId: message.forwardedMessageId },
  }
}
