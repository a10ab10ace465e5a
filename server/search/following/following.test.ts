import { expect, test } from 'vitest'
import type { AnswerOf } from '#contract/endpoint.ts'
import { changeArticle, deleteArticle, listArticles } from '#contract/knowledge-base/articles.ts'
import type { InputOf } from '#contract/pages.ts'
import { followMessages, writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, listTickets, markSpam, showTicket, trashTicket } from '#contract/tickets/tickets.ts'
import { changeCustomer, listCustomers } from '#contract/workspace/customers.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { deleteTickets } from '#server/tickets/ticket/delete-tickets.ts'
import { lockTicket, updateTicketRow } from '#server/tickets/ticket/queries/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle } from '#test/new-article.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, platform, runJobs } from '#test/world.ts'

const order = 'updated-ascending'
type Followed = { items: { id: string }[]; deleted?: { id: string }[]; next: string | null; position?: string }

/** Reads all pages, starting after the position `from` or at the beginning. */
async function readOn<T extends Followed>(
  page: (query: { cursor?: string; limit: number }) => Promise<T>,
  from?: string,
) {
  const items: T['items'][number][] = []
  const deleted: string[] = []
  let cursor = from
  for (;;) {
    const answer = await page({ ...(cursor && { cursor }), limit: 10 })
    items.push(...answer.items)
    deleted.push(...answer.deleted!.map(({ id }) => id))
    cursor = answer.position!
    if (answer.next === null) return { items, deleted, ids: items.map(({ id }) => id), position: cursor }
  }
}
const tickets = (from?: string) => readOn((query) => as(acme.agent)(listTickets, { query: { ...query, order } }), from)
const messages = (from?: string) => readOn((query) => as(acme.agent)(followMessages, { query }), from)
const customers = (from?: string) =>
  readOn((query) => as(acme.agent)(listCustomers, { query: { ...query, order } }), from)
const articles = (from?: string) =>
  readOn((query) => as(acme.admin)(listArticles, { query: { ...query, order } }), from)

test('tickets come in the order in which they changed, each once a round, whatever shelf they are on', async () => {
  const { position } = await tickets()
  const made: string[] = []
  for (let number = 0; number < 12; number += 1) made.push((await newTicket(acme)).id)
  await as(acme.agent)(changeTicket, { params: { id: made[0]! }, body: { priority: 'high' } })
  await as(acme.agent)(markSpam, { params: { id: made[1]! } })
  await as(acme.agent)(trashTicket, { params: { id: made[2]! } })
  const first = await tickets(position)
  expect(first.ids.toSorted()).toEqual(made.toSorted())
  expect(first.items.find(({ id }) => id === made[0])).toMatchObject({ priority: 'high' })
  expect(
    first.items
      .filter(({ isSpam, isTrashed }) => isSpam || isTrashed)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([made[1], made[2]].toSorted())
  expect((await tickets(first.position)).ids).toEqual([])
  await as(acme.agent)(changeTicket, { params: { id: made[5]! }, body: { subject: 'Changed' } })
  await as(acme.agent)(changeTicket, { params: { id: made[3]! }, body: { subject: 'Changed too' } })
  expect((await tickets(first.position)).ids).toEqual([made[5], made[3]])
})

test('a change that was open while somebody read on comes later, and none is passed by', async () => {
  const [late, early] = [await newTicket(acme), await newTicket(acme)]
  const { position } = await tickets()
  const isHeld = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const held = inWorkspace(platform.app, acme.id, async (tx) => {
    const ticket = await lockTicket(tx, late.id)
    await updateTicketRow(tx, ticket!, { subject: 'Began first' }, true)
    isHeld.resolve()
    await letGo.promise
  })
  await isHeld.promise
  await as(acme.agent)(changeTicket, { params: { id: early.id }, body: { subject: 'Ended first' } })
  const meanwhile = await tickets(position)
  expect(meanwhile.ids).toEqual([early.id])
  letGo.resolve()
  await held
  expect((await tickets(meanwhile.position)).items).toMatchObject([{ id: late.id, subject: 'Began first' }])
})

test('a reader beside eight writers has at the end what the lists have, row for row', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => newTicket(acme)))
  const copies = new Map<string, unknown>()
  let position: string | undefined
  const copy = async () => {
    const read = await tickets(position)
    for (const row of read.items) copies.set(row.id, row)
    for (const id of read.deleted) copies.delete(id)
    position = read.position
  }
  let isWriting = true
  const reading = (async () => {
    while (isWriting) await copy()
  })()
  await Promise.all(
    made.map(async ({ id }, writer) => {
      const { id: left } = await newTicket(acme)
      for (let round = 0; round < 12; round += 1)
        await as(acme.agent)(changeTicket, { params: { id }, body: { subject: `${writer} ${round}` } })
      await as(acme.agent)(writer % 2 ? trashTicket : markSpam, { params: { id: left } })
      await inWorkspace(platform.app, acme.id, (tx) => deleteTickets(tx, [id]))
    }),
  )
  isWriting = false
  await reading
  await copy()
  const listed = await Promise.all((['all', 'spam', 'trash'] as const).map(listWhole))
  expect(Object.fromEntries(copies)).toEqual(Object.fromEntries(listed.flat().map((row) => [row.id, row])))
})

