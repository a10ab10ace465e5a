import type { PageApi } from '#contract/pages.ts'
import { listTickets } from '#contract/tickets/tickets.ts'
import { showViewer } from '#contract/workspace/session.ts'

/** Returns whether a sent reply opened a follow-up ticket. In an existing ticket, no reply has number 1. */
export const isOfFollowUp = ({ seq }: { seq: number | null }) => seq === 1

export async function followUpPath({ call }: PageApi, id: string) {
  const { id: requester } = await call(showViewer, {})
  const { items } = await call(listTickets, { query: { requester, order: 'created', limit: 25 } })
  const followUp = items.find(({ followUpOf }) => followUpOf === id)
  return followUp ? `/customer/tickets/${followUp.id}?sent` : '/customer/tickets'
}
