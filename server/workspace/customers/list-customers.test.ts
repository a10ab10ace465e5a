import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listCustomers, showCustomer } from '#contract/workspace/customers.ts'
import { as, ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, makeWorkspace, newCustomer, owner, type Person, type World } from '#test/world.ts'

const aPlace = () => makeWorkspace(`shop-${randomUUID().slice(0, 8)}`, 'Shop', ['Sue', 'Sam', 'Sol', 'Sia'])
const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const idsOf = (customers: { id: string }[]) => customers.map(({ id }) => id)

/** Reads all pages, one after the other, and returns the customer ids of each page. */
async function readToTheEnd(agent: Person, limit: number, cursor?: string): Promise<string[][]> {
  const { items, next } = await as(agent)(listCustomers, { query: { limit, ...(cursor && { cursor }) } })
  return [idsOf(items), ...(next ? await readToTheEnd(agent, limit, next) : [])]
}

async function placeWithTwins(): Promise<{ place: World; newestFirst: string[] }> {
  const place = await aPlace()
  const twins = await Promise.all(['Tim', 'Tom', 'Ted'].map((name) => newCustomer(place, name)))
  const everybody = [place.customer, place.otherCustomer, ...twins]
  await owner.query(`update customers set created_at = '2026-01-01T00:00:00.123456Z' where workspace_id = $1`, [
    place.id,
  ])
  return { place, newestFirst: idsOf(everybody).sort().reverse() }
}

test('the list shows each customer with their addresses, newest first', async () => {
  const place = await aPlace()
  const newest = await newCustomer(place, 'Nia')
  await newTicket({ ...place, customer: newest })
  const { items, next } = await as(place.agent)(listCustomers, { query: {} })
  expect(idsOf(items)).toEqual([newest.id, place.otherCustomer.id, place.customer.id])
  expect(items[0]).toEqual({
    id: newest.id,
    name: 'Nia',
    emails: [{ address: newest.email, verified: true, primary: true, suppression: null }],
    phones: [],
    companies: [],
    customFields: {},
    externalId: null,
    language: null,
    timeZone: null,
    tags: [],
    ticketCount: 1,
    mergedInto: null,
    createdAt: expect.any(String),
  })
  expect(next).toBeNull()
})

test('an address that nobody has proved is shown as such, after the one that mails go to', async () => {
  const { customer, agent, id } = await aPlace()
  await owner.query(
    `insert into customer_emails (workspace_id, address, customer_id, is_primary) values ($1, $2, $3, false)`,
    [id, `a.${customer.email}`, customer.id],
  )
  const shown = await as(agent)(showCustomer, { params: { id: customer.id } })
  expect(shown.emails).toEqual([
    { address: customer.email, verified: true, primary: true, suppression: null },
    { address: `a.${customer.email}`, verified: false, primary: false, suppression: null },
  ])
})

test('customers made at the same instant are each read once, page by page, to the very end', async () => {
  const { place, newestFirst } = await placeWithTwins()
  const pages = await readToTheEnd(place.agent, 2)
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  expect(pages.flat()).toEqual(newestFirst)
})

test('a last page that is just full has no page after it', async () => {
  const { place, newestFirst } = await placeWithTwins()
  expect(await readToTheEnd(place.agent, 5)).toEqual([newestFirst])
})

test('who comes while somebody reads on moves nobody to another page', async () => {
  const { place, newestFirst } = await placeWithTwins()
  const first = await as(place.agent)(listCustomers, { query: { limit: 3 } })
  await newCustomer(place, 'Late')
  const second = await as(place.agent)(listCustomers, { query: { limit: 3, cursor: first.next! } })
  expect(idsOf([...first.items, ...second.items])).toEqual(newestFirst)
})

test('a page has twenty-five customers unless another number is asked for', async () => {
  const place = await aPlace()
  await Promise.all(Array.from({ length: 24 }, (_, at) => newCustomer(place, `Guest${at}`)))
  const { items, next } = await as(place.agent)(listCustomers, { query: {} })
  expect([items.length, typeof next]).toEqual([25, 'string'])
})

test.each([
  ['nothing that was encoded', '%%%'],
  ['a word', cursorOf('word')],
  ['a number', cursorOf(7)],
  ['another order', cursorOf({ key: 'Ada', id: randomUUID() })],
  ['a day that no calendar has', cursorOf({ key: '2026-02-31 00:00:00+00', id: randomUUID() })],
  ['SQL', cursorOf({ key: "2026-01-01 00:00:00+00'); drop table customers; --", id: randomUUID() })],
  ['an id that is none', cursorOf({ key: '2026-01-01 00:00:00+00', id: '1' })],
  ['a field more', cursorOf({ key: '2026-01-01 00:00:00+00', id: randomUUID(), workspaceId: globex.id })],
])('a cursor that somebody made up of %s is refused', async (_, cursor) => {
  const plain = await as(acme.agent)(listCustomers, { query: { cursor } })
  const searching = await as(acme.agent)(listCustomers, { query: { cursor, q: 'olga' } })
  expect([plain, searching]).toMatchObject([
    { status: 400, code: 'invalid' },
    { status: 400, code: 'invalid' },
  ])
})

test('a cursor of another workspace leads to nobody of it', async () => {
  const { next } = await as(globex.agent)(listCustomers, { query: { limit: 1 } })
  const { items } = await as(acme.agent)(listCustomers, { query: { cursor: next! } })
  expect(idsOf(items)).not.toEqual(expect.arrayContaining([globex.customer.id]))
  expect(idsOf(items)).not.toEqual(expect.arrayContaining([globex.otherCustomer.id]))
})

test.each([
  { limit: '0' },
  { limit: '101' },
  { limit: 'many' },
  { limit: '1.5' },
  { q: 'a'.repeat(257) },
  { page: '2' },
])('the list cannot be asked for %j', async (query) => {
  expect(await as(acme.agent)(listCustomers, { query })).toMatchObject({ code: 'invalid' })
})

test('each workspace lists its own customers alone', async () => {
  const place = await aPlace()
  const { items } = await as(place.agent)(listCustomers, { query: { limit: 100 } })
  expect(idsOf(items).sort()).toEqual([place.customer.id, place.otherCustomer.id].sort())
})

test('a customer sees neither the list nor themselves in it, and nobody sees it signed out', async () => {
  const asked = { params: { id: acme.customer.id } }
  const answers = await Promise.all([
    ask(acme.customer, listCustomers, { query: {} }),
    ask(acme.customer, showCustomer, asked),
    ask(null, listCustomers, { query: {} }),
    ask(null, showCustomer, asked),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 401, 401])
})

test('of a customer of another workspace nothing is told, not even that they exist', async () => {
  const stranger = await ask(acme.admin, showCustomer, { params: { id: globex.customer.id } })
  const invented = await ask(acme.admin, showCustomer, { params: { id: randomUUID() } })
  expect(stranger.json()).toMatchObject({ status: 404, code: 'customer-not-in-workspace' })
  expect(stranger.body).toBe(invented.body)
})

test('a customer is asked for by an id', async () => {
  expect(await as(acme.agent)(showCustomer, { params: { id: 'olga' } })).toMatchObject({ code: 'invalid' })
})

test('a customer has as many tickets as they opened, and not those of others', async () => {
  const place = await aPlace()
  await Promise.all([newTicket(place), newTicket(place), newTicket({ ...place, customer: place.otherCustomer })])
  const { items } = await as(place.agent)(listCustomers, { query: {} })
  expect(items.map(({ id, ticketCount }) => [id, ticketCount])).toEqual([
    [place.otherCustomer.id, 1],
    [place.customer.id, 2],
  ])
})
