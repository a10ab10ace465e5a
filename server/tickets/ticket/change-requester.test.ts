import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import { changeRequester } from '#contract/tickets/people.ts'
import { listTicketEvents, listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { globex, mailsTo, makeWorkspace, newCustomer, owner, runJobs } from '#test/world.ts'

const world = await makeWorkspace('change-requester', 'Change', ['Ada', 'Carl', 'Olga', 'Omar'])
const { agent, customer: former, otherCustomer: next } = world

const change = (id: string, email: string, person: Parameters<typeof ask>[0] = agent) =>
  ask(person, changeRequester, { params: { id }, body: { email } })

test('a ticket is given to another customer, who sees it from then on, and the former one no longer does', async () => {
  const { id } = await newTicket(world, { subject: 'Whose is it' })
  expect((await change(id, next.email.toUpperCase())).json()).toMatchObject({ requester: { id: next.id } })
  expect(await as(next)(showTicket, { params: { id } })).toMatchObject({ id })
  expect(await as(former)(showTicket, { params: { id } })).toMatchObject({ status: 404 })
  expect(await as(former)(listMessages, { params: { id }, query: {} })).toMatchObject({ status: 404 })
  const foundBy = async (person: typeof next) =>
    (await as(person)(listTickets, { query: { q: 'whose' } })).items.map((ticket) => ticket.id)
  expect([await foundBy(next), await foundBy(former)]).toEqual([[id], []])
  const [first] = (await as(next)(listMessages, { params: { id }, query: {} })).items
  expect(first!.author).toMatchObject({ id: former.id })
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items.at(-1)).toMatchObject({
    ...{ type: 'requester.changed', actor: { type: 'agent' } },
    ...{ old: { id: former.id, name: former.name }, new: { id: next.id, name: next.name } },
  })
})

test('answers go to the new requester alone', async () => {
  const { id } = await newTicket(world)
  const [givenTo, taken] = [await newCustomer(world, 'Nia'), await mailsTo(former.email)]
  await change(id, givenTo.email)
  await as(agent)(writeMessage, { params: { id }, body: { text: 'For you' } })
  await runJobs()
  expect(await mailsTo(givenTo.email)).toHaveLength(1)
  expect((await mailsTo(former.email)).filter(({ text }) => text.includes('For you'))).toEqual([])
  expect((await mailsTo(former.email)).length).toBeGreaterThanOrEqual(taken.length)
})

test('somebody in copy who becomes the requester is in copy no more', async () => {
  const { id } = await newTicket(world)
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Both', cc: [next.email] } })
  expect((await change(id, next.email)).json()).toMatchObject({ requester: { id: next.id }, cc: [] })
})

test('strangers, customers and visitors change nobody', async () => {
  const { id } = await newTicket(world)
  const answers = await Promise.all([globex.admin, former, null].map((person) => change(id, next.email, person)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 403, 401])
  expect(await as(agent)(showTicket, { params: { id } })).toMatchObject({ requester: { id: former.id } })
})

test('the messages of an unknown sender become the requester’s, and everybody else’s stay theirs', async () => {
  const { id } = await newTicket(world)
  await owner.query(`update customer_emails set address = $1 where address = $2`, [
    'unknown-1@sender.invalid',
    former.email,
  ])
  await change(id, next.email)
  await owner.query(`update customer_emails set address = $2 where address = $1`, [
    'unknown-1@sender.invalid',
    former.email,
  ])
  const [first] = (await as(next)(listMessages, { params: { id }, query: {} })).items
  expect(first!.author).toMatchObject({ id: next.id })
})

test('tickets of the one unknown sender of earlier versions are put apart by the update', async () => {
  const shared = await newCustomer(world, 'Shared')
  const tickets = await Promise.all(
    ['a&b@apart.example', 'r&d@apart.example', '"a b"@apart.example', 'a&b@apart.example'].map(opened),
  )
  await owner.query(`update customer_emails set address = 'unknown@sender.invalid' where address = $1`, [shared.email])
  const client = await owner.connect()
  await client.query('begin')
  await client.query(await readFile('database/migrations/0100_unknown_senders.sql', 'utf8'))
  await client.query('commit')
  client.release()
  const requesters = []
  for (const { id } of tickets) requesters.push((await as(agent)(showTicket, { params: { id } })).requester.email)
  expect(requesters).toEqual([
    ...['a&b@apart.example', 'r&d@apart.example', `unknown-${tickets[2]!.id}@sender.invalid`, 'a&b@apart.example'],
  ])
  const [message] = (await as(agent)(listMessages, { params: { id: tickets[0]!.id }, query: {} })).items
  expect(message!.author).toMatchObject({ email: 'a&b@apart.example' })
  const found = await as(agent)(listTickets, { query: { q: 'r d apart example' } })
  expect(found.items.map(({ id }) => id)).toEqual([tickets[1]!.id])

  async function opened(from: string) {
    const ticket = await newTicket({ ...world, customer: shared })
    await owner.query(
      `insert into inbound_mails (workspace_id, address, dedup_key, bytes, state, from_address, ticket_id, decision)
       values ($1, 'support@x', $2::text, 1, 'done', $3, $2::uuid, '{"code": "recovered"}')`,
      [world.id, ticket.id, from],
    )
    return ticket
  }
})
