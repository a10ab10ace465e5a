import { expect, test } from 'vitest'
import { listEntries } from '#contract/content/entries.ts'
import { listTickets } from '#contract/tickets/tickets.ts'
import { listAudit } from '#contract/workspace/audit.ts'
import { listCustomers } from '#contract/workspace/customers.ts'
import { as } from './ask.ts'
import { newEntry, newModel } from './new-content.ts'
import { newContentKey } from './new-key.ts'
import { newTicket } from './new-ticket.ts'
import { acme, newCustomer } from './world.ts'

type Query = Record<string, string | number>
type Page = { items: { id: string }[]; next: string | null; status?: number; fields?: Record<string, string> }

const model = await newModel()
for (let number = 0; number < 3; number += 1) {
  await newTicket(acme)
  await newContentKey(acme, 'delivery')
  await newCustomer(acme, `Cy ${number}`)
  await newEntry(model, { title: `Entry ${number}` })
}

test.each([
  ['tickets', listTickets, { order: 'created' }, { order: 'updated' }],
  ['tickets of a view', listTickets, { view: 'all' }, { view: 'unassigned' }],
  ['customers', listCustomers, {}, { q: 'Cy' }],
  ['entries', listEntries, { model: model.key }, { model: model.key, q: 'entry' }],
  ['the audit log', listAudit, {}, { from: '2020-01-01T00:00:00Z' }],
] as const)('a cursor of %s holds for its query alone', async (_, endpoint, query, other) => {
  const list = (asked: Query) => as(acme.admin)(endpoint, { query: asked })
  const first = await list({ ...query, limit: 1 })
  expect(first.next).toEqual(expect.any(String))
  const second = await list({ ...query, limit: 2, cursor: first.next! })
  expect(second.items.map(({ id }) => id)).not.toContain(first.items[0]!.id)
  expect(second.items.length).toBeGreaterThan(0)
  const strange = await list({ ...other, limit: 1, cursor: first.next! })
  expect(strange).toMatchObject({ status: 400, fields: { cursor: expect.stringContaining('the query that gave it') } })
})

test('a cursor of one list is refused by another', async () => {
  const tickets = (await as(acme.admin)(listTickets, { query: { limit: 1 } } as never)) as unknown as Page
  const customers = await as(acme.admin)(listCustomers, { query: { cursor: tickets.next } } as never)
  expect(customers).toMatchObject({ status: 400 })
})

test('a program that follows changes goes on from its position with another time and limit', async () => {
  const follow = (query: Query) =>
    as(acme.admin)(listTickets, { query: { order: 'updated-ascending', ...query } } as never) as unknown as Promise<
      Page & { position: string }
    >
  const first = await follow({ limit: 1, updatedAfter: '2020-01-01T00:00:00Z' })
  const second = await follow({ limit: 5, cursor: first.position })
  expect(second.items.map(({ id }) => id)).not.toContain(first.items[0]!.id)
})
