import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listMessages, saveDraft, showDraft, takeBackMessage, writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, listTicketEvents, listTickets, showTicket, trashTicket } from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, globex, mailsTo, newCustomer, owner, type Person, runJobs } from '#test/world.ts'

const { agent, admin, customer, otherCustomer } = acme

const inAMinute = () => new Date(Date.now() + 60_000).toISOString()
const write = (id: string, body: object, person: Person = agent) =>
  as(person)(writeMessage, { params: { id }, body: { text: 'A hasty answer', ...body } })
const hold = (id: string, body: object = {}, person = agent) => write(id, { sendAt: inAMinute(), ...body }, person)
const whenDue = () => runJobs({ laterSeconds: 60 })
const show = (id: string) => as(agent)(showTicket, { params: { id } })
const read = async (id: string, reader: Person = agent) =>
  (await as(reader)(listMessages, { params: { id }, query: {} })).items
const takeBack = (id: string, messageId: string, person: Person = agent) =>
  as(person)(takeBackMessage, { params: { id, messageId } })
const draftOf = async (id: string, person = agent) => (await as(person)(showDraft, { params: { id } })).draft
const save = (id: string, body: object, person: Person = agent) =>
  as(person)(saveDraft, { params: { id }, body: { kind: 'reply', html: '<p>Dear </p>', ...body } })

test('a held answer is mailed once its time has come, and not before', async () => {
  const quinn = await newCustomer(acme, 'Quinn')
  const { id } = await newTicket({ ...acme, customer: quinn })
  await hold(id, { status: 'solved' })
  await runJobs()
  expect(await mailsTo(quinn.email)).toHaveLength(1)
  expect(await show(id)).toMatchObject({ status: 'new', assignee: null, firstRepliedAt: null })
  await whenDue()
  expect((await mailsTo(quinn.email))[0]!.text).toContain('A hasty answer')
  expect(await show(id)).toMatchObject({ status: 'solved', assignee: { id: agent.id }, waitingSince: null })
})

test('while an answer is held, its customer finds and reads nothing of it', async () => {
  const { id } = await newTicket(acme)
  const { id: messageId } = await hold(id, { text: 'A premature pterodactyl' })
  const found = async (person: Person) => (await as(person)(listTickets, { query: { q: 'pterodactyl' } })).items
  expect([await found(customer), await found(agent)]).toEqual([[], []])
  expect((await read(id, customer)).map((message) => message.id)).not.toContain(messageId)
  expect((await as(customer)(listTickets, { query: { limit: 1 } })).items).toMatchObject([{ snippet: 'Where is it?' }])
  await whenDue()
  expect((await found(customer)).map((row) => row.id)).toEqual([id])
})

test('several held answers go in the order of their times, and their numbers follow it', async () => {
  const { id } = await newTicket(acme)
  await hold(id, { text: 'Second', sendAt: new Date(Date.now() + 50_000).toISOString() })
  await hold(id, { text: 'First', sendAt: new Date(Date.now() + 40_000).toISOString() })
  expect((await read(id)).map(({ bodyText }) => bodyText)).toEqual(['Where is it?', 'First', 'Second'])
  await whenDue()
  expect((await read(id)).map(({ seq, bodyText }) => [seq, bodyText])).toEqual([
    [1, 'Where is it?'],
    [3, 'First'],
    [4, 'Second'],
  ])
})

test('who answers without having seen a held answer is told whose it is and what it says', async () => {
  const quinn = await newCustomer(acme, 'Quinn')
  const { id } = await newTicket({ ...acme, customer: quinn })
  expect(await hold(id, { text: 'We have refunded it', seen: 1 })).toMatchObject({ seq: 2, sentAt: null })
  const second = await write(id, { text: 'We will not refund it', seen: 1 }, admin)
  expect(second).toMatchObject({ status: 409, code: 'somebody-wrote' })
  expect(second.detail).toMatch(/^A reply by \S.* is sent in \d+ s: “We have refunded it” Read it, then send again\.$/)
  await whenDue()
  expect((await mailsTo(quinn.email)).map(({ text }) => text.includes('not refund'))).toEqual([false, false])
})

test('who has seen a held answer may send theirs too, and its author what they like', async () => {
  const { id } = await newTicket(acme)
  await hold(id, { seen: 1 })
  expect(await write(id, { text: 'And this', seen: 2 }, admin)).toMatchObject({ seq: 3 })
  const next = await newTicket(acme)
  await hold(next.id, { seen: 1 })
  expect(await hold(next.id, { seen: 1 })).toMatchObject({ seq: 3 })
})

test('an answer that is scheduled for another day stops a colleague too', async () => {
  const { id } = await newTicket(acme)
  await hold(id, { sendAt: '2090-02-01T09:00:00.000Z' })
  const { detail } = await hold(id, { seen: 1 }, admin)
  expect(detail).toContain('is sent on Wed, 01 Feb 2090 09:00:00 GMT: “A hasty answer”')
})

