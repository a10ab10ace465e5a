import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import { showTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { mailIn, supportOf, ticketOf } from '#test/mail-in.ts'
import { mailsTo, runJobs, type World } from '#test/world.ts'

let count = 0
export const newMessageId = () => `<mailed-${++count}@example.org>`
export const newSender = () => `sender${++count}@example.org`

/** Opens a ticket by mail and answers the ticket as the agent. Returns the ticket and the mailed answer. */
export async function mailedTicket(world: World) {
  const [from, messageId] = [newSender(), newMessageId()]
  await mailIn({ from: `Paula <${from}>`, to: supportOf(world), subject: 'Lamp', text: 'It is dark.', messageId })
  const id = await ticketOf(messageId)
  await as(world.agent)(writeMessage, { params: { id }, body: { text: 'Turn it on' } })
  await runJobs()
  const [answer] = await mailsTo(from)
  const { number } = await as(world.agent)(showTicket, { params: { id } })
  return { id, number, from, messageId, answer: answer! }
}

export const messagesOf = async ({ agent }: World, id: string) =>
  (await as(agent)(listMessages, { params: { id }, query: {} })).items
