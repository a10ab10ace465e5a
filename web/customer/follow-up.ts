import type { PageApi } from '#contract/pages.ts'
import { listTickets } from '#contract/tickets/tickets.ts'

/** What is written on a ticket past reopening begins a new one; there, and only there, it is the first message. */
export const isOfFollowUp = ({ seq }: { seq: number | null }) => seq === 1

/** Where the newest ticket that goes on from another one is read. */
export async function followUpPath({ call }: PageApi, id: string) {
  const { items } = await call(listTickets, { query: { order: 'created', limit: 25 } })
  const followUp = items.find(({ followUpOf }) => followUpOf === id)
  return followUp ? `/customer/tickets/${followUp.id}?sent` : '/customer/tickets'
}
