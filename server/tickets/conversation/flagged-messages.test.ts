import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import {
  acceptStranger,
  listMessages,
  redactMessage,
  splitMessage,
  treatAsRequest,
  writeMessage,
} from '#contract/tickets/messages.ts'
import { createTicket, listTickets, showTicket, trashTicket } from '#contract/tickets/tickets.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { findOrCreateCustomer } from '#server/workspace/customers/customer-accounts.ts'
import { as } from '#test/ask.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { acme, globex, makeWorkspace, newMember, owner, type Person, platform, runJobs } from '#test/world.ts'
import { addMailNote } from './messages/add-customer-message.ts'

const { agent, admin, customer } = acme
type OneMessage = { id: string; messageId: string }
type Judging = typeof acceptStranger | typeof splitMessage | typeof treatAsRequest | typeof redactMessage

const judge = (endpoint: Judging, { id, messageId }: OneMessage, person: Person | null = agent) =>
  as(person)(endpoint, { params: { id, messageId } })
const show = (id: string) => as(agent)(showTicket, { params: { id } })
const read = async (id: string, reader: Person = agent) =>
  (await as(reader)(listMessages, { params: { id }, query: {} })).items
const write = (id: string, body: object, person: Person = agent) =>
  as(person)(writeMessage, { params: { id }, body: { text: 'So it is', ...body } })
const find = async (q: string, person: Person = agent) =>
  (await as(person)(listTickets, { query: { q } })).items.map(({ id }) => id)

async function withStranger(text = 'I know more'): Promise<OneMessage> {
  const { id } = await answeredTicket(acme)
  const note = await inWorkspace(platform.app, acme.id, async (tx) => {
    const stranger = await findOrCreateCustomer(tx, { email: `stan.${id}@example.test`, name: 'Stan' })
    const said = { html: `<p>${text}</p>`, text, quotedText: null, attachmentIds: [] }
    return addMailNote(tx, {
      ticketId: id,
      author: { type: 'customer', id: stranger.id },
      text: said,
      flags: ['stranger'],
      cause: 'mail',
    })
  })
  return { id, messageId: note.messageId }
}

async function withThanks(): Promise<OneMessage> {
  const { id } = await answeredTicket(acme, 'solved')
  return { id, messageId: (await write(id, { text: 'Thank you!' }, customer)).id }
}

const kinds: [string, Judging, () => Promise<OneMessage>][] = [
  ['accepted', acceptStranger, withStranger],
  ['split off', splitMessage, withStranger],
  ['taken as a request', treatAsRequest, withThanks],
  ['redacted', redactMessage, withThanks],
]
const changing = kinds.slice(0, 3)

test.each(kinds)('no message is %s by a stranger, a customer or nobody', async (_, endpoint, prepare) => {
  const message = await prepare()
  const before = await read(message.id)
  expect(await judge(endpoint, message, globex.admin)).toMatchObject({ status: 404, code: 'ticket-not-found' })
  expect(await judge(endpoint, message, customer)).toMatchObject({ status: 403, code: 'not-allowed' })
  expect(await judge(endpoint, message, acme.otherCustomer)).toMatchObject({ status: 403, code: 'not-allowed' })
  expect(await judge(endpoint, message, null)).toMatchObject({ status: 401, code: 'not-signed-in' })
  expect(await read(message.id)).toEqual(before)
})

test.each(kinds)('a message is %s on its own ticket alone', async (_, endpoint, prepare) => {
  const message = await prepare()
  const other = await newTicket(acme)
  const foreign = await newTicket(globex)
  const noMessage = { status: 404, code: 'message-not-found' }
  expect(await judge(endpoint, { ...message, id: other.id }, admin)).toMatchObject(noMessage)
  expect(await judge(endpoint, { ...message, messageId: randomUUID() }, admin)).toMatchObject(noMessage)
  expect(await judge(endpoint, { ...message, id: foreign.id }, globex.admin)).toMatchObject(noMessage)
})

test.each(changing)('a message of a closed ticket, or of one in the trash, is not %s', async (_, endpoint, prepare) => {
  const [closed, trashed] = [await prepare(), await prepare()]
  await owner.query(`update tickets set status = 'closed' where id = $1`, [closed.id])
  await as(agent)(trashTicket, { params: { id: trashed.id } })
  expect(await judge(endpoint, closed)).toMatchObject({ status: 409, code: 'ticket-closed' })
  expect(await judge(endpoint, trashed)).toMatchObject({ status: 409, code: 'ticket-in-trash' })
})

