import { describe, expect, test } from 'vitest'
import { changeTicketsInBatch, countMatchingTickets } from '#contract/tickets/changes.ts'
import { redactMessage, writeMessage } from '#contract/tickets/messages.ts'
import {
  changeTicket,
  createTicket,
  listTickets,
  markSpam,
  showTicket,
  trashTicket,
} from '#contract/tickets/tickets.ts'
import { changeCustomer } from '#contract/workspace/customers.ts'
import { as, ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, makeWorkspace, owner, type Person } from '#test/world.ts'

type Query = Record<string, string>
const search = (q: string, query: Query = {}, reader: Person = acme.agent) =>
  as(reader)(listTickets, { query: { q, ...query } })
const numbersOf = async (q: string, query: Query = {}, reader?: Person) =>
  (await search(q, query, reader)).items.map(({ number }) => number)
const change = (id: string, body: object) => as(acme.agent)(changeTicket, { params: { id }, body })

test('an invalid query is refused with its place and the choices', async () => {
  const response = await ask(acme.agent, listTickets, { query: { q: 'lamp status:opne' } })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({
    ...{ code: 'query-invalid', position: 12, length: 4, detail: '"opne" is no value of "status"' },
    choices: ['new', 'open', 'pending', 'on_hold', 'solved', 'closed'],
  })
  const unknown = await ask(acme.agent, listTickets, { query: { q: 'prioty:high' } })
  expect(unknown.json()).toMatchObject({ code: 'query-invalid', position: 0, length: 6, choices: { 0: 'priority' } })
  expect((await search('a', { q: 'x'.repeat(2001) })).status).toBe(400)
})

test('spam and trash are found only if the query or the view names them', async () => {
  const [plain, spam, trash] = [await newTicket(acme), await newTicket(acme), await newTicket(acme)]
  await as(acme.agent)(markSpam, { params: spam })
  await as(acme.agent)(trashTicket, { params: trash })
  const mine = `number>=${plain.number} number<=${trash.number}`
  expect(await numbersOf(mine)).toEqual([plain.number])
  expect(await numbersOf(`${mine} -is:spam`)).toEqual([plain.number])
  expect(await numbersOf(`${mine} is:spam`)).toEqual([spam.number])
  expect(await numbersOf(`${mine} is:spam,trashed order:number`)).toEqual([spam.number, trash.number])
  expect(await numbersOf(`${mine} (is:trashed OR is:overdue)`)).toEqual([trash.number])
  expect(await numbersOf(`late ${mine} is:trashed`)).toEqual([trash.number])
  expect(await numbersOf(`${mine} is:trashed`, { view: 'active' })).toEqual([])
  expect(await numbersOf(`${mine} status<solved`)).toEqual([plain.number])
  expect(await numbersOf(`${mine} status<solved`, { view: 'spam' })).toEqual([spam.number])
  expect(await numbersOf(`${mine} status<solved`, { view: 'trash' })).toEqual([trash.number])
})

test('only the last word of a query is a prefix, also beside conditions that an index finds', async () => {
  const ticket = await as(acme.agent)(createTicket, {
    body: { subject: 'Refunded lamps', text: 'All', requester: { email: acme.customer.email }, tags: ['of-prefixes'] },
  })
  expect(await numbersOf('tag:of-prefixes refund order:created')).toEqual([ticket.number])
  expect(await numbersOf('refund tag:of-prefixes order:created')).toEqual([])
  expect(await numbersOf('refunded tag:of-prefixes order:created')).toEqual([ticket.number])
  expect(await numbersOf('(tag:of-prefixes OR tag:of-others) refund order:created')).toEqual([ticket.number])
})

test('a query with as many conditions on tags as it can have is answered', async () => {
  const all = Array.from({ length: 60 }, (_, at) => `tag:t${at},a,b,c,d,e,f,g`).join(' ')
  expect(await numbersOf(all)).toEqual([])
})

test('each order sorts every page, and both ways', async () => {
  const world = await makeWorkspace('orders', 'Orders', ['Ola', 'Otto', 'Zora', 'Änne'])
  const people = [world.customer, world.otherCustomer, world.customer, world.otherCustomer, world.customer]
  const created: string[] = []
  for (const [at, requester] of people.entries()) {
    const { id } = await as(requester)(createTicket, { body: { subject: 'Lamp', text: 'Off' } })
    const priority = (['high', 'low', 'urgent', 'normal', 'low'] as const)[at]!
    await as(world.agent)(changeTicket, { params: { id }, body: { priority } })
    created.push(id)
  }
  const inPages = async (q: string) => {
    const numbers: number[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof search>> = await search(
        q,
        { limit: '2', ...(cursor && { cursor }) },
        world.agent,
      )
      numbers.push(...page.items.map(({ number }) => number))
      cursor = page.next
    } while (cursor)
    return numbers
  }
  expect(await inPages('order:number')).toEqual([1, 2, 3, 4, 5])
  expect(await inPages('order:-number lamp')).toEqual([5, 4, 3, 2, 1])
  expect(await inPages('order:created')).toEqual([1, 2, 3, 4, 5])
  expect(await inPages('order:-updated')).toEqual([5, 4, 3, 2, 1])
  expect(await inPages('order:updated "lamp"')).toEqual([1, 2, 3, 4, 5])
  expect(await inPages('order:waiting')).toEqual([1, 2, 3, 4, 5])
  const ranked = async (q: string) => (await search(q, {}, world.agent)).items.map(({ priority }) => priority)
  expect(await ranked('order:priority')).toEqual(['low', 'low', 'normal', 'high', 'urgent'])
  expect(await ranked('order:-priority')).toEqual(['urgent', 'high', 'normal', 'low', 'low'])
  expect((await inPages('order:requester')).slice(0, 2).toSorted()).toEqual([2, 4])
  expect((await inPages('order:-requester')).slice(0, 3).toSorted()).toEqual([1, 3, 5])
})

