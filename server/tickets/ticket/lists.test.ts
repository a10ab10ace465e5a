import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import {
  changeTicket,
  createTicket,
  listTickets,
  markSpam,
  markTicketSeen,
  snoozeTicket,
  solveTicket,
  trashTicket,
} from '#contract/tickets/tickets.ts'
import { listTicketViews } from '#contract/tickets/views.ts'
import { as } from '#test/ask.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { acme, globex, makeWorkspace, owner } from '#test/world.ts'

const { agent, customer, otherCustomer } = acme
type Query = Record<string, string>

const list = async (query: Query, reader = agent) => as(reader)(listTickets, { query })
const idsOf = async (query: Query, reader = agent) => (await list(query, reader)).items.map(({ id }) => id)

test('each view shows its tickets and counts them', async () => {
  const world = await makeWorkspace('views', 'Views', ['Vera', 'Vik', 'Vito', 'Vox'])
  const agent = world.agent
  const change = (id: string, body: object) => as(agent)(changeTicket, { params: { id }, body })
  const [unassigned, mine, pending, solved, snoozed, spam, trash] = [
    await newTicket(world),
    await newTicket(world),
    await answeredTicket(world, 'pending'),
    await newTicket(world),
    await newTicket(world),
    await newTicket(world),
    await newTicket(world),
  ]
  await change(mine.id, { assignee: agent.id })
  await as(agent)(solveTicket, { params: solved })
  await as(agent)(snoozeTicket, { params: snoozed, body: { until: '2100-01-01T00:00:00.000Z' } })
  await as(agent)(markSpam, { params: spam })
  await as(agent)(trashTicket, { params: trash })

  expect(await idsOf({ view: 'unassigned' }, agent)).toEqual([unassigned.id])
  expect(await idsOf({ view: 'mine' }, agent)).toEqual([mine.id, pending.id])
  expect(await idsOf({ view: 'active' }, agent)).toEqual([unassigned.id, mine.id, pending.id])
  expect(await idsOf({ view: 'pending' }, agent)).toEqual([pending.id])
  expect(await idsOf({ view: 'solved' }, agent)).toEqual([solved.id])
  expect(await idsOf({ view: 'snoozed' }, agent)).toEqual([snoozed.id])
  expect(await idsOf({ view: 'spam' }, agent)).toEqual([spam.id])
  expect(await idsOf({ view: 'trash' }, agent)).toEqual([trash.id])
  expect(await idsOf({ view: 'all' }, agent)).toHaveLength(5)
  expect((await as(agent)(listTicketViews, {})).items.map(({ id, count }) => `${id} ${count}`)).toEqual([
    ...['mine 2', 'active 3', 'unassigned 1', 'pending 1', 'snoozed 1', 'solved 1', 'closed 0', 'all 5'],
    ...['suspended 0', 'spam 1', 'trash 1'],
  ])
})

test.each([
  { view: 'active', order: 'waiting' },
  { view: 'active', order: 'updated' },
  { view: 'active', order: 'created' },
  { view: 'all', order: 'waiting' },
  { view: 'all', order: 'updated' },
])('the pages of $view by $order have every ticket once', async ({ view, order }) => {
  await Promise.all(Array.from({ length: 7 }, () => newTicket(globex)))
  const whole = await idsOf({ view, order, limit: '100' }, globex.agent)
  const paged: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await list({ view, order, limit: '3', ...(cursor && { cursor }) }, globex.agent)
    paged.push(...page.items.map(({ id }) => id))
    cursor = page.next
  } while (cursor)
  expect(paged).toEqual(whole)
  expect(new Set(paged).size).toBe(whole.length)
})

test('who waits longest stands first', async () => {
  const world = await makeWorkspace('waits', 'Waits', ['Wim', 'Wes', 'Wanda', 'Wolf'])
  const [first, answered, second] = [await newTicket(world), await answeredTicket(world), await newTicket(world)]
  expect(await idsOf({ view: 'active' }, world.agent)).toEqual([first.id, second.id, answered.id])
})

test('a customer sees their own tickets alone', async () => {
  const own = await newTicket(acme)
  const { id } = await as(otherCustomer)(createTicket, { body: { subject: 'Another', text: 'Mine' } })
  expect(await idsOf({}, otherCustomer)).toEqual([id])
  expect(await idsOf({ view: 'active' }, customer)).toContain(own.id)
  expect(await idsOf({}, customer)).not.toContain(id)
  expect(await list({ view: 'unassigned' }, customer)).toMatchObject({ code: 'not-allowed' })
})

test('what a customer wrote is unread until the member has seen it', async () => {
  const { id } = await newTicket(acme)
  const isUnread = async (reader = agent) =>
    (await list({ view: 'active', limit: '100' }, reader)).items.find((row) => row.id === id)!.isUnread
  expect(await isUnread()).toBe(true)
  await as(agent)(markTicketSeen, { params: { id }, body: { seq: 1 } })
  expect(await isUnread()).toBe(false)
  expect(await isUnread(acme.admin)).toBe(true)
  await as(customer)(writeMessage, { params: { id }, body: { text: 'And another question' } })
  expect(await isUnread()).toBe(true)
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Answered', status: 'open' } })
  expect(await isUnread()).toBe(false)
})

