import { type Actor, aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { searchWords } from '#server/search/search-words.ts'
import { messageRow } from './add-message.ts'
import { insertAttachments, listFiles } from './queries/attachments.ts'
import { insertMessage } from './queries/messages.ts'
import { insertCopies, listPeopleTexts } from './queries/people.ts'
import { insertSearch } from './queries/search.ts'
import { insertTicket, type NewTicketRow, now, takeNumber } from './queries/tickets.ts'
import { snippetOf } from './snippet.ts'
import type { NewText, TicketState } from './ticket-state.ts'

type Given = 'number' | 'status' | 'lastMessageSeq' | 'lastCustomerSeq' | 'snippet' | 'publicSnippet' | 'isWaiting'

/** The columns that are chosen, and whatever else belongs to the opening. */
export type NewTicket = Omit<NewTicketRow, Given> & { author: Actor; ccIds?: string[]; cause?: string | null }

export type Opening = NewTicket & {
  opening: NewText
  isAutomatic?: boolean
  mailMessageId?: string | null
  /** The requester is told by mail that it arrived. */
  isAcknowledged: boolean
}

/** Opens a ticket with its first message. What customers write waits for the team from then on. */
export async function openTicket(tx: WorkspaceTx, opened: Opening) {
  const { opening, isAutomatic, mailMessageId, isAcknowledged, ...wanted } = opened
  const fileNames = (await listFiles(tx, opening.attachmentIds)).map(({ name }) => name)
  const snippet = snippetOf(opening.text, fileNames)
  const ticket = await insertNewTicket(tx, { ...wanted, snippet, words: searchWords(opening.text, ...fileNames) })
  const { author, channel } = wanted
  const row = messageRow(ticket.id, {
    ...{ kind: 'reply', author, channel, text: opening, isAutomatic, mailMessageId },
    flags: isAutomatic ? ['automatic'] : [],
  })
  const messageId = await insertMessage(tx, { ...row, seq: 1, sentAt: now })
  if (opening.attachmentIds.length > 0) await insertAttachments(tx, messageId, opening.attachmentIds)
  await tellOpening(tx, ticket, wanted, { messageId, isAcknowledged })
  return { ticketId: ticket.id, number: ticket.number, messageId }
}

/** The ticket without its first message, which takes number 1; whoever adds that tells of both by `tellOpening`. */
export async function insertNewTicket(
  tx: WorkspaceTx,
  { words, snippet, author, ccIds = [], cause: _, ...chosen }: NewTicket & { snippet: string; words: string },
): Promise<TicketState> {
  const { assigneeId } = chosen
  const isAsked = author.type !== 'agent'
  const ticket = await insertTicket(tx, {
    ...chosen,
    number: await takeNumber(tx),
    status: isAsked && !assigneeId ? 'new' : 'open',
    lastMessageSeq: 1,
    lastCustomerSeq: isAsked ? 1 : 0,
    snippet,
    publicSnippet: snippet,
    isWaiting: isAsked,
  })
  const copied = ccIds.filter((id) => id !== chosen.requesterId)
  if (copied.length > 0) await insertCopies(tx, ticket.id, copied)
  const people = searchWords(...(await listPeopleTexts(tx, ticket.id)))
  const { id: ticketId, subject, requesterId } = ticket
  await insertSearch(tx, { ticketId, requesterId, subject: searchWords(subject), people, text: words, notes: '' })
  return ticket
}

export function tellOpening(
  tx: WorkspaceTx,
  { id, number, status, channel, followUpOf, requesterId, assigneeId }: TicketState,
  { author, cause }: Pick<NewTicket, 'author' | 'cause'>,
  first: { messageId: string; isAcknowledged: boolean },
) {
  return record(tx, {
    type: 'ticket.created',
    subject: aboutTicket(id),
    by: { actor: author, cause },
    audience: { customers: [requesterId] },
    new: { number, status, channel, ...(followUpOf && { followUpOf }) },
    with: { ...first, assigneeId },
  })
}
