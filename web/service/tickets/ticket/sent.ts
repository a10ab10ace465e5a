import type { z } from 'zod'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { TicketRow } from '#contract/tickets/tickets.ts'
import type { Member } from '#contract/workspace/team.ts'

// What loaders send of an answer: each field is in the page a second time, as data.

/** What a list shows of a ticket, and what its changes need to know. */
export function ticketRow(ticket: z.output<typeof TicketRow>) {
  const { id, number, subject, snippet, status, priority, assignee, tags, waitingSince, updatedAt, isUnread } = ticket
  const requester = ticket.requester.name || shownAddress(ticket.requester.email)
  return {
    id,
    number,
    subject,
    snippet,
    requester,
    status,
    priority,
    assignee,
    tags,
    waitingSince,
    updatedAt,
    isUnread,
  }
}

/** What a ticket's page shows of those who work on it. */
export const ticketMember = ({ id, name, surname, email, status, avatarUrl }: z.output<typeof Member>) => ({
  id,
  name,
  surname,
  email,
  status,
  avatarUrl,
})
