import { writeMessage } from '#contract/tickets/messages.ts'
import { createTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import type { World } from '#test/world.ts'

/** Opens a ticket in the portal as the customer of the workspace. */
export const newTicket = ({ customer }: World, written: { subject?: string; text?: string } = {}) =>
  as(customer)(createTicket, { body: { subject: 'My order is late', text: 'Where is it?', ...written } })

/** Opens a ticket, answers the ticket as the agent, and sets the status of the ticket. */
export async function answeredTicket(world: World, status: 'open' | 'pending' | 'on_hold' | 'solved' = 'pending') {
  const { id } = await newTicket(world)
  await as(world.agent)(writeMessage, { params: { id }, body: { text: 'On its way', status } })
  return { id }
}