const listWhole = async (view: 'all' | 'spam' | 'trash') => {
  const rows = []
  let cursor: string | null = null
  do {
    const query = { view, order: 'created', ...(cursor && { cursor }) } as const
    const page: AnswerOf<typeof listTickets> = await as(acme.agent)(listTickets, { query })
    rows.push(...page.items)
    cursor = page.next
  } while (cursor)
  return rows
}

test('what is deleted for good is told by its id, with its messages', async () => {
  const { id } = await newTicket(acme)
  const [before, said] = [await tickets(), await messages()]
  const { id: messageId } = said.items.find(({ ticketId }) => ticketId === id)!
  await inWorkspace(platform.app, acme.id, (tx) => deleteTickets(tx, [id]))
  expect(await tickets(before.position)).toMatchObject({ items: [], deleted: [id] })
  expect((await messages(said.position)).deleted).toEqual([messageId])
})

test('messages come when they are written, and again as their mails fare', async () => {
  const { id } = await newTicket(acme)
  const { position } = await messages()
  const reply = await as(acme.agent)(writeMessage, { params: { id }, body: { text: 'On its way' } })
  const written = await messages(position)
  expect(written.items).toMatchObject([{ id: reply.id, ticketId: id, bodyText: 'On its way' }])
  await runJobs()
  expect((await messages(written.position)).items).toMatchObject([{ id: reply.id, delivery: { state: 'sent' } }])
})

test('customers and articles are followed in the same way', async () => {
  const [people, texts] = [await customers(), await articles()]
  await as(acme.agent)(changeCustomer, { params: { id: acme.customer.id }, body: { tags: ['vip'] } })
  expect((await customers(people.position)).items).toMatchObject([{ id: acme.customer.id, tags: ['vip'] }])

  const { id } = await newArticle({ title: 'How to begin' })
  const made = await articles(texts.position)
  expect(made.items).toMatchObject([{ id, title: 'How to begin' }])
  await as(acme.admin)(changeArticle, { params: { id }, body: { labels: ['start'] } })
  const changed = await articles(made.position)
  expect(changed.items).toMatchObject([{ id, labels: ['start'] }])
  await as(acme.admin)(deleteArticle, { params: { id } })
  expect((await articles(changed.position)).items).toMatchObject([{ id, isTrashed: true }])
})

test('a time says where to begin', async () => {
  await newTicket(acme)
  const list = (updatedAfter: string) => as(acme.agent)(listTickets, { query: { order, updatedAfter } })
  const hour = 3_600_000
  expect((await list(new Date(Date.now() + hour).toISOString())).items).toEqual([])
  expect((await list(new Date(Date.now() - hour).toISOString())).items).not.toEqual([])
})

test('a list is followed as a whole, by the team and its keys alone', async () => {
  const refused = async (query: InputOf<typeof listTickets>['query']) =>
    (await ask(acme.agent, listTickets, { query })).json().code
  expect(await refused({ order, view: 'mine' })).toBe('follow-whole-list')
  expect(await refused({ order, q: 'late' })).toBe('follow-whole-list')
  expect(await refused({ updatedAfter: '2026-01-01T00:00:00Z' })).toBe('updated-after-needs-order')
  expect(await refused({ order, cursor: 'e30' })).toBe('invalid')
  expect((await ask(acme.customer, listTickets, { query: { order } })).statusCode).toBe(403)
  expect((await ask(acme.agent, listArticles, { query: { order } })).statusCode).toBe(403)
  const key = await newKey(acme, ['tickets:read'])
  const byKey = await ask(null, listTickets, { query: { order } }, { authorization: `Bearer ${key}` })
  expect(byKey.json()).toMatchObject({ items: expect.any(Array), position: expect.any(String) })
})

test('a program that says no order gets the newest ticket first', async () => {
  const [older, newer] = [await newTicket(acme), await newTicket(acme)]
  await as(acme.agent)(changeTicket, { params: { id: older.id }, body: { subject: 'Changed last' } })
  const authorization = `Bearer ${await newKey(acme, ['tickets:read'])}`
  const { items } = (await ask(null, listTickets, { query: { limit: 2 } }, { authorization })).json()
  expect(items.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id])
})

test('another workspace has changes and positions of its own', async () => {
  const { id } = await newTicket(acme)
  await newTicket(globex)
  const { ids } = await readOn((query) => as(globex.agent)(listTickets, { query: { ...query, order } }))
  expect(ids).not.toContain(id)
  expect((await ask(globex.agent, showTicket, { params: { id } })).statusCode).toBe(404)
  const foreign = { order, cursor: (await tickets()).position } as const
  const { items, deleted } = await as(globex.agent)(listTickets, { query: foreign })
  expect([...items, ...deleted!].map((one) => one.id)).not.toContain(id)
})
