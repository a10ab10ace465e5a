import { type Actor, aboutTicket } from '#contract/events.ts'
import { defaultCustomValues } from '#server/fields/custom-fields/custom-values.ts'
import { changedCustomFields, indexCustomValues } from '#server/fields/custom-fields/index-values.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { searchVector } from '#server/search/words/search-words.ts'
import { indexTags } from '#server/tickets/tags/index-tags.ts'
import { insertCopies, listPeopleTexts } from './queries/people.ts'
import { insertSearch } from './queries/search.ts'
import { insertTicket, type NewTicketRow, takeNumber } from './queries/tickets.ts'
import { isSettled, now, type Status, type TicketState } from './ticket-state.ts'

type TicketDefaults =
  | 'number'
  | 'status'
  | 'isUnsent'
  | 'lastMessageSeq'
  | 'lastPublicSeq'
  | 'lastCustomerSeq'
  | 'snippet'
  | 'publicSnippet'
  | 'isWaiting'
  | 'customFields'

export type NewTicket = Omit<NewTicketRow, TicketDefaults> & {
  author: Actor
  loggedBy?: Actor
  ccIds?: string[]
  cause?: string | null
  status?: Status | undefined
  /** Values of custom fields by id. Default: the default values of the fields. */
  customFields?: Values | undefined
}

/**
 * Inserts a ticket without its first message. If a customer is the author, the message is already counted as number 1.
 * Call `tellOpening` after adding the message. Customers do not see a ticket by the team before its message is sent.
 */
export async function insertNewTicket(
  tx: WorkspaceTx,
  {
    texts,
    snippet,
    author,
    loggedBy,
    ccIds = [],
    cause,
    status: standing,
    customFields: given,
    ...chosen
  }: NewTicket & { snippet: string; texts: string[] },
): Promise<TicketState> {
  const { assigneeId } = chosen
  const isAsked = author.type !== 'agent'
  const status = standing ?? (isAsked && !assigneeId ? 'new' : 'open')
  const settledAt = chosen.createdAt ?? now
  const customFields = given ?? (await defaultCustomValues(tx, 'ticket'))
  const ticket = await insertTicket(tx, {
    ...chosen,
    customFields: JSON.stringify(customFields),
    number: await takeNumber(tx),
    status,
    ...(isSettled(status) && { solvedAt: settledAt }),
    ...(status === 'closed' && { closedAt: settledAt }),
    isUnsent: !isAsked,
    lastMessageSeq: isAsked ? 1 : 0,
    lastPublicSeq: isAsked ? 1 : 0,
    lastCustomerSeq: isAsked ? 1 : 0,
    snippet,
    publicSnippet: snippet,
    isWaiting: isAsked && !isSettled(status) && status !== 'pending',
  })
  const copied = ccIds.filter((id) => id !== chosen.requesterId)
  if (copied.length > 0) await insertCopies(tx, ticket.id, copied)
  const values = { before: {}, after: customFields }
  await indexCustomValues(tx, ticket.id, await changedCustomFields(tx, 'ticket', values), values)
  await indexTags(tx, ticket.id, { before: [], after: ticket.tags })
  const people = searchVector(...(await listPeopleTexts(tx, ticket.id)))
  const { id: ticketId, subject, requesterId } = ticket
  await insertSearch(tx, {
    ticketId,
    requesterId,
    subject: searchVector(subject),
    people,
    text: searchVector(...texts),
    notes: '',
  })
  return ticket
}

type OpeningRequest = { isAcknowledged: boolean; isProven?: boolean; deflectionId?: string | null | undefined }

export function tellOpening(
  tx: WorkspaceTx,
  { id, number, status, channel, followUpOf, requesterId, assigneeId, isUnsent }: TicketState,
  { author, loggedBy, cause }: Pick<NewTicket, 'author' | 'loggedBy' | 'cause'>,
  { isAcknowledged, isProven = false, deflectionId = null }: OpeningRequest,
) {
  return record(tx, {
    type: 'ticket.created',
    subject: aboutTicket(id),
    by: { actor: loggedBy ?? author, cause },
    audience: isUnsent ? 'team' : { customers: [requesterId] },
    new: { number, status, channel, ...(followUpOf && { followUpOf }) },
    with: { isAcknowledged, isProven, assigneeId, deflectionId },
  })
}
