import type { PageApi } from '#contract/pages.ts'
import { listTickets } from '#contract/tickets/tickets.ts'

/** A message on a ticket that can no longer be reopened starts a new ticket, and is its first message. */
export const isOfFollowUp = ({ seq }: { seq: number | null }) => seq === 1

export async function followUpPath({ call }: PageApi, id: string) {
  const { items } = await call(listTickets, { query: { order: 'created', limit: 25 } })
  const followUp = items.find(({ followUpOf }) => followUpOf === id)
  return followUp ? `/customer/tickets/${followUp.id}?sent` : '/customer/tickets'
}
