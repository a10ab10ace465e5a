import { describe, expect, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { changeRequester } from '#contract/tickets/people.ts'
import { createTicket, showTicket } from '#contract/tickets/tickets.ts'
import { changeCustomer, createCustomer, listCustomers } from '#contract/workspace/customers.ts'
import { loginCustomer, validateLoginCustomer } from '#contract/workspace/identity.ts'
import { as } from '#test/ask.ts'
import { mailIn, supportOf, ticketOf, vouchedFor } from '#test/mail-in.ts'
import { messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { codeOf } from '#test/sign-in.ts'
import { acme, globex, mailsTo, runJobs } from '#test/world.ts'

const newPerson = async () => {
  const emails = [newSender(), newSender(), newSender()] as const
  const { id } = await as(acme.admin)(createCustomer, { body: { emails: [...emails], name: 'Tess' } })
  return { id, emails }
}

async function mailFrom(from: string, { to = supportOf(acme), inReplyTo = '' } = {}) {
  const messageId = newMessageId()
  await mailIn({
    ...{ from, to, subject: 'Lamp', text: 'It is dark.', messageId, headers: vouchedFor(from) },
    ...(inReplyTo && { inReplyTo }),
  })
  return { id: await ticketOf(messageId), messageId }
}

const show = (id: string) => as(acme.agent)(showTicket, { params: { id } })
const reply = async (id: string) => {
  await as(acme.agent)(writeMessage, { params: { id }, body: { text: 'Turn it on' } })
  await runJobs()
}
const answersTo = async (address: string) =>
  (await mailsTo(address)).filter(({ html }) => html.includes('data-template="answer"')).length

describe('a customer with three addresses', () => {
  test('is one requester, whichever address a mail comes from', async () => {
    const { id, emails } = await newPerson()
    const tickets = [await mailFrom(emails[0]), await mailFrom(emails[1]), await mailFrom(emails[2])]
    const requesters = (await Promise.all(tickets.map((ticket) => show(ticket.id)))).map(({ requester }) => requester)
    expect(requesters).toMatchObject(emails.map((email) => ({ id, email })))
    const { items } = await as(acme.agent)(listCustomers, { query: { q: emails[1] } })
    expect(items).toMatchObject([{ id, ticketCount: 3 }])
  })

  test('gets replies at the address that they last wrote from', async () => {
    const { emails } = await newPerson()
    const [first, second, third] = emails
    const { id } = await mailFrom(second)
    await reply(id)
    expect([await answersTo(first), await answersTo(second), await answersTo(third)]).toEqual([0, 1, 0])
    const [answer] = await mailsTo(second)
    await mailFrom(third, { inReplyTo: answer!.messageId })
    expect(await show(id)).toMatchObject({ requester: { email: third } })
    await reply(id)
    expect([await answersTo(first), await answersTo(second), await answersTo(third)]).toEqual([0, 1, 1])
    expect(await messagesOf(acme, id)).toHaveLength(4)
  })

  test('gets replies at the primary address when the team opened the ticket, or when the other address is gone', async () => {
    const { id: customerId, emails } = await newPerson()
    const [first, second] = emails
    const opened = await as(acme.agent)(createTicket, {
      body: { subject: 'S', text: 'T', requester: { email: second } },
    })
    expect(opened).toMatchObject({ requester: { email: first } })
    const { id } = await mailFrom(second)
    await as(acme.admin)(changeCustomer, { params: { id: customerId }, body: { emails: [first] } })
    expect(await show(id)).toMatchObject({ requester: { email: first } })
    await reply(id)
    expect([await answersTo(first), await answersTo(second)]).toEqual([1, 0])
  })

  test('gets no more mails at any address after another person became the requester', async () => {
    const { emails } = await newPerson()
    const { id } = await mailFrom(emails[1])
    const next = newSender()
    await as(acme.agent)(changeRequester, { params: { id }, body: { email: next } })
    await reply(id)
    expect([await answersTo(emails[0]), await answersTo(emails[1]), await answersTo(next)]).toEqual([0, 0, 1])
  })

  test('signs in to the portal with each address', async () => {
    const { id, emails } = await newPerson()
    const ids: string[] = []
    for (const email of emails) {
      const { customerGuidId } = await as(null)(loginCustomer, { body: { email, workspaceName: acme.domain } })
      const body = { userGuidId: customerGuidId!, code: await codeOf(email) }
      expect(await as(null)(validateLoginCustomer, { body })).toMatchObject({ message: 'LoginSuccess' })
      ids.push(customerGuidId!)
    }
    expect(ids).toEqual([id, id, id])
  })

  test('is another customer in another workspace', async () => {
    const { id, emails } = await newPerson()
    const ticket = await mailFrom(emails[1], { to: supportOf(globex) })
    const { requester } = await as(globex.agent)(showTicket, { params: { id: ticket.id } })
    expect(requester).toMatchObject({ email: emails[1] })
    expect(requester.id).not.toBe(id)
  })
})
