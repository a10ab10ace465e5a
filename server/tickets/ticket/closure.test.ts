import { expect, test } from 'vitest'
import { showDraft, writeMessage } from '#contract/tickets/messages.ts'
import {
  changeTicket,
  endSnooze,
  listTickets,
  markSpam,
  reopenTicket,
  showTicket,
  snoozeTicket,
  solveTicket,
  trashTicket,
  trashTicketForGood,
  unmarkSpam,
  untrashTicket,
} from '#contract/tickets/tickets.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { as, ask } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { acme, globex, makeWorkspace, owner, type Person, runJobs } from '#test/world.ts'

const { agent, admin, customer, otherCustomer } = acme
const notFound = { status: 404, code: 'ticket-not-found' }
const inAnHour = () => new Date(Date.now() + 3600_000).toISOString()

type Plain =
  | typeof solveTicket
  | typeof reopenTicket
  | typeof endSnooze
  | typeof markSpam
  | typeof unmarkSpam
  | typeof trashTicket
  | typeof untrashTicket
  | typeof trashTicketForGood
const put = (endpoint: Plain, id: string, person: Person | null = agent) => as(person)(endpoint, { params: { id } })
const snooze = (id: string, until = inAnHour(), person: Person | null = agent) =>
  as(person)(snoozeTicket, { params: { id }, body: { until } })
const patch = (id: string, body: object) => as(agent)(changeTicket, { params: { id }, body })
const show = (id: string, reader = agent) => as(reader)(showTicket, { params: { id } })
const write = (id: string, body: object, person: Person = agent) =>
  as(person)(writeMessage, { params: { id }, body: { text: 'So it is', ...body } })
const makeSnoozeOver = (id: string) => owner.query('update tickets set snoozed_until = now() where id = $1', [id])
const close = (id: string) => owner.query(`update tickets set status = 'closed', closed_at = now() where id = $1`, [id])

test.each<[string, Plain]>([
  ['snooze', endSnooze],
  ['spam mark', markSpam],
  ['end of the spam mark', unmarkSpam],
  ['trash', trashTicket],
  ['end of the trash', untrashTicket],
  ['deletion', trashTicketForGood],
])('the %s is for the team of the workspace', async (_, endpoint) => {
  const { id } = await newTicket(acme)
  const before = await show(id)
  expect(await put(endpoint, id, customer)).toMatchObject({ status: 403, code: 'not-allowed' })
  expect(await put(endpoint, id, globex.admin)).toMatchObject(notFound)
  expect(await put(endpoint, id, null)).toMatchObject({ status: 401, code: 'not-signed-in' })
  expect(await snooze(id, inAnHour(), customer)).toMatchObject({ code: 'not-allowed' })
  expect(await snooze(id, inAnHour(), globex.admin)).toMatchObject(notFound)
  expect(await show(id)).toEqual(before)
})

test.each<[string, Plain]>([
  ['solved', solveTicket],
  ['reopened', reopenTicket],
])('no ticket is %s by somebody whose it is not', async (_, endpoint) => {
  const { id } = await answeredTicket(acme, 'solved')
  const before = await show(id)
  expect(await put(endpoint, id, otherCustomer)).toMatchObject(notFound)
  expect(await put(endpoint, id, globex.customer)).toMatchObject(notFound)
  expect(await put(endpoint, id, globex.admin)).toMatchObject(notFound)
  expect(await put(endpoint, id, null)).toMatchObject({ code: 'not-signed-in' })
  expect(await show(id)).toEqual(before)
})

test('a ticket in the trash is neither solved nor reopened nor snoozed, by anybody', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  await put(trashTicket, id)
  const inTrash = { status: 409, code: 'ticket-in-trash' }
  expect(await put(reopenTicket, id)).toMatchObject(inTrash)
  expect(await put(solveTicket, id)).toMatchObject(inTrash)
  expect(await put(endSnooze, id)).toMatchObject(inTrash)
  expect(await snooze(id)).toMatchObject(inTrash)
  expect(await put(reopenTicket, id, customer)).toMatchObject(notFound)
  expect(await put(solveTicket, id, customer)).toMatchObject(notFound)
})

