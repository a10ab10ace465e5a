import { expect, test } from 'vitest'
import { listMessages, showDraft, takeBackMessage, writeMessage } from '#contract/tickets/messages.ts'
import {
  createTicket,
  findTicketByNumber,
  listTicketEvents,
  listTickets,
  showTicket,
} from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, mailsTo, newCustomer, newMember, owner, type Person, runJobs } from '#test/world.ts'

const { agent, customer } = acme

const inAMinute = () => new Date(Date.now() + 60_000).toISOString()
const open = (person: Person, more: object, by: Person = agent) =>
  as(by)(createTicket, { body: { subject: 'Lamp', text: 'It is dark', requester: { email: person.email }, ...more } })
const show = (id: string, reader = agent) => as(reader)(showTicket, { params: { id } })
const read = async (id: string, reader = agent) => (await as(reader)(listMessages, { params: { id }, query: {} })).items
const ticketsOf = async (reader: Person, q?: string) =>
  (await as(reader)(listTickets, { query: q ? { q } : {} })).items.map(({ id }) => id)

test('what the team logs is the customer’s own words, and nobody is mailed', async () => {
  const lena = await newCustomer(acme, 'Lena')
  const { id } = await open(lena, { channel: 'phone', cc: ['copied@phone.test'] })
  await runJobs({ laterSeconds: 60 })
  expect([await mailsTo(lena.email), await mailsTo('copied@phone.test')]).toEqual([[], []])
  expect(await show(id)).toMatchObject({ status: 'new', channel: 'phone', waitingSince: expect.any(String) })
  expect(await read(id, lena)).toMatchObject([
    { seq: 1, channel: 'phone', author: { type: 'customer', id: lena.id }, bodyText: 'It is dark', delivery: null },
  ])
  expect(await ticketsOf(lena)).toEqual([id])
})

test('the history says who logged a ticket, and who did has read it', async () => {
  const { id } = await open(customer, { from: 'customer', channel: 'in_person' })
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items).toMatchObject([{ type: 'ticket.created', actor: { type: 'agent', name: 'Carl Test' } }])
  const isUnread = async (reader: Person) =>
    (await as(reader)(listTickets, { query: { limit: 100 } })).items.find((row) => row.id === id)!.isUnread
  expect([await isUnread(agent), await isUnread(await newMember(acme, 'Nele'))]).toEqual([false, true])
})

test('a logged ticket is answered like one that the customer opened', async () => {
  const lars = await newCustomer(acme, 'Lars')
  const { id } = await open(lars, { channel: 'chat' })
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Here is a new one' } })
  await runJobs()
  expect(await mailsTo(lars.email)).toMatchObject([{ subject: 'Lamp' }])
  expect((await show(id)).firstRepliedAt).not.toBeNull()
})

test('what the team writes to a customer is held, and can be taken back before anybody knows', async () => {
  const mona = await newCustomer(acme, 'Mona')
  const { id, number, status } = await open(mona, { from: 'agent', sendAt: inAMinute(), text: 'A premature ocelot' })
  expect(status).toBe('open')
  const [held] = await read(id)
  expect(held).toMatchObject({ author: { id: agent.id }, sendAt: expect.any(String), sentAt: null })
  const unseen = { code: 'ticket-not-found' }
  const asMona = async () => [
    await show(id, mona),
    await as(mona)(listMessages, { params: { id }, query: {} }),
    await as(mona)(findTicketByNumber, { params: { number } }),
  ]
  expect(await asMona()).toMatchObject([unseen, unseen, unseen])
  expect([await ticketsOf(mona), await ticketsOf(mona, 'ocelot'), await ticketsOf(mona, 'lamp')]).toEqual([[], [], []])

  await as(agent)(takeBackMessage, { params: { id, messageId: held!.id } })
  await runJobs({ laterSeconds: 60 })
  expect([await mailsTo(mona.email), await ticketsOf(mona)]).toEqual([[], []])
  expect((await as(agent)(showDraft, { params: { id } })).draft?.html).toContain('A premature ocelot')
})

test('what is written to an address that mails rest to goes out all the same where its author wants that', async () => {
  const [una, uta] = [await newCustomer(acme, 'Una'), await newCustomer(acme, 'Uta')]
  await owner.query(
    `update customer_emails set suppressed_until = now() + interval '1 day', suppressed_for = '{"code":"unknown-address"}'
     where address = any($1)`,
    [[una.email, uta.email]],
  )
  await open(una, { from: 'agent' })
  await open(uta, { from: 'agent', toSuppressed: true })
  await runJobs()
  expect([await mailsTo(una.email), await mailsTo(uta.email)]).toMatchObject([[], [{ subject: 'Lamp' }]])
})

test('when its time comes it is mailed once, and leaves the status that a reply leaves', async () => {
  const nina = await newCustomer(acme, 'Nina')
  const { id } = await open(nina, { from: 'agent', sendAt: inAMinute() })
  await runJobs({ laterSeconds: 60 })
  expect(await mailsTo(nina.email)).toMatchObject([{ subject: 'Lamp' }])
  expect(await show(id)).toMatchObject({ status: 'pending', waitingSince: null, firstRepliedAt: null })
  expect(await read(id, nina)).toMatchObject([{ seq: 1, author: { type: 'agent' }, bodyText: 'It is dark' }])
  expect([await ticketsOf(nina), await ticketsOf(nina, 'dark')]).toEqual([[id], [id]])
})

test('a note on a ticket that is not sent yet shows it to no customer', async () => {
  const olaf = await newCustomer(acme, 'Olaf')
  const { id } = await open(olaf, { from: 'agent', sendAt: inAMinute() })
  await as(agent)(writeMessage, { params: { id }, body: { kind: 'note', text: 'Wait for legal' } })
  expect(await ticketsOf(olaf)).toEqual([])
})

test('without a time it goes at once, with the status that its author chose', async () => {
  const pia = await newCustomer(acme, 'Pia')
  const { id } = await open(pia, { from: 'agent', status: 'solved' })
  await runJobs()
  expect(await mailsTo(pia.email)).toHaveLength(1)
  expect(await show(id)).toMatchObject({ status: 'solved', assignee: { id: agent.id } })
})

test.each([
  ['channel', { from: 'agent', channel: 'phone' }],
  ['status', { status: 'solved' }],
  ['sendAt', { from: 'customer', sendAt: '2030-01-01T00:00:00Z' }],
  ['toSuppressed', { from: 'customer', toSuppressed: true }],
])('%s is refused where it would say nothing', async (field, more) => {
  expect(await open(customer, more)).toMatchObject({ status: 400, fields: { [field]: expect.any(String) } })
})

test('a customer says neither for whom they speak nor by which way', async () => {
  const own = { subject: 'Lamp', text: 'It is dark' }
  const attempts = [
    ...[{ from: 'agent' }, { from: 'customer' }, { channel: 'phone' }, { sendAt: inAMinute() }],
    { toSuppressed: true },
  ] as const
  const answers = await Promise.all(attempts.map((more) => as(customer)(createTicket, { body: { ...own, ...more } })))
  expect(answers.map(({ code }) => code)).toEqual(attempts.map(() => 'not-allowed'))
  expect((await newTicket(acme)).channel).toBe('portal')
})