test('an address finds its requester, and never words of it', async () => {
  const { number } = await newTicket(acme)
  const { email } = acme.customer
  const mine = `number:${number}`
  expect(await numbersOf(`${mine} requester:${email.toUpperCase()}`)).toEqual([number])
  expect(await numbersOf(`${mine} requester:${acme.otherCustomer.email}`)).toEqual([])
  expect(await numbersOf(`${mine} requester:olga@customer.test`)).toEqual([])
  expect(await numbersOf(`${mine} requester:OLG`)).toEqual([number])
})

test('a mention finds the ticket of its note, for who is mentioned and until it is removed', async () => {
  const { id, number } = await newTicket(acme)
  const found = (q: string, reader?: Person) => numbersOf(`number:${number} ${q}`, {}, reader)
  expect(await found('mentions:none')).toEqual([number])
  const note = { kind: 'note' as const, text: 'Please look', mentions: [acme.admin.id] }
  const { id: messageId } = await as(acme.agent)(writeMessage, { params: { id }, body: note })
  expect(await found('mentions:me', acme.admin)).toEqual([number])
  expect(await found('mentions:me')).toEqual([])
  expect(await found(`mentions:${acme.admin.id}`)).toEqual([number])
  expect(await found(`mentions:"${acme.admin.email}"`)).toEqual([number])
  expect(await found(`mentions:${acme.agent.id}`)).toEqual([])
  expect(await found('mentions:any -mentions:none')).toEqual([number])
  await as(acme.admin)(redactMessage, { params: { id, messageId } })
  expect(await found('mentions:any')).toEqual([])
})

test('the language of the requester finds tickets, with or without a region', async () => {
  const world = await makeWorkspace('languages-of-tickets', 'Languages', ['Ola', 'Otto', 'Zora', 'Anne'])
  const { id, number } = await newTicket(world)
  const found = async (q: string) =>
    (await as(world.agent)(listTickets, { query: { q } })).items.map((ticket) => ticket.number)
  const speak = async (language: string | null) => {
    const { requester } = await as(world.agent)(showTicket, { params: { id } })
    await as(world.admin)(changeCustomer, { params: { id: requester.id }, body: { language } })
  }
  await speak(null)
  expect([await found('language:none'), await found('language:de')]).toEqual([[number], []])
  await speak('de-AT')
  expect([await found('language:DE'), await found('language:de-at'), await found('language:any')]).toEqual([
    [number],
    [number],
    [number],
  ])
  expect([await found('language:d'), await found('language:de-CH'), await found('language!=de')]).toEqual([[], [], []])
})

test('a phrase is found as a whole, in subject and messages', async () => {
  const { id, number } = await newTicket(acme, { subject: 'Blaue Lampe', text: 'It is a very small lamp' })
  await as(acme.agent)(writeMessage, { params: { id }, body: { kind: 'note', text: 'Secret corner' } })
  const found = (q: string, reader?: Person) => numbersOf(`number:${number} ${q}`, {}, reader)
  expect(await found('"very small"')).toEqual([number])
  expect(await found('"small very"')).toEqual([])
  expect(await found('small very')).toEqual([number])
  expect(await found('"BLAUE lampe"')).toEqual([number])
  expect(await found('"secret corner"')).toEqual([number])
  expect(await found('"secret corner"', acme.customer)).toEqual([])
  expect(await found('"very small"', acme.customer)).toEqual([number])
})

test('words inside NOT and OR count as whole words, and only the last word of all as a beginning', async () => {
  const { number } = await newTicket(acme, { subject: 'Wardrobe', text: 'Oak' })
  const found = (q: string) => numbersOf(`number:${number} ${q}`)
  expect(await found('ward')).toEqual([number])
  expect(await found('oak ward')).toEqual([number])
  expect(await found('ward oak')).toEqual([])
  expect(await found('-ward')).toEqual([number])
  expect(await found('-wardrobe')).toEqual([])
  expect(await found('(ward OR tree)')).toEqual([])
  expect(await found('(wardrobe OR tree)')).toEqual([number])
})