test('a ticket is found by words of its subject, its messages and its people, all of them, the last as far as typed', async () => {
  const { id } = await newTicket(acme, { subject: 'Zebra crossing', text: 'The Größe of ORD-77341 is wrong' })
  await as(agent)(writeMessage, { params: { id }, body: { text: 'We measured the quagga' } })
  expect(await idsOf({ q: 'zebra' })).toEqual([id])
  expect(await idsOf({ q: 'GROSSE 77341' })).toEqual([id])
  expect(await idsOf({ q: 'größe ord-773' })).toEqual([id])
  expect(await idsOf({ q: `quagga ${customer.email}` })).toEqual([id])
  expect(await idsOf({ q: 'zebra elephant' })).toEqual([])
  expect(await idsOf({ q: 'zebra', view: 'solved' })).toEqual([])
  expect(await idsOf({ q: 'zebra' }, globex.agent)).toEqual([])
})

test('a customer does not find their ticket by what only notes say', async () => {
  const { id } = await newTicket(acme, { subject: 'Walrus' })
  await as(agent)(writeMessage, { params: { id }, body: { kind: 'note', text: 'Suspected narwhal' } })
  expect(await idsOf({ q: 'narwhal' })).toEqual([id])
  expect(await idsOf({ q: 'narwhal' }, customer)).toEqual([])
  expect(await idsOf({ q: 'walr' }, customer)).toEqual([id])
  expect(await idsOf({ q: 'walrus' }, otherCustomer)).toEqual([])
})

test('a changed subject is found by its new words and no longer by its old ones', async () => {
  const { id } = await newTicket(acme, { subject: 'Okapi' })
  await as(agent)(changeTicket, { params: { id }, body: { subject: 'Bongo' } })
  expect(await idsOf({ q: 'okapi' })).toEqual([])
  expect(await idsOf({ q: 'bongo' })).toEqual([id])
})

test('a bare number finds that ticket before all that mention it', async () => {
  const { id, number } = await newTicket(acme)
  await as(agent)(solveTicket, { params: { id } })
  const mention = await newTicket(acme, { subject: `As in ticket ${number}` })
  expect(await idsOf({ q: `#${number}`, view: 'active' })).toEqual([id, mention.id])
  expect((await idsOf({ q: String(number) }))[0]).toBe(id)
})

test('a number beside conditions finds that ticket if the conditions hold', async () => {
  const named = await newTicket(acme)
  const other = await newTicket(acme, { text: `As in ticket ${named.number}` })
  expect(await idsOf({ q: `status<closed ${named.number}` }, agent)).toEqual([named.id, other.id])
  expect(await idsOf({ q: `#${named.number} status:new` }, agent)).toEqual([named.id, other.id])
  expect(await idsOf({ q: `${named.number} status:closed` }, agent)).toEqual([])
  expect(await idsOf({ q: `${named.number} ticket` }, agent)).toEqual([other.id])
  expect(await idsOf({ q: `status<closed ${named.number}` }, globex.agent)).not.toContain(named.id)
})

test('pages of what was found have every ticket once', async () => {
  const tickets = await Promise.all(
    Array.from({ length: 5 }, (_, at) => newTicket(acme, { subject: `Pangolin ${at}` })),
  )
  const first = await list({ q: 'pangolin', limit: '3' })
  const second = await list({ q: 'pangolin', limit: '3', cursor: first.next! })
  expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual(tickets.map(({ id }) => id).sort())
  expect(second.next).toBeNull()
})

test('a search finds rare words behind many tickets, and frequent words, on pages with every ticket once', async () => {
  const world = await makeWorkspace('rare', 'Rare words', ['Ria', 'Rod', 'Ras', 'Rex'])
  const { id: copied } = await newTicket(world)
  const words = (n: number) => (n % 150 === 0 ? 'rare quokka' : n > 600 ? 'kea' : n % 20 === 0 ? 'kiwi' : 'emu')
  const copies = Array.from({ length: 1200 }, (_, at) => ({ id: randomUUID(), number: 1000 + at, words: words(at) }))
  await owner.query(
    `insert into tickets (workspace_id, id, number, subject, requester_id, channel)
     select $1, c.id, c.number, c.words, t.requester_id, 'email' from tickets t, jsonb_to_recordset($3) c (id uuid, number integer, words text)
     where t.workspace_id = $1 and t.id = $2`,
    [world.id, copied, JSON.stringify(copies)],
  )
  await owner.query(
    `insert into ticket_search (workspace_id, ticket_id, requester_id, public_words, updated_at)
     select t.workspace_id, t.id, t.requester_id, to_tsvector('simple', t.subject), '2026-01-01'::timestamptz - t.number * interval '1 minute'
     from tickets t where t.workspace_id = $1 and t.id <> $2`,
    [world.id, copied],
  )
  for (const q of ['quokka', 'quok', 'kea', 'kiwi', 'rare quokka', 'emu']) {
    const expected = copies
      .filter(({ words }) => q.split(' ').every((word) => words.includes(word)))
      .map(({ id }) => id)
    const found: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list({ q, limit: '100', ...(cursor && { cursor }) }, world.agent)
      found.push(...page.items.map(({ id }) => id))
      cursor = page.next
    }
    expect(found, q).toEqual(expected)
  }
})

test('signs and odd words in a search do no harm', async () => {
  expect(await idsOf({ q: `'; drop table tickets; -- & | ! <-> :*` })).toEqual([])
  expect(await list({ q: `'); drop table tickets` })).toMatchObject({ code: 'query-invalid', position: 1 })
  expect(await idsOf({ q: '&&&' })).toEqual([])
})

test('a cursor that no list gave is refused', async () => {
  expect(await list({ cursor: 'eyJrZXkiOiInOyBkcm9wIHRhYmxlIn0' })).toMatchObject({ code: 'invalid' })
})

test('tickets of one requester are listed', async () => {
  const { id } = await newTicket(acme)
  const found = await list({ requester: customer.id, limit: '100' })
  expect(found.items.map((row) => row.id)).toContain(id)
  expect(found.items.every(({ requester }) => requester.id === customer.id)).toBe(true)
})
