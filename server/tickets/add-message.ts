import type { WorkspaceTx } from '#server/platform/database.ts'
import { searchWords } from '#server/search/search-words.ts'
import { insertAttachments, listFiles } from './queries/attachments.ts'
import { insertMessage, type MessageFlag } from './queries/messages.ts'
import { addWords } from './queries/search.ts'
import { now, type RowChanges } from './queries/tickets.ts'
import type { By } from './record-ticket-event.ts'
import { snippetOf } from './snippet.ts'
import type { Actor, Channel, NewText, TicketState } from './ticket-state.ts'
import { updateTicket } from './update-ticket.ts'

export type NewMessage = {
  kind: 'reply' | 'note'
  author: Actor
  channel: Channel
  text: NewText
  isAutomatic?: boolean
  flags?: MessageFlag[]
  mailMessageId?: string | null
}

/** Adds a message to the end of a conversation whose ticket is locked, together with what it changes on the ticket. */
export async function addMessage(
  tx: WorkspaceTx,
  ticket: TicketState,
  message: NewMessage,
  changes: RowChanges,
  by: By,
) {
  const seq = ticket.lastMessageSeq + 1
  const messageId = await insertMessage(tx, { ...messageRow(ticket.id, message), seq, sentAt: now })
  const { attachmentIds, text } = message.text
  if (attachmentIds.length > 0) await insertAttachments(tx, messageId, attachmentIds)
  const said = { seq, text, fileIds: attachmentIds, isPublic: message.kind === 'reply' }
  return { messageId, seq, ticket: await joinConversation(tx, ticket, said, changes, by) }
}

export const messageRow = (
  ticketId: string,
  { kind, author, channel, text, isAutomatic, flags, mailMessageId }: NewMessage,
) => ({
  ticketId,
  kind,
  channel,
  authorType: author.type,
  memberId: author.type === 'agent' ? author.id : null,
  customerId: author.type === 'customer' ? author.id : null,
  bodyHtml: text.html,
  bodyText: text.text,
  quotedText: text.quotedText,
  isAutomatic: isAutomatic ?? false,
  flags: flags ?? [],
  mailMessageId: mailMessageId ?? null,
})

type Said = { seq: number; text: string; fileIds: string[]; isPublic: boolean }

/** The ticket after a message got its number: found by its words, shown by its beginning. */
export async function joinConversation(
  tx: WorkspaceTx,
  ticket: TicketState,
  { seq, text, fileIds, isPublic }: Said,
  changes: RowChanges,
  by: By,
) {
  const fileNames = (await listFiles(tx, fileIds)).map(({ name }) => name)
  await addWords(tx, ticket.id, searchWords(text, ...fileNames), isPublic)
  const snippet = snippetOf(text, fileNames)
  const all = { ...changes, lastMessageSeq: seq, snippet, ...(isPublic && { publicSnippet: snippet }) }
  return updateTicket(tx, ticket, all, by, { type: 'message.added', isPublic })
}