test('a closed ticket takes marks, and no snooze', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  await close(id)
  expect(await snooze(id)).toMatchObject({ code: 'ticket-closed' })
  expect(await put(reopenTicket, id, customer)).toMatchObject({ code: 'ticket-closed' })
  expect(await put(markSpam, id)).toMatchObject({ isSpam: true, status: 'closed' })
  expect(await put(trashTicket, id)).toMatchObject({ isTrashed: true, status: 'closed' })
  expect(await put(untrashTicket, id)).toMatchObject({ isTrashed: false, isSpam: true })
})

test('what is solved already stays as it was solved', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  const before = await show(id)
  expect(await put(solveTicket, id, admin)).toEqual(before)
  await put(solveTicket, id, customer)
  expect(await show(id)).toEqual(before)
})

test('a customer who solves their ticket leaves it to whom it was left, or to nobody', async () => {
  const [taken, free] = [await newTicket(acme), await newTicket(acme)]
  await patch(taken.id, { assignee: admin.id })
  await put(solveTicket, taken.id, customer)
  await put(solveTicket, free.id, customer)
  expect(await show(taken.id)).toMatchObject({ status: 'solved', assignee: { id: admin.id }, waitingSince: null })
  expect(await show(free.id)).toMatchObject({ status: 'solved', assignee: null, waitingSince: null })
})

test('a ticket that a member reopens waits for nobody, one that its customer reopens waits for the team', async () => {
  const [first, second] = [await answeredTicket(acme, 'solved'), await answeredTicket(acme, 'solved')]
  expect(await put(reopenTicket, first.id)).toMatchObject({ status: 'open', reopenCount: 1, waitingSince: null })
  const reopened = await put(reopenTicket, second.id, customer)
  expect(reopened).toMatchObject({ status: 'open', statusLabel: 'With our team', reopenCount: 1 })
  expect(reopened.waitingSince).not.toBeNull()
})

test.each(['open', 'pending', 'on_hold'] as const)('a ticket that is %s is not reopened', async (status) => {
  const { id } = await answeredTicket(acme, status)
  expect(await put(reopenTicket, id)).toMatchObject({ status: 409, code: 'ticket-not-solved' })
  expect(await put(reopenTicket, id, customer)).toMatchObject({ status: 409, code: 'ticket-not-solved' })
})

test('after the trial customers still solve and reopen, like the team in what needs no trial', async () => {
  const world = await makeWorkspace('closing-after', 'Closing', ['Cas', 'Cem', 'Cleo', 'Cy'])
  const { id } = await answeredTicket(world)
  await owner.query(`update service_settings set started_at = now() - interval '15 days' where workspace_id = $1`, [
    world.id,
  ])
  expect(await put(solveTicket, id, world.agent)).toMatchObject({ code: 'trial-ended' })
  expect(await put(trashTicket, id, world.admin)).toMatchObject({ code: 'trial-ended' })
  expect(await snooze(id, inAnHour(), world.admin)).toMatchObject({ code: 'trial-ended' })
  expect(await put(solveTicket, id, world.customer)).toMatchObject({ status: 'solved' })
  expect(await put(reopenTicket, id, world.customer)).toMatchObject({ status: 'open' })
})

test('a snooze is moved, ended and gone with whatever takes the ticket up', async () => {
  const { id } = await newTicket(acme)
  await snooze(id)
  const later = new Date(Date.now() + 7200_000).toISOString()
  expect(await snooze(id, later)).toMatchObject({ snoozedUntil: later, status: 'open' })
  expect(await put(endSnooze, id)).toMatchObject({ snoozedUntil: null, status: 'open' })
  await snooze(id)
  expect(await patch(id, { assignee: admin.id })).toMatchObject({ snoozedUntil: null })
  await snooze(id)
  expect(await patch(id, { priority: 'high' })).toMatchObject({ snoozedUntil: expect.any(String) })
  expect(await put(solveTicket, id, customer)).toMatchObject({ status: 'solved' })
  expect(await show(id)).toMatchObject({ snoozedUntil: null })
})

