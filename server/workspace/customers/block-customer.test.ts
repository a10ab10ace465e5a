import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { recoverMail, writeMessage } from '#contract/tickets/messages.ts'
import { createTicket, listTickets, reopenTicket, showTicket } from '#contract/tickets/tickets.ts'
import {
  blockCustomer,
  createCustomer,
  listCustomerEvents,
  showCustomer,
  unblockCustomer,
} from '#contract/workspace/customers.ts'
import { as } from '#test/ask.ts'
import { decisionsOn, mailIn, supportOf } from '#test/mail-in.ts'
import { newMessageId, newSender } from '#test/mailed-ticket.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { acme, globex, newCustomer, type Person, runJobs } from '#test/world.ts'

const block = ({ id }: { id: string }, by: Person | null = acme.agent) => as(by)(blockCustomer, { params: { id } })
const unblock = ({ id }: { id: string }, by: Person | null = acme.agent) => as(by)(unblockCustomer, { params: { id } })

async function mailFrom(from: string, to = supportOf(acme)) {
  const messageId = newMessageId()
  await mailIn({ from, to, subject: 'Lamp', text: 'It is dark.', messageId })
  const [decided] = await decisionsOn(messageId)
  return decided!
}

describe('a blocked customer', () => {
  test('opens no ticket by mail from any address: the mail is suspended with the cause, and can be recovered', async () => {
    const emails = [newSender(), newSender()]
    const customer = await as(acme.admin)(createCustomer, { body: { emails } })
    expect(await block(customer)).toMatchObject({ blockedAt: expect.any(String) })
    const suspended = await mailFrom(emails[1]!)
    expect(suspended).toMatchObject({
      ...{ state: 'suspended', ticketId: null, decision: { code: 'sender-blocked', sender: emails[1] } },
    })
    const { ticketId } = await as(acme.agent)(recoverMail, { params: { id: suspended.id } })
    expect(await as(acme.agent)(showTicket, { params: { id: ticketId } })).toMatchObject({
      requester: { id: customer.id },
    })
    expect(await mailFrom(emails[0]!, supportOf(globex))).toMatchObject({ state: 'done' })
  })

  test('sends nothing in the portal, and still reads', async () => {
    const customer = await newCustomer(acme, 'Bo')
    const world = { ...acme, customer }
    const open = await newTicket(world)
    const solved = await answeredTicket(world, 'solved')
    await runJobs()
    await block(customer)
    const refused = { status: 403, code: 'customer-blocked' }
    expect([
      await as(customer)(createTicket, { body: { subject: 'S', text: 'T' } }),
      await as(customer)(writeMessage, { params: { id: open.id }, body: { text: 'More' } }),
      await as(customer)(reopenTicket, { params: { id: solved.id } }),
    ]).toMatchObject([refused, refused, refused])
    expect((await as(customer)(listTickets, { query: {} })).items).toHaveLength(2)
  })

  test('writes again after one call ends it, which the history tells', async () => {
    const email = newSender()
    const customer = await as(acme.admin)(createCustomer, { body: { emails: [email] } })
    await block(customer)
    await block(customer)
    expect(await unblock(customer)).toMatchObject({ blockedAt: null })
    await unblock(customer)
    expect(await mailFrom(email)).toMatchObject({ state: 'done', decision: { code: 'opened-ticket' } })
    const { items } = await as(acme.agent)(listCustomerEvents, { params: { id: customer.id }, query: {} })
    expect(items.map(({ type }) => type)).toEqual(['customer.unblocked', 'customer.blocked', 'customer.created'])
  })
})

test('nobody blocks a customer of another workspace, and a customer blocks nobody', async () => {
  const customer = await newCustomer(acme, 'Bea')
  const answers = await Promise.all([
    block(customer, globex.admin),
    unblock(customer, globex.admin),
    block(customer, acme.otherCustomer),
    block(customer, customer),
    block(customer, null),
    block({ id: randomUUID() }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 403, 403, 401, 404])
  expect(await as(acme.agent)(showCustomer, { params: { id: customer.id } })).toMatchObject({ blockedAt: null })
})
