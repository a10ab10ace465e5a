import { expect, test } from 'vitest'
import { listMessages, showMessage, writeMessage } from '#contract/tickets/messages.ts'
import { createTicket } from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { repeatLast } from '#test/repeat-message.ts'
import { sized } from '#test/sized.ts'
import { acme, globex, owner, platform } from '#test/world.ts'

const { agent, customer, otherCustomer } = acme
const letters = (count: number, letter = 'x') => letter.repeat(count)
const mostOfAnswer = 2_000_000

// Inserts `count` messages after the first message, directly into the database, so that the size limits of the API do
// not apply.
const plant = (id: string, count: number, text: string) =>
  owner.query(
    `with said as (
      insert into messages (workspace_id, ticket_id, seq, sent_at, kind, channel, author_type, customer_id, body_html, body_text)
      select workspace_id, id, n, now(), 'reply', 'portal', 'customer', requester_id, $3, $3 from tickets, generate_series(2, $2::integer + 1) n
      where id = $1
    )
    update tickets set last_message_seq = $2::integer + 1 where id = $1`,
    [id, count, text],
  )

async function readPage(person: typeof agent, id: string, before?: string) {
  const answer = await ask(person, listMessages, { params: { id }, query: before ? { before } : {} })
  return { bytes: answer.rawPayload.length, ...answer.json() }
}

async function readBack(person: typeof agent, id: string) {
  const pages = [await readPage(person, id)]
  while (pages.at(-1)!.next) pages.push(await readPage(person, id, pages.at(-1)!.next))
  return pages
}

test('99 messages of the largest size by one customer: each page is small, and together they are all of it', async () => {
  const { id } = await newTicket(acme)
  const written = sized(9, 99)
  for (let turn = 0; turn < written; turn += 1)
    await as(customer)(writeMessage, { params: { id }, body: { text: letters(65_536) } })
  await repeatLast(id, 99 - written)
  for (const person of [agent, customer]) {
    const pages = await readBack(person, id)
    expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(mostOfAnswer)
    const seqs = pages.reverse().flatMap(({ items }) => items.map(({ seq }: { seq: number }) => seq))
    expect(seqs).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
  }
})

test.each([
  ['letters', 'x'],
  ['quotation marks', '"'],
  ['letters of four bytes', '😀'],
  ['characters that JSON writes as six', '\u0001'],
])('no answer is over 2 MB, however much was kept before there were limits: %s', async (_, letter) => {
  const { id } = await newTicket(acme)
  await plant(id, 3, letters(1_500_000 / letter.length, letter))
  const pages = await readBack(agent, id)
  expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(mostOfAnswer)
  const [, large] = pages.reverse().flatMap(({ items }) => items)
  expect(large).toMatchObject({ seq: 2, clipped: true, bodyHtml: '' })
  expect(large.bodyText.length).toBeGreaterThan(1_000)
  const alone = await ask(agent, showMessage, { params: { id, messageId: large.id } })
  expect(alone.rawPayload.length).toBeLessThan(mostOfAnswer)
})

test('of a message that is too large for a page its beginning is on it, and all of it by itself', async () => {
  const { id } = await newTicket(acme)
  const html = `<p>${letters(240_000, 'ä')}</p>`
  const written = await as(agent)(writeMessage, { params: { id }, body: { html } })
  expect(written).toMatchObject({ clipped: false, bodyHtml: html })
  const [, listed] = (await as(customer)(listMessages, { params: { id }, query: {} })).items
  expect(listed).toMatchObject({ clipped: true, bodyHtml: '', bodyText: letters(2_000, 'ä') })
  const alone = await as(customer)(showMessage, { params: { id, messageId: written.id } })
  expect(alone).toMatchObject({ clipped: false, bodyHtml: html })
})

test('many replies that are held have room on the latest page, and leave the conversation its own', async () => {
  const { id } = await newTicket(acme)
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  for (let turn = 0; turn < 12; turn += 1)
    await as(agent)(writeMessage, { params: { id }, body: { html: letters(200_000), sendAt } })
  const { bytes, items } = await readPage(agent, id)
  expect(bytes).toBeLessThan(mostOfAnswer)
  expect(items).toHaveLength(13)
  expect(items[0]).toMatchObject({ seq: 1, clipped: false })
})

test('one message is shown to whom the conversation is shown, and to nobody else', async () => {
  const { id } = await newTicket(acme)
  const { id: other } = await newTicket(acme)
  const note = await as(agent)(writeMessage, { params: { id }, body: { text: 'Refund', kind: 'note' } })
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  const held = await as(agent)(writeMessage, { params: { id }, body: { text: 'Soon', sendAt } })
  const show = (person: typeof agent, messageId: string, ticketId = id) =>
    as(person)(showMessage, { params: { id: ticketId, messageId } })
  expect(await show(agent, note.id)).toMatchObject({ bodyText: 'Refund' })
  expect(await show(agent, note.id, other)).toMatchObject({ code: 'message-not-found' })
  expect(await show(customer, note.id)).toMatchObject({ code: 'message-not-found' })
  expect(await show(customer, held.id)).toMatchObject({ code: 'message-not-found' })
  expect(await show(otherCustomer, note.id)).toMatchObject({ code: 'ticket-not-found' })
  expect(await show(globex.agent, note.id)).toMatchObject({ code: 'ticket-not-found' })
})

test('what grows when it is cleaned counts as it is kept', async () => {
  const { id } = await newTicket(acme)
  const refused = { status: 400, code: 'invalid', detail: expect.stringContaining('too long') }
  const links = '<a href="//a">a</a>'.repeat(3_400)
  expect(await as(customer)(writeMessage, { params: { id }, body: { html: links } })).toMatchObject(refused)
  expect(await as(customer)(writeMessage, { params: { id }, body: { text: letters(60_000, '字') } })).toMatchObject(
    refused,
  )
  expect(await as(agent)(writeMessage, { params: { id }, body: { html: letters(900_000) } })).toMatchObject(refused)
  const opened = await as(customer)(createTicket, { body: { subject: 'Lamp', html: links } })
  expect(opened).toMatchObject(refused)
})

test('a customer brings so many bytes an hour, and what they used up is neither the team’s nor another workspace’s', async () => {
  const [mine, theirs] = [await newTicket(acme), await newTicket(globex)]
  const write = (person: typeof agent, id: string) =>
    ask(person, writeMessage, { params: { id }, body: { text: letters(65_536) } })
  const { limiter } = platform
  const strict = limiter.spend
  // The limits in tests are 1000 times the real limits. This test uses a quarter of the real limits.
  limiter.spend = (limit, key, amount, now) => strict(limit, key, amount * 4000, now)
  try {
    const statuses = []
    for (let turn = 0; turn < 25; turn += 1) statuses.push((await write(customer, mine.id)).statusCode)
    const refused = statuses.indexOf(429)
    expect(refused).toBeGreaterThan(5)
    expect(new Set(statuses.slice(refused))).toEqual(new Set([429]))
    expect((await write(agent, mine.id)).statusCode).toBe(201)
    expect((await write(otherCustomer, (await newTicket(acme)).id)).statusCode).not.toBe(429)
    expect((await write(globex.customer, theirs.id)).statusCode).toBe(201)
  } finally {
    limiter.spend = strict
  }
})
