import type { priorities, statuses, ticketTypes } from '#contract/tickets.ts'

export type Status = (typeof statuses)[number]
export type Priority = (typeof priorities)[number]
export type TicketType = (typeof ticketTypes)[number]
export type Channel = 'email' | 'portal' | 'agent' | 'api' | 'import'

/** A ticket as its row stands. */
export type TicketState = {
  id: string
  number: number
  subject: string
  status: Status
  priority: Priority
  type: TicketType | null
  channel: Channel
  requesterId: string
  assigneeId: string | null
  tags: string[]
  customFields: Record<string, unknown>
  dueAt: string | null
  waitingSince: string | null
  firstRepliedAt: string | null
  solvedAt: string | null
  closedAt: string | null
  snoozedUntil: string | null
  spamAt: string | null
  trashedAt: string | null
  reopenCount: number
  followUpOf: string | null
  mergedInto: string | null
  lastMessageSeq: number
  lastCustomerSeq: number
  snippet: string
  publicSnippet: string
  revision: number
  createdAt: string
  updatedAt: string
}

/** Who does a thing: a member of the team, a customer, or the system by itself. */
export type Actor = { type: 'agent' | 'customer'; id: string } | { type: 'system'; id?: null }

/** What a message says: `html` is clean already. */
export type NewText = { html: string; text: string; quotedText: string | null; attachmentIds: string[] }

export const noOne: Actor = { type: 'system' }

/** Solved and closed tickets are settled, all others active. */
export const isSettled = (status: Status) => status === 'solved' || status === 'closed'