test('of two who send at once after the same message, one goes first and the other is told', async () => {
  const { id } = await newTicket(acme)
  const both = await Promise.all([hold(id, { seen: 1 }), hold(id, { seen: 1 }, admin)])
  expect(both.map(({ code }) => code).sort()).toEqual(['somebody-wrote', undefined])
})

test('an answer that others overtook stands after what they said', async () => {
  const { id } = await newTicket(acme)
  await hold(id, { text: 'Held' })
  await write(id, { kind: 'note', text: 'Noted' }, admin)
  await whenDue()
  expect((await read(id)).map(({ seq, bodyText }) => [seq, bodyText])).toEqual([
    [1, 'Where is it?'],
    [3, 'Noted'],
    [4, 'Held'],
  ])
})

test('the number of an answer that was taken back is given to no other message', async () => {
  const { id } = await newTicket(acme)
  const { id: messageId } = await hold(id)
  await takeBack(id, messageId)
  expect(await write(id, { text: 'Still lost' }, customer)).toMatchObject({ seq: 3 })
  expect(await write(id, { seen: 2 }, admin)).toMatchObject({ code: 'somebody-wrote' })
  expect(await write(id, { seen: 3 }, admin)).toMatchObject({ seq: 4 })
})

test('nothing that a customer reads of a ticket tells that an answer is held, or that a note was written', async () => {
  const { id } = await newTicket(acme)
  const asCustomer = async () => (await ask(customer, showTicket, { params: { id } })).body
  const inList = async () => (await ask(customer, listTickets, { query: { limit: 1 } })).body
  const before = [await asCustomer(), await inList()]
  await hold(id)
  expect([await asCustomer(), await inList()]).toEqual(before)
  await write(id, { kind: 'note', text: 'Careful' })
  expect(await as(customer)(showTicket, { params: { id } })).toMatchObject({ lastMessageSeq: 1 })
  expect(await show(id)).toMatchObject({ lastMessageSeq: 3 })
  await whenDue()
  expect(await as(customer)(showTicket, { params: { id } })).toMatchObject({ lastMessageSeq: 4 })
})

test('an answer that says what was said before moves its ticket all the same when it goes', async () => {
  const { id } = await newTicket(acme)
  await write(id, {})
  await hold(id, {})
  const before = await show(id)
  await whenDue()
  expect((await show(id)).updatedAt > before.updatedAt).toBe(true)
})

test('an answer whose time has passed already goes at once, and a note is never held', async () => {
  const { id } = await newTicket(acme)
  expect(await hold(id, { sendAt: '2020-01-01T00:00:00.000Z' })).toMatchObject({ seq: 2, sendAt: null })
  expect(await hold(id, { kind: 'note' })).toMatchObject({ status: 400, code: 'invalid' })
  expect(await hold(id, {}, customer)).toMatchObject({ status: 403, code: 'not-allowed' })
})

test.each<[string, (id: string) => Promise<unknown>, string]>([
  ['closed', (id) => owner.query(`update tickets set status = 'closed' where id = $1`, [id]), 'ticket-closed'],
  ['put into the trash', (id) => as(admin)(trashTicket, { params: { id } }), 'ticket-in-trash'],
])('an answer held on a ticket that is %s meanwhile is a draft again', async (_, happen, cause) => {
  const quinn = await newCustomer(acme, 'Quinn')
  const { id } = await newTicket({ ...acme, customer: quinn })
  await hold(id)
  await happen(id)
  await whenDue()
  expect(await draftOf(id)).toMatchObject({ kind: 'reply', html: '<p>A hasty answer</p>' })
  expect(await read(id)).toHaveLength(1)
  expect(await mailsTo(quinn.email)).toHaveLength(1)
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items.at(-1)).toMatchObject({ type: 'message.taken-back', cause, actor: { type: 'system' } })
})

test('a colleague may stop an answer, whose text goes to its author’s draft and not to theirs', async () => {
  const { id } = await newTicket(acme)
  await save(id, { html: '<p>Begun since</p>' })
  const { id: messageId } = await hold(id, { text: 'Stop me' })
  await save(id, { html: '<p>Begun since</p>' })
  expect(await takeBack(id, messageId, admin)).toEqual({ draft: null })
  expect(await draftOf(id)).toMatchObject({ html: '<p>Stop me</p><p>Begun since</p>' })
  expect(await draftOf(id, admin)).toBeNull()
})

