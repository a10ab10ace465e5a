import { expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { linkTicket, listTicketLinks, unlinkTicket } from '#contract/tickets/links.ts'
import { listTicketEvents, listTickets } from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex } from '#test/world.ts'

const { agent, customer } = acme
type Kind = BodyOf<typeof linkTicket>['kind']
const link = (id: string, kind: Kind, ticketId: string) =>
  as(agent)(linkTicket, { params: { id }, body: { kind, ticketId } })
const linksOf = async (id: string) =>
  (await as(agent)(listTicketLinks, { params: { id } })).items.map(({ kind, ticket }) => [kind, ticket.id])

test('a link is shown on both tickets, each from its side, and in both histories', async () => {
  const [one, other] = [await newTicket(acme), await newTicket(acme, { subject: 'Blocked' })]
  expect(await link(one.id, 'blocks', other.id)).toMatchObject({
    kind: 'blocks',
    ticket: { id: other.id, number: other.number, subject: 'Blocked', status: 'new' },
  })
  await link(one.id, 'related', other.id)
  expect(await linksOf(one.id)).toEqual([
    ['blocks', other.id],
    ['related', other.id],
  ])
  expect(await linksOf(other.id)).toEqual([
    ['blocked_by', one.id],
    ['related', one.id],
  ])
  const { items } = await as(agent)(listTicketEvents, { params: { id: other.id }, query: {} })
  expect(items.filter(({ type }) => type === 'link.added')[0]!.new).toEqual({
    ...{ id: one.id, number: one.number, kind: 'blocked_by' },
  })
})

test('a link is removed from either side, once', async () => {
  const [one, other] = [await newTicket(acme), await newTicket(acme)]
  const { id: linkId } = await link(one.id, 'parent_of', other.id)
  expect(await as(agent)(unlinkTicket, { params: { id: other.id, linkId } })).toEqual({})
  expect([await linksOf(one.id), await linksOf(other.id)]).toEqual([[], []])
  expect(await as(agent)(unlinkTicket, { params: { id: one.id, linkId } })).toMatchObject({ code: 'link-not-found' })
})

test('a link to itself, a second time or in a circle is refused', async () => {
  const [one, two, three] = [await newTicket(acme), await newTicket(acme), await newTicket(acme)]
  expect(await link(one.id, 'related', one.id)).toMatchObject({ code: 'link-to-itself' })
  await link(one.id, 'related', two.id)
  expect(await link(two.id, 'related', one.id)).toMatchObject({ code: 'link-exists' })
  await link(one.id, 'parent_of', two.id)
  await link(two.id, 'parent_of', three.id)
  expect(await link(three.id, 'parent_of', one.id)).toMatchObject({ code: 'link-circular' })
})

test('linked tickets are found by a query', async () => {
  const [one, other, alone] = [
    await newTicket(acme, { subject: 'Pangolin one' }),
    await newTicket(acme, { subject: 'Pangolin two' }),
    await newTicket(acme, { subject: 'Pangolin three' }),
  ]
  await link(one.id, 'duplicate_of', other.id)
  const found = async (q: string) =>
    (await as(agent)(listTickets, { query: { q: `pangolin ${q}` } })).items.map(({ id }) => id)
  expect(await found(`linked:${one.number}`)).toEqual([other.id])
  expect(await found(`linked:${other.number}`)).toEqual([one.id])
  expect(await found('linked:none')).toEqual([alone.id])
  expect((await found('has:link')).toSorted()).toEqual([one.id, other.id].toSorted())
  expect((await found('linked:any')).toSorted()).toEqual([one.id, other.id].toSorted())
})

test('customers and other workspaces see and make no links', async () => {
  const [one, foreign] = [await newTicket(acme), await newTicket(globex)]
  const body = { kind: 'related', ticketId: foreign.id } as const
  const make = (person: typeof agent) => ask(person, linkTicket, { params: { id: one.id }, body })
  const answers = await Promise.all([agent, globex.agent, customer].map(make))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 403])
  const read = await ask(customer, listTicketLinks, { params: { id: one.id } })
  expect(read.statusCode).toBe(403)
})