test('times are read in the time zone of the workspace, also where the clocks change', async () => {
  const { id, number } = await newTicket(acme)
  const found = async (createdAt: string, q: string) => {
    await owner.query('update tickets set created_at = $2 where workspace_id = $3 and id = $1', [
      id,
      createdAt,
      acme.id,
    ])
    return (await numbersOf(`number:${number} ${q}`)).length === 1
  }
  expect(await found('2026-03-28T22:59:59Z', 'created:2026-03-28')).toBe(true)
  expect(await found('2026-03-28T23:00:00Z', 'created:2026-03-28')).toBe(false)
  expect(await found('2026-03-28T23:00:00Z', 'created:2026-03-29')).toBe(true)
  expect(await found('2026-03-29T21:59:59Z', 'created:2026-03-29')).toBe(true)
  expect(await found('2026-03-29T22:00:00Z', 'created>2026-03-29')).toBe(true)
  expect(await found('2026-03-29T22:00:00Z', 'created>=2026-03-30T00:00 created<=2026-03-30T00:00')).toBe(true)
  expect(await found('9998-12-31T12:00:00Z', 'created:9998-12-31')).toBe(true)
})

describe('who may ask what', () => {
  test('a customer finds own tickets alone, and cannot ask for internal values', async () => {
    const { number } = await newTicket(acme, { subject: 'Garden chair' })
    await as(acme.otherCustomer)(createTicket, { body: { subject: 'Garden chair', text: 'Mine' } })
    expect(await numbersOf(`subject:garden number>=${number}`, {}, acme.customer)).toEqual([number])
    for (const key of ['tag', 'assignee', 'priority', 'status', 'has', 'is', 'requester', 'order'])
      expect(await search(`${key}:none`, {}, acme.customer)).toMatchObject({ code: 'query-invalid', position: 0 })
  })

  test('ids and people of another workspace match nothing', async () => {
    const theirs = await newTicket(globex, { subject: 'Globex only' })
    expect((await search('subject:"globex only"')).items).toEqual([])
    expect((await search('globex only')).items).toEqual([])
    for (const person of [globex.customer, globex.agent]) {
      expect((await search(`requester:${person.id}`)).items).toEqual([])
      expect((await search(`requester:${person.email} OR assignee:${person.email}`)).items).toEqual([])
      expect((await search(`cc:${person.id} OR assignee:${person.id}`)).items).toEqual([])
    }
    expect((await search(`number:${theirs.number} requester:${globex.customer.name}`)).items).toEqual([])
  })
})

test('a batch changes what the query matches when it starts', async () => {
  const [first, second] = [await newTicket(acme, { subject: 'Batch A' }), await newTicket(acme, { subject: 'Batch B' })]
  await change(first.id, { tags: ['batch-query'] })
  const query = { view: 'all', q: 'tag:batch-query batch' } as const
  expect(await as(acme.agent)(countMatchingTickets, { query })).toMatchObject({ count: 1 })
  const other = await as(acme.agent)(countMatchingTickets, { query: { view: 'all', q: `number:${second.number}` } })
  expect(other).toMatchObject({ count: 1 })
  const batch = await as(acme.agent)(changeTicketsInBatch, { body: { query, change: { priority: 'high' } } })
  expect(batch).toMatchObject({ total: 1 })
  expect(await as(acme.agent)(countMatchingTickets, { query: { view: 'all', q: 'tag>x' } })).toMatchObject({
    code: 'query-invalid',
  })
})

const pieces = [
  ...['status', 'tag', 'subject', 'requester', 'cc', 'assignee', 'number', 'created', 'due', 'has', 'is', 'replies'],
  ...[
    ':',
    '=',
    '<',
    '>=',
    '!=',
    '-',
    ' ',
    ' ',
    ' ',
    '(',
    ')',
    '"',
    '\\',
    ',',
    'OR',
    'NOT',
    "'",
    '%',
    '_',
    '*',
    '&',
    '|',
  ],
  ...[
    'open',
    'none',
    'any',
    'me',
    '3d',
    '2026-11-27',
    'today',
    'spam',
    'trashed',
    'note',
    '7',
    'late',
    'ö',
    '👍',
    '::',
    '\u0001',
  ],
  ...[`requester:${acme.customer.email}`, 'order:-updated', 'order:requester', '9'.repeat(9), 'x'.repeat(300), 'now()'],
]
const pick = <T>(items: readonly T[]) => items[Math.floor(Math.random() * items.length)]!

test('random texts give no error of the server, and no ticket of elsewhere', { timeout: 120_000 }, async () => {
  const codes = new Set<number>()
  for (let turn = 0; turn < Number(process.env.QUERIES ?? 1500); turn += 1) {
    const q = Array.from({ length: 1 + Math.floor(Math.random() * 12) }, () => pick(pieces)).join(pick(['', ' ']))
    const response = await ask(acme.agent, listTickets, { query: { q } })
    expect([200, 400], q).toContain(response.statusCode)
    codes.add(response.statusCode)
    const { items = [] } = response.json()
    if (!/is:[^ ]*(spam|trashed)/.test(q))
      expect(
        items.some(({ isSpam, isTrashed }: never) => isSpam || isTrashed),
        q,
      ).toBe(false)
    for (const { requester } of items) expect(requester.email, q).toMatch(/customer\.test$/)
  }
  expect(codes).toEqual(new Set([200, 400]))
})
