import { type Actor, aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import {
  insertMentions,
  insertMessage,
  listFiles,
  type MessageFlag,
} from '#server/tickets/conversation/queries/messages.ts'
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
  /**
   * Set if the author is not on the ticket and the requester can accept the mail. `proven`: the owner of the address
   * certainly sent the mail.
   */
  waitsAs?: 'proven' | 'unverified' | null
  mailMessageId?: string | null
  /** True if the customer already has the message. The message is then not mailed. */
  hasReached?: boolean
  createdAt?: string
  /** The member who is told about the message, if that is not the assignee of its ticket. */
  answeredBy?: string | null
  /** The members whom a note mentions. */
  mentions?: string[]
}

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
  const { attachmentIds, text } = message.text
  const messageId = await insertMessage(tx, { ...messageRow(ticket.id, message), ...at, seq }, attachmentIds)
  const { kind, isAutomatic = false, hasReached = false, answeredBy, mentions = [] } = message
  await insertMentions(tx, messageId, mentions)
  const isWaiting = Boolean(message.waitsAs)
  const facts = { kind, isAutomatic, hasReached, isWaiting, answeredBy, mentions }
  const said = { messageId, seq, ...facts, text, fileIds: attachmentIds }
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
  answeredBy?: string | null | undefined
  mentions?: string[] | undefined
  text: string
  fileIds: string[]
}

export async function joinConversation(
  tx: WorkspaceTx,
  ticket: TicketState,
  {
    messageId,
    seq,
    kind,
    isAutomatic,
    hasReached,
    isWaiting = false,
    answeredBy,
    mentions = [],
    text,
    fileIds,
  }: WrittenMessage,
  changes: RowChanges,
  by: By,
) {
  const isPublic = kind === 'reply'
  const fileNames = (await listFiles(tx, fileIds)).map(({ name }) => name)
  await indexWords(tx, ticket.id, [text, ...fileNames], isPublic)
  const snippet = snippetOf(text, fileNames)
  // Messages that are held for later sending have a number already, which can be higher than `seq`.
  const lastMessageSeq = Math.max(ticket.lastMessageSeq, seq)
  const all = {
    ...changes,
    lastMessageSeq,
    snippet,
    ...(isPublic && { publicSnippet: snippet, lastPublicSeq: Math.max(ticket.lastPublicSeq, seq), isUnsent: false }),
  }
  const { assigneeId } = await updateTicket(tx, ticket, all, by)
  await record(tx, {
    type: 'message.added',
    subject: aboutTicket(ticket.id),
    by,
    // Customers get no event about a note, even if the note changed the status of the ticket.
    audience: isPublic ? { customers: [ticket.requesterId] } : 'team',
    with: {
      messageId,
      kind,
      isAutomatic,
      hasReached,
      isWaiting,
      assigneeId: answeredBy === undefined ? assigneeId : answeredBy,
      mentions,
    },
  })
}
