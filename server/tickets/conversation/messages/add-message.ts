import { type Actor, aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { insertAttachments, listFiles } from '#server/tickets/conversation/queries/attachments.ts'
import { insertMessage, type MessageFlag } from '#server/tickets/conversation/queries/messages.ts'
import { indexWords } from '#server/tickets/ticket/index-ticket.ts'
import {
  type Channel,
  type NewText,
  now,
  type RowChanges,
  type TicketState,
} from '#server/tickets/ticket/ticket-state.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'
import { snippetOf } from './snippet.ts'

export type NewMessage = {
  kind: 'reply' | 'note'
  author: Actor
  channel: Channel
  text: NewText
  isAutomatic?: boolean
  flags?: MessageFlag[]
  /** Its author waits to be let in. */
  waitsAs?: 'proven' | 'unverified' | null
  mailMessageId?: string | null
  /** Its author has mailed it to the customer already. */
  hasReached?: boolean
  /** When it was said, where that was earlier. */
  createdAt?: string
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
  const { createdAt } = message
  const at = createdAt ? { createdAt, sentAt: createdAt } : { sentAt: now }
  const messageId = await insertMessage(tx, { ...messageRow(ticket.id, message), ...at, seq })
  const { attachmentIds, text } = message.text
  if (attachmentIds.length > 0) await insertAttachments(tx, messageId, attachmentIds)
  const { kind, isAutomatic = false, hasReached = false } = message
  const isWaiting = Boolean(message.waitsAs)
  const said = { messageId, seq, kind, isAutomatic, hasReached, isWaiting, text, fileIds: attachmentIds }
  await joinConversation(tx, ticket, said, changes, by)
  return { messageId, seq }
}

export const messageRow = (
  ticketId: string,
  { kind, author, channel, text, isAutomatic, flags, waitsAs, mailMessageId }: NewMessage,
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
  waitsAs: waitsAs ?? null,
  mailMessageId: mailMessageId ?? null,
})

type WrittenMessage = {
  messageId: string
  seq: number
  kind: 'reply' | 'note'
  isAutomatic: boolean
  hasReached: boolean
  isWaiting?: boolean
  text: string
  fileIds: string[]
}

/** What follows from a numbered message: search words, snippet, state of the ticket, and its event. */
export async function joinConversation(
  tx: WorkspaceTx,
  ticket: TicketState,
  { messageId, seq, kind, isAutomatic, hasReached, isWaiting = false, text, fileIds }: WrittenMessage,
  changes: RowChanges,
  by: By,
) {
  const isPublic = kind === 'reply'
  const fileNames = (await listFiles(tx, fileIds)).map(({ name }) => name)
  await indexWords(tx, ticket.id, [text, ...fileNames], isPublic)
  const snippet = snippetOf(text, fileNames)
  // Others may be held under higher numbers.
  const lastMessageSeq = Math.max(ticket.lastMessageSeq, seq)
  const all = {
    ...changes,
    lastMessageSeq,
    snippet,
    ...(isPublic && { publicSnippet: snippet, lastPublicSeq: Math.max(ticket.lastPublicSeq, seq), isUnsent: false }),
  }
  const updated = await updateTicket(tx, ticket, all, by)
  await record(tx, {
    type: 'message.added',
    subject: aboutTicket(ticket.id),
    by,
    // That a note was written is the team's own matter, even where it moved the status.
    audience: isPublic ? { customers: [ticket.requesterId] } : 'team',
    with: { messageId, kind, isAutomatic, hasReached, isWaiting, assigneeId: updated.assigneeId },
  })
}
