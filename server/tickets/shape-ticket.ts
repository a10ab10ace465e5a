import type { Person, TicketCard } from './queries/lists.ts'
import type { Reader } from './seen-by.ts'
import type { Status } from './ticket-state.ts'

const teamLabels: Record<Status, string> = {
  new: 'New',
  open: 'Open',
  pending: 'Pending',
  on_hold: 'On hold',
  solved: 'Solved',
  closed: 'Closed',
}

const customerLabels: Record<Status, string> = {
  new: 'Received',
  open: 'With our team',
  pending: 'Waiting for you',
  on_hold: 'With our team',
  solved: 'Solved',
  closed: 'Closed',
}

/** A ticket as the reader may see it. */
export const shapeTicket = (card: TicketCard, { isCustomer }: Reader) => ({
  ...shared(card),
  ...(isCustomer ? forCustomer(card) : forTeam(card)),
  assignee: card.assignee && { id: card.assignee.id, name: memberName(card.assignee, isCustomer) },
})

export const shapeTicketRow = (card: TicketCard, reader: Reader) => ({
  ...shapeTicket(card, reader),
  snippet: reader.isCustomer ? card.publicSnippet : card.snippet,
  isUnread: card.isUnread,
})

const shared = ({
  id,
  number,
  subject,
  type,
  channel,
  requester,
  cc,
  followUpOf,
  lastMessageSeq,
  ...card
}: TicketCard) => ({
  ...{ id, number, subject, type, channel, requester, cc, followUpOf, lastMessageSeq },
  ...{
    waitingSince: card.waitingSince,
    firstRepliedAt: card.firstRepliedAt,
    solvedAt: card.solvedAt,
    closedAt: card.closedAt,
  },
  ...{ reopenCount: card.reopenCount, createdAt: card.createdAt, updatedAt: card.updatedAt },
  ...{ team: null, sla: null },
})

const forTeam = ({
  status,
  priority,
  tags,
  customFields,
  snoozedUntil,
  spamAt,
  trashedAt,
  dueAt,
  mergedInto,
}: TicketCard) => ({
  ...{ status, priority, tags, customFields, snoozedUntil, mergedInto },
  statusLabel: teamLabels[status],
  isSpam: spamAt !== null,
  isTrashed: trashedAt !== null,
  dueDate: dueAt,
})

/** How the team sorts its work is the team's own matter. */
const forCustomer = ({ status }: TicketCard) => ({
  status: status === 'on_hold' ? ('open' as const) : status,
  statusLabel: customerLabels[status],
  priority: null,
  tags: [],
  customFields: {},
  snoozedUntil: null,
  isSpam: false,
  isTrashed: false,
  dueDate: null,
  mergedInto: null,
})

/** Customers never read a member's address, not even where a member has no name yet. */
export const memberName = ({ name, email }: Pick<Person, 'name' | 'email'>, isForCustomer: boolean) =>
  name || (isForCustomer ? 'Support' : email)
