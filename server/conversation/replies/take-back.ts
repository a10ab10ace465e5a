import { aboutTicket } from '#contract/events.ts'
import type { OneMessage } from '#server/conversation/moderation/decide-flagged.ts'
import { detachFiles } from '#server/conversation/queries/attachments.ts'
import { prependToDraft } from '#server/conversation/queries/drafts.ts'
import {
  deleteMessage,
  findMessage,
  listHeldMessages,
  type MessageState,
} from '#server/conversation/queries/messages.ts'
import { releaseUploads } from '#server/files/release-uploads.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { actorOf, type MemberCall } from '#server/tickets/caller.ts'
import { lockSeenTicket } from '#server/tickets/find-ticket.ts'

/**
 * A held message goes back to where it came from, the draft of its author. Its number is given to no other: whoever has
 * seen it would count as having seen what came under it.
 */
export async function takeBack(tx: WorkspaceTx, { id, ticketId, memberId, bodyHtml }: MessageState, by: By) {
  const fileIds = await detachFiles(tx, id)
  await releaseUploads(tx, fileIds)
  await deleteMessage(tx, id)
  await prependToDraft(tx, { ticketId, memberId: memberId!, kind: 'reply', html: bodyHtml, fileIds })
  await record(tx, { type: 'message.taken-back', subject: aboutTicket(ticketId), by, audience: 'team' })
}

/** Whoever was about to answer reads first what the customer wrote meanwhile. */
export async function takeBackAllHeld(tx: WorkspaceTx, ticketId: string, by: By) {
  for (const message of await listHeldMessages(tx, ticketId)) await takeBack(tx, message, by)
}

/** Whoever works on a ticket may stop what a colleague would send; the text goes to the colleague's draft. */
export async function takeBackMessage({ tx, caller }: MemberCall, { id, messageId }: OneMessage) {
  await lockSeenTicket(tx, id, caller)
  const message = await findMessage(tx, id, messageId)
  if (!message) throw new Refusal('message-not-found')
  if (message.sentAt !== null) throw new Refusal('already-sent')
  await takeBack(tx, message, { actor: actorOf(caller) })
}