test('ending a snooze that there is not changes nothing and takes no ticket up', async () => {
  const { id } = await newTicket(acme)
  const before = await show(id)
  expect(await put(endSnooze, id)).toEqual(before)
})

test('a snoozed ticket stands among the snoozed alone until it wakes', async () => {
  const world = await makeWorkspace('snoozing', 'Snoozing', ['Sia', 'Sam', 'Sue', 'Sol'])
  const { id } = await newTicket(world)
  const inView = async (view: 'active' | 'snoozed' | 'unassigned') =>
    (await as(world.agent)(listTickets, { query: { view } })).items.length
  await snooze(id, inAnHour(), world.agent)
  expect([await inView('active'), await inView('unassigned'), await inView('snoozed')]).toEqual([0, 0, 1])
  expect(await show(id, world.customer)).toMatchObject({ status: 'open', snoozedUntil: null })
  await makeSnoozeOver(id)
  await runJobs({ laterSeconds: 3600 })
  expect([await inView('active'), await inView('unassigned'), await inView('snoozed')]).toEqual([1, 1, 0])
})

test('a snooze that was moved does not end by its first time', async () => {
  const { id } = await newTicket(acme)
  await snooze(id)
  const later = new Date(Date.now() + 7200_000).toISOString()
  await snooze(id, later)
  await runJobs({ laterSeconds: 3600 })
  expect(await show(id)).toMatchObject({ snoozedUntil: later })
  await makeSnoozeOver(id)
  await runJobs({ laterSeconds: 3600 })
  expect(await show(id)).toMatchObject({ snoozedUntil: null })
})

test('whatever would wake a ticket before its time leaves it asleep', async () => {
  const { id } = await newTicket(acme)
  const until = inAnHour()
  await snooze(id, until)
  await runJobs({ laterSeconds: 3600 })
  expect(await show(id)).toMatchObject({ snoozedUntil: until })
})

test('a no of the customer reopens the ticket, whatever the answer that is still held says', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  await write(id, { sendAt: inAnHour(), status: 'solved' })
  await write(id, { text: 'It is broken again' }, customer)
  await runJobs({ laterSeconds: 3600 })
  expect(await show(id)).toMatchObject({ status: 'open', lastMessageSeq: 4 })
  expect((await as(agent)(showDraft, { params: { id } })).draft).toMatchObject({ html: '<p>So it is</p>' })
})

test.each([
  ['pending', 'pending'],
  ['open', 'open'],
  ['solved', 'solved'],
] as const)('where the workspace answers as %s, an answer leaves a ticket so', async (replyStatus, status) => {
  const world = await makeWorkspace(`answers-${replyStatus}`, 'Answers', ['Ana', 'Ali', 'Avi', 'Aya'])
  await as(world.admin)(changeWorkspace, { body: { replyStatus } })
  const { id } = await newTicket(world)
  await write(id, {}, world.agent)
  expect(await show(id, world.agent)).toMatchObject({ status })
})

test('a key that solves, notes or tags takes nothing up', async () => {
  const authorization = `Bearer ${await newKey(acme, ['tickets:read', 'tickets:write'])}`
  const [noted, solved] = [await newTicket(acme), await newTicket(acme)]
  const note = { kind: 'note', text: 'Seen by the shop' } as const
  await ask(null, writeMessage, { params: { id: noted.id }, body: note }, { authorization })
  await ask(null, changeTicket, { params: { id: noted.id }, body: { tags: ['shop'] } }, { authorization })
  expect(await show(noted.id)).toMatchObject({ status: 'new', assignee: null, tags: ['shop'] })
  await ask(null, solveTicket, { params: { id: solved.id } }, { authorization })
  expect(await show(solved.id)).toMatchObject({ status: 'solved', assignee: null })
})

test('a new ticket that is said to be new stays so', async () => {
  const { id } = await newTicket(acme)
  expect(await patch(id, { status: 'new' })).toMatchObject({ status: 'new' })
})