test('an ordinary message stays as it is, whatever it is said to be', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  const [, answer] = await read(id)
  const message = { id, messageId: answer!.id }
  expect(await judge(acceptStranger, message)).toMatchObject({ id: answer!.id, kind: 'reply', flags: [] })
  expect(await judge(treatAsRequest, message)).toMatchObject({ id: answer!.id, flags: [] })
  expect(await judge(splitMessage, message)).toMatchObject({ code: 'not-of-customer' })
  expect(await show(id)).toMatchObject({ status: 'solved', cc: [], lastMessageSeq: 2 })
})

test('a stranger is accepted once and split off once', async () => {
  const [accepted, split] = [await withStranger(), await withStranger()]
  await judge(acceptStranger, accepted)
  expect(await judge(acceptStranger, accepted)).toMatchObject({ kind: 'reply', flags: [] })
  expect((await show(accepted.id)).cc).toHaveLength(1)
  await judge(splitMessage, split)
  expect(await judge(splitMessage, split)).toMatchObject({ code: 'message-not-found' })
})

test('what an accepted stranger wrote is found and read by the customer from then on', async () => {
  const message = await withStranger('A clandestine okapi')
  expect([await find('okapi'), await find('okapi', customer)]).toEqual([[message.id], []])
  await judge(acceptStranger, message)
  expect(await find('okapi', customer)).toEqual([message.id])
  expect((await as(customer)(listTickets, { query: { q: 'okapi' } })).items).toMatchObject([
    { snippet: 'A clandestine okapi' },
  ])
})

test('what was split off is found on its own ticket and no longer on the old one', async () => {
  const message = await withStranger('A separate aardwolf')
  const own = await judge(splitMessage, message)
  expect(await find('aardwolf')).toEqual([own.id])
  expect(await find('aardwolf', customer)).toEqual([])
  expect(own).toMatchObject({ subject: 'My order is late', assignee: null, cc: [] })
})

test('thanks that were a request open a ticket once and count from when they were written', async () => {
  const message = await withThanks()
  await judge(treatAsRequest, message)
  const first = await show(message.id)
  expect(first).toMatchObject({ status: 'open', reopenCount: 1 })
  await judge(treatAsRequest, message)
  expect(await show(message.id)).toEqual(first)
})

test('with a full list of people in copy no stranger is added', async () => {
  const message = await withStranger()
  await owner.query(
    `with people as (
       insert into customers (workspace_id, name) select $1, 'In copy' from generate_series(1, 48) returning id
     ), addresses as (
       insert into customer_emails (workspace_id, address, customer_id, is_primary)
       select $1, id || '@copy.test', id, true from people returning customer_id
     )
     insert into ticket_copies (workspace_id, ticket_id, customer_id) select $1, $2, customer_id from addresses`,
    [acme.id, message.id],
  )
  expect(await judge(acceptStranger, message)).toMatchObject({ status: 400, code: 'too-many-recipients' })
  expect((await read(message.id)).at(-1)).toMatchObject({ kind: 'note', flags: ['stranger'] })
  expect(await write(message.id, {})).toMatchObject({ code: 'too-many-recipients' })
})

test('a plain member redacts nothing, an admin does on closed tickets and after the trial too', async () => {
  const world = await makeWorkspace('redacting', 'Redacting', ['Rae', 'Ron', 'Rik', 'Rio'])
  const { id } = await answeredTicket(world, 'solved')
  const [asked] = await read(id, world.agent)
  const message = { id, messageId: asked!.id }
  expect(await judge(redactMessage, message, await newMember(world, 'Plain'))).toMatchObject({ code: 'not-allowed' })
  await owner.query(`update tickets set status = 'closed' where id = $1`, [id])
  await owner.query(`update service_settings set started_at = now() - interval '15 days' where workspace_id = $1`, [
    world.id,
  ])
  expect(await judge(redactMessage, message, world.admin)).toMatchObject({ bodyText: '' })
  expect(await read(id, world.customer)).toMatchObject([{ bodyText: '', bodyHtml: '' }, { bodyText: 'On its way' }])
})

