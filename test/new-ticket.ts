import { writeMessage } from '#contract/tickets/messages.ts'
import { createTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import type { World } from '#test/world.ts'

/** A ticket that the workspace's customer has just opened in the portal. */
export const newTicket = ({ customer }: World, written: { subject?: string; text?: string } = {}) =>
  as(customer)(createTicket, { body: { subject: 'My order is late', text: 'Where is it?', ...written } })

/** The same, answered by the agent and left in this status. */
export async function answeredTicket(world: World, status: 'open' | 'pending' | 'on_hold' | 'solved' = 'pending') {
  const { id } = await newTicket(world)
  await as(world.agent)(writeMessage, { params: { id }, body: { text: 'On its way', status } })
  return { id }
}