test('an answer is taken back on its own ticket alone, once, and by the team', async () => {
  const [{ id }, other, foreign] = [await newTicket(acme), await newTicket(acme), await newTicket(globex)]
  const { id: messageId } = await hold(id)
  const [noMessage, noTicket] = [{ code: 'message-not-found' }, { code: 'ticket-not-found' }]
  expect(await takeBack(other.id, messageId)).toMatchObject(noMessage)
  expect(await takeBack(id, randomUUID())).toMatchObject(noMessage)
  expect(await takeBack(id, messageId, globex.agent)).toMatchObject(noTicket)
  expect(await takeBack(foreign.id, messageId, globex.agent)).toMatchObject(noMessage)
  expect(await takeBack(id, messageId, customer)).toMatchObject({ status: 403, code: 'not-allowed' })
  expect(await takeBack(id, messageId)).toMatchObject({ draft: { html: '<p>A hasty answer</p>' } })
  expect(await takeBack(id, messageId)).toMatchObject(noMessage)
})

test('two who take back the same answer at once bring its text back once', async () => {
  const { id } = await newTicket(acme)
  const { id: messageId } = await hold(id)
  await Promise.all([takeBack(id, messageId), takeBack(id, messageId, admin)])
  expect(await draftOf(id)).toMatchObject({ html: '<p>A hasty answer</p>' })
})

test('an empty answer, and one on a ticket of the trash, is not written', async () => {
  const { id } = await newTicket(acme)
  expect(await write(id, { text: ' ' })).toMatchObject({ code: 'nothing-to-say' })
  await as(admin)(trashTicket, { params: { id } })
  expect(await write(id, {})).toMatchObject({ status: 409, code: 'ticket-in-trash' })
  expect(await hold(id)).toMatchObject({ code: 'ticket-in-trash' })
  expect(await write(id, {}, customer)).toMatchObject({ code: 'ticket-not-found' })
  expect(await read(id)).toHaveLength(1)
})

test.each([
  ['closed', 'closed-by-time-only'],
  ['new', 'never-new-again'],
])('no answer leaves a ticket %s', async (status, code) => {
  const { id } = await newTicket(acme)
  await as(agent)(changeTicket, { params: { id }, body: { status: 'open' } })
  expect(await write(id, { status })).toMatchObject({ status: 409, code })
  expect(await hold(id, { status })).toMatchObject({ status: 409, code })
  expect(await read(id)).toHaveLength(1)
})

test('a draft is for the team alone, each of its members, and of one workspace', async () => {
  const { id } = await newTicket(acme)
  await save(id, {})
  await save(id, { kind: 'note', html: '<p>Mine</p>' }, admin)
  expect([await draftOf(id), await draftOf(id, admin)]).toMatchObject([
    { kind: 'reply', html: '<p>Dear </p>' },
    { kind: 'note', html: '<p>Mine</p>' },
  ])
  const [notAllowed, notFound] = [{ code: 'not-allowed' }, { code: 'ticket-not-found' }]
  expect(await as(customer)(showDraft, { params: { id } })).toMatchObject(notAllowed)
  expect(await save(id, {}, otherCustomer)).toMatchObject(notAllowed)
  expect(await as(globex.agent)(showDraft, { params: { id } })).toMatchObject(notFound)
  expect(await save(id, { html: '<p>Theirs</p>' }, globex.admin)).toMatchObject(notFound)
  expect(await save(randomUUID(), {})).toMatchObject(notFound)
})

test('a draft of a file alone is one, until the file went with a message', async () => {
  const { id } = await newTicket(acme)
  const file = await uploaded(agent, textFile())
  expect(await save(id, { html: '', attachments: [file.id, file.id] })).toMatchObject({
    draft: { html: '', attachments: [{ id: file.id, name: 'log.txt' }] },
  })
  await write((await newTicket(acme)).id, { attachments: [file.id] })
  expect(await draftOf(id)).toMatchObject({ attachments: [] })
  expect(await save(id, { html: '' })).toEqual({ draft: null })
})

test.each<[string, () => Promise<string>]>([
  ['a colleague’s', async () => (await uploaded(admin, textFile())).id],
  ['a customer’s', async () => (await uploaded(customer, textFile())).id],
  ['another workspace’s', async () => (await uploaded(globex.agent, textFile())).id],
  ['no', async () => randomUUID()],
])('%s file goes into no draft, and the draft stays as it was', async (_, upload) => {
  const { id } = await newTicket(acme)
  await save(id, {})
  const attachments = [await upload()]
  expect(await save(id, { html: '<p>New</p>', attachments })).toMatchObject({ code: 'file-not-found' })
  expect(await draftOf(id)).toMatchObject({ html: '<p>Dear </p>', attachments: [] })
})

test('a note that is being written stays a note when a held answer comes back before it', async () => {
  const { id } = await newTicket(acme)
  const { id: messageId } = await hold(id)
  await save(id, { kind: 'note', html: '<p>Not for customers</p>' })
  await takeBack(id, messageId)
  expect(await draftOf(id)).toMatchObject({ kind: 'note', html: '<p>A hasty answer</p><p>Not for customers</p>' })
})