test('what is redacted is gone from the list, its customer’s list, and from the search', async () => {
  const { id } = await newTicket(acme, { text: 'My password is numbat' })
  await write(id, { kind: 'note', text: 'The password is numbat' })
  const [asked, note] = await read(id)
  await judge(redactMessage, { id, messageId: asked!.id }, admin)
  expect([await find('numbat'), await find('numbat', customer)]).toEqual([[id], []])
  await judge(redactMessage, { id, messageId: note!.id }, admin)
  expect(await find('numbat')).toEqual([])
  expect((await as(agent)(listTickets, { query: { view: 'active', order: 'created' } })).items[0]).toMatchObject({
    id,
    snippet: '',
  })
})

test('what is redacted comes back with no change that is undone', async () => {
  const { id } = await newTicket(acme, { text: 'My password is numbat' })
  const changed = await as(agent)(changeTickets, { body: { ids: [id], changes: { priority: 'high' } } })
  await judge(redactMessage, { id, messageId: (await read(id))[0]!.id }, admin)
  const { rows } = await owner.query('select row_before from changed_tickets where ticket_id = $1', [id])
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('numbat')
  expect((await as(agent)(undoTicketChange, { params: changed })).results).toEqual([
    { ticketId: id, left: 'changed-meanwhile' },
  ])
})

test('a held answer is taken back and not redacted', async () => {
  const { id } = await newTicket(acme)
  const held = await write(id, { text: 'Soon', sendAt: new Date(Date.now() + 60_000).toISOString() })
  expect(await judge(redactMessage, { id, messageId: held.id }, admin)).toMatchObject({ code: 'not-sent-yet' })
  expect((await read(id)).at(-1)).toMatchObject({ bodyText: 'Soon', redactedAt: null })
})

test('redacting again changes nothing', async () => {
  const { id } = await newTicket(acme)
  const [asked] = await read(id)
  const first = await judge(redactMessage, { id, messageId: asked!.id }, admin)
  expect(await judge(redactMessage, { id, messageId: asked!.id }, admin)).toEqual(first)
})

test('new people in copy take the place of the old, and the requester is none of them', async () => {
  const { id } = await newTicket(acme)
  await write(id, { cc: ['Amy@cc.test', 'zoe@cc.test', customer.email] })
  expect((await show(id)).cc.map(({ email }) => email)).toEqual(['amy@cc.test', 'zoe@cc.test'])
  await write(id, { cc: ['zoe@cc.test'] })
  expect((await show(id)).cc.map(({ email }) => email)).toEqual(['zoe@cc.test'])
  await write(id, {})
  expect((await show(id)).cc).toHaveLength(1)
  await write(id, { cc: [] })
  expect((await show(id)).cc).toEqual([])
  await runJobs()
  const { rows } = await owner.query(
    `select recipient, count(*)::int as count from outgoing_mails where ticket_id = $1 and kind = 'answer' group by 1 order by 2`,
    [id],
  )
  expect(rows).toEqual([
    { recipient: 'amy@cc.test', count: 1 },
    { recipient: 'zoe@cc.test', count: 3 },
    { recipient: customer.email, count: 4 },
  ])
})

test('whom a customer names is not put in copy, nor is what is no address', async () => {
  const { id } = await newTicket(acme)
  expect(await write(id, { cc: ['amy@cc.test'] }, customer)).toMatchObject({ code: 'not-allowed' })
  expect(await write(id, { cc: ['nobody'] })).toMatchObject({ status: 400, code: 'invalid' })
  const opened = { subject: 'S', text: 'T', cc: ['amy@cc.test'] }
  expect(await as(customer)(createTicket, { body: opened })).toMatchObject({ code: 'not-allowed' })
  const many = Array.from({ length: 20 }, (_, at) => `person${at}@many.test`)
  const asked = { subject: 'S', text: 'T', requester: { email: customer.email }, cc: many }
  expect(await as(agent)(createTicket, { body: asked })).toMatchObject({ code: 'too-many-recipients' })
  expect(await as(agent)(createTicket, { body: { ...asked, from: 'agent' } })).toMatchObject({
    code: 'too-many-recipients',
  })
  expect(await as(agent)(createTicket, { body: { subject: 'S', text: 'T' } })).toMatchObject({
    code: 'invalid',
    fields: { requester: expect.any(String) },
  })
  expect((await show(id)).cc).toEqual([])
})
