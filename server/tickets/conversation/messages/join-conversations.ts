import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { copyDrafts, deleteCopiedDrafts } from '#server/tickets/conversation/queries/drafts.ts'
import {
  deleteMessage,
  findMailSubject,
  findMessage,
  listAttachedFiles,
  listHeldMessages,
  listSentMessages,
  type MessageState,
  updateMessage,
} from '#server/tickets/conversation/queries/messages.ts'
import { sendReply } from '#server/tickets/conversation/replies/send-reply.ts'
import { actorOf } from '#server/tickets/ticket/caller.ts'
import type { TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { addMessage } from './add-message.ts'
import { cleanComposed, composeTeamText } from './compose-text.ts'
import { refreshSnippets, snippetOf } from './snippet.ts'

/** Refuses a ticket with a held reply, because a merge would change who gets it. Call this with the ticket locked. */
export async function refuseHeldReplies(tx: WorkspaceTx, ticketId: string) {
  if ((await listHeldMessages(tx, ticketId)).length > 0) throw new Refusal('reply-not-sent')
}

/** Copies drafts to the other ticket, for each member who has none there. The copies have the same revision. */
export const takeOverDrafts = copyDrafts
/** Deletes the copies of drafts that nobody has changed. */
export const giveBackDrafts = deleteCopiedDrafts

export async function addTeamNote(tx: WorkspaceTx, ticket: TicketState, text: string, caller: Member) {
  const author = actorOf(caller)
  const words = await composeTeamText(tx, cleanComposed({ text }), [], caller.id)
  const note = { kind: 'note', author, channel: 'agent', text: words } as const
  return (await addMessage(tx, ticket, note, {}, { actor: author })).messageId
}

export async function replyToRequester(tx: WorkspaceTx, ticket: TicketState, text: string, caller: Member) {
  const words = await composeTeamText(tx, cleanComposed({ text }), [], caller.id)
  await sendReply(tx, ticket, { kind: 'reply', author: actorOf(caller), channel: 'agent', text: words })
}

/** Deletes a note. Returns the texts that lists show of the ticket afterwards. The caller indexes the ticket again. */
export async function withdrawNote(tx: WorkspaceTx, ticket: TicketState, messageId: string) {
  const note = await findMessage(tx, ticket.id, messageId)
  if (note) await deleteMessage(tx, messageId)
  return refreshSnippets(tx, ticket.id)
}

type PlacedMessage = Pick<MessageState, 'id' | 'ticketId' | 'seq' | 'kind' | 'flags' | 'waitsAs'>

/** Returns the sent messages of a ticket, oldest first. Call this with the ticket locked. */
export const listMessagesToSplit = listSentMessages

/** Moves messages to other places. Their texts and files stay. */
export async function placeMessages(tx: WorkspaceTx, messages: PlacedMessage[]) {
  for (const { id, ticketId, seq, kind, flags, waitsAs } of messages)
    await updateMessage(tx, id, { ticketId, seq, kind, flags, waitsAs })
}

/** Returns what a new ticket shows of a message: its snippet and the texts that a search finds. */
export async function textsOf(tx: WorkspaceTx, { id, bodyText }: MessageState) {
  const fileNames = (await listAttachedFiles(tx, id)).map(({ name }) => name)
  return { snippet: snippetOf(bodyText, fileNames), texts: [bodyText, ...fileNames] }
}

export const mailSubjectOf = async (tx: WorkspaceTx, messageId: string) =>
  (await findMailSubject(tx, messageId))?.subject
export { type MessageState, refreshSnippets }
