import { aboutTicket, noOne } from '#contract/events.ts'
import { keptAsNote, takenBackAsNote } from '#contract/texts.ts'
import { releaseUploads } from '#server/files/keep-file.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { MessageParams } from '#server/tickets/conversation/moderation/decide-flagged.ts'
import { detachFiles, listAttachedFiles } from '#server/tickets/conversation/queries/attachments.ts'
import { prependToDraft } from '#server/tickets/conversation/queries/drafts.ts'
import {
  deleteMessage,
  findMessage,
  listHeldMessages,
  type MessageState,
  updateMessage,
} from '#server/tickets/conversation/queries/messages.ts'
import { actorOf, type MemberCall } from '#server/tickets/ticket/caller.ts'
import { lockSeenTicket } from '#server/tickets/ticket/find-ticket.ts'
import { indexWords } from '#server/tickets/ticket/index-ticket.ts'

/**
 * A held message goes back to where it came from, the draft of its author. Its number is given to no other: whoever has
 * seen it would count as having seen what came under it. Where the draft has no room for it, it stays as a note.
 */
export async function takeBack(tx: WorkspaceTx, held: MessageState, by: By) {
  const { id, ticketId, memberId, bodyHtml } = held
  const fileIds = (await listAttachedFiles(tx, id)).map((file) => file.id)
  const draft = { ticketId, memberId: memberId!, kind: 'reply', html: bodyHtml, fileIds } as const
  if (await prependToDraft(tx, draft)) {
    await releaseUploads(tx, await detachFiles(tx, id))
    await deleteMessage(tx, id)
  } else await keepAsNote(tx, held, takenBackAsNote)
  await tellTakenBack(tx, ticketId, by)
}

/** The author has left: the team reads what would have gone, and decides. Does nothing where it has gone already. */
export async function keepUnsent(tx: WorkspaceTx, { id, messageId }: MessageParams) {
  const held = await findMessage(tx, id, messageId)
  if (held?.sentAt !== null) return
  await keepAsNote(tx, held, keptAsNote)
  await tellTakenBack(tx, id, { actor: noOne, cause: 'member-deactivated' })
}

const tellTakenBack = (tx: WorkspaceTx, ticketId: string, by: By) =>
  record(tx, { type: 'message.taken-back', subject: aboutTicket(ticketId), by, audience: 'team' })

async function keepAsNote(tx: WorkspaceTx, { id, ticketId, bodyHtml, bodyText }: MessageState, why: string) {
  const note = { html: `<p>${why}</p>${bodyHtml}`, text: `${why}\n\n${bodyText}` }
  const kept = { bodyHtml: note.html, bodyText: note.text, sendAt: null, statusAfter: null }
  await updateMessage(tx, id, { ...kept, kind: 'note', sentAt: new Date().toISOString() })
  await indexWords(tx, ticketId, [note.text], false)
}

/** Whoever was about to answer reads first what the customer wrote meanwhile. */
export async function takeBackAllHeld(tx: WorkspaceTx, ticketId: string, by: By) {
  for (const message of await listHeldMessages(tx, ticketId)) await takeBack(tx, message, by)
}

/** Whoever works on a ticket may stop what a colleague would send; the text goes to the colleague's draft. */
export async function takeBackMessage({ tx, caller }: MemberCall, { id, messageId }: MessageParams) {
  await lockSeenTicket(tx, id, caller)
  const message = await findMessage(tx, id, messageId)
  if (!message) throw new Refusal('message-not-found')
  if (message.sentAt !== null) throw new Refusal('already-sent')
  await takeBack(tx, message, { actor: actorOf(caller) })
}
