import { expect, test } from 'vitest'
import {
  listMessages,
  saveDraft,
  showDraft,
  takeBackMessage,
  treatAsRequest,
  writeMessage,
} from '#contract/tickets/messages.ts'
import { listTicketEvents, listTickets, markTicketSeen, showTicket, snoozeTicket } from '#contract/tickets/tickets.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { hostileHtml } from '#server/platform/html/fixtures/hostile-html.ts'
import { as } from '#test/ask.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { acme, globex, newMember, owner, type Person, platform, runJobs } from '#test/world.ts'
import { sendHeld } from './replies/send-reply.ts'

const { agent, customer, admin } = acme
const say = (id: string, text: string) => as(customer)(writeMessage, { params: { id }, body: { text } })
const show = (id: string) => as(agent)(showTicket, { params: { id } })
const read = (id: string, reader = agent) => as(reader)(listMessages, { params: { id }, query: {} })
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString()

test('an answer of the team ends the wait and hands the turn to the customer', async () => {
  const { id } = await newTicket(acme)
  const reply = await as(agent)(writeMessage, { params: { id }, body: { html: '<p>On its <b>way</b></p>', seen: 1 } })
  expect(reply).toMatchObject({ seq: 2, kind: 'reply', bodyHtml: '<p>On its <b>way</b></p>', bodyText: 'On its way' })
  expect(reply.delivery).toMatchObject({ state: 'queued' })
  const ticket = await show(id)
  expect(ticket).toMatchObject({ status: 'pending', waitingSince: null, lastMessageSeq: 2 })
  expect(ticket.firstRepliedAt).not.toBeNull()
})

test('the author of an answer chooses the status it leaves', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  expect(await show(id)).toMatchObject({ status: 'solved', assignee: { id: agent.id } })
  await as(agent)(writeMessage, { params: { id }, body: { text: 'One more thing' } })
  expect(await show(id)).toMatchObject({ status: 'solved' })
})

test('whoever replies to an unassigned ticket becomes its assignee, unless the workspace says otherwise', async () => {
  const { id } = await newTicket(acme)
  await as(agent)(writeMessage, { params: { id }, body: { kind: 'note', text: 'I look into it' } })
  expect(await show(id)).toMatchObject({ assignee: null })
  const until = '2100-01-01T00:00:00.000Z'
  await as(agent)(snoozeTicket, { params: { id }, body: { until } })
  await as(agent)(writeMessage, { params: { id }, body: { text: 'On its way', status: 'open' } })
  expect(await show(id)).toMatchObject({ assignee: { id: agent.id }, snoozedUntil: until })
  await as(admin)(writeMessage, { params: { id }, body: { text: 'It left today' } })
  expect(await show(id)).toMatchObject({ assignee: { id: agent.id } })

  await as(globex.admin)(changeWorkspace, { body: { assignsOnReply: false } })
  const other = await newTicket(globex)
  const params = { id: other.id }
  await as(globex.agent)(writeMessage, { params, body: { text: 'On its way' } })
  expect(await as(globex.agent)(showTicket, { params })).toMatchObject({ assignee: null, status: 'pending' })
})

test('a held reply assigns the ticket when it goes, and not to somebody who has left', async () => {
  const [leaver, { id }, { id: left }] = [
    await newMember(acme, 'Lee Left'),
    await newTicket(acme),
    await newTicket(acme),
  ]
  const sendAt = new Date(Date.now() + 600_000).toISOString()
  const hold = (by: Person, params: { id: string }) =>
    as(by)(writeMessage, { params, body: { text: 'On its way', sendAt } })
  const [held, lefts] = [await hold(agent, { id }), await hold(leaver, { id: left })]
  expect(await show(id)).toMatchObject({ assignee: null })
  await owner.query(`update members set status = 'deactivated' where id = $1`, [leaver.id])
  for (const one of [
    { ticketId: id, messageId: held.id },
    { ticketId: left, messageId: lefts.id },
  ])
    await inWorkspace(platform.app, acme.id, (tx) => sendHeld(tx, one))
  expect(await show(id)).toMatchObject({ assignee: { id: agent.id }, status: 'pending' })
  expect(await show(left)).toMatchObject({ assignee: null, status: 'pending' })
})

test('a member is told up to which message they have seen a conversation', async () => {
  const { id } = await newTicket(acme)
  expect(await read(id)).toMatchObject({ seenSeq: 0 })
  await as(agent)(markTicketSeen, { params: { id }, body: { seq: 1 } })
  await say(id, 'And now?')
  expect(await read(id)).toMatchObject({ seenSeq: 1 })
  expect(await read(id, admin)).toMatchObject({ seenSeq: 0 })
  expect(await read(id, customer)).toMatchObject({ seenSeq: null })
})

test('a note stays inside the team', async () => {
  const { id } = await answeredTicket(acme)
  await as(agent)(writeMessage, { params: { id }, body: { kind: 'note', text: 'Refund if asked' } })
  expect((await read(id)).items.map(({ kind }) => kind)).toEqual(['reply', 'reply', 'note'])
  expect((await read(id, customer)).items.map(({ bodyText }) => bodyText)).toEqual(['Where is it?', 'On its way'])
  const { items } = await as(customer)(listTickets, { query: { limit: 1 } })
  expect(items).toMatchObject([{ id, snippet: 'On its way' }])
})

test('a list of tickets shows the words of a message, without the marks between them', async () => {
  const { id } = await newTicket(acme, { text: '## Prices\n\n| Plan | **Price** |\n|---|---|\n| Pro | `19` |' })
  const { items } = await as(agent)(listTickets, { query: { limit: 1 } })
  expect(items).toMatchObject([{ id, snippet: 'Prices Plan · Price Pro · 19' }])
})

test('customers write no notes and choose no status', async () => {
  const { id } = await newTicket(acme)
  expect(await as(customer)(writeMessage, { params: { id }, body: { text: 'x', kind: 'note' } })).toMatchObject({
    code: 'not-allowed',
  })
  expect(await as(customer)(writeMessage, { params: { id }, body: { text: 'x', status: 'solved' } })).toMatchObject({
    code: 'not-allowed',
  })
})

test('customers never read the address of a member, not even of one without a name', async () => {
  const { id } = await newTicket(acme)
  const nameless = await newMember(acme, 'Nobody')
  await owner.query(`update members set name = '', surname = '' where id = $1`, [nameless.id])
  await as(nameless)(writeMessage, { params: { id }, body: { text: 'Hello' } })
  expect((await read(id, customer)).items[1]!.author).toEqual({
    type: 'agent',
    id: nameless.id,
    name: 'Support',
    email: null,
  })
})

test.each(['pending', 'on_hold', 'solved'] as const)('what a customer writes opens a %s ticket', async (status) => {
  const { id } = await answeredTicket(acme, status)
  await say(id, 'It is still not here')
  const ticket = await show(id)
  // Only a ticket that was solved counts as reopened.
  expect(ticket).toMatchObject({ status: 'open', reopenCount: Number(status === 'solved'), solvedAt: null })
  expect(ticket.waitingSince).not.toBeNull()
})

test('a mere thanks leaves the ticket as it is, until somebody says it was a request', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  const thanks = await say(id, 'Thank you so much!')
  expect(await show(id)).toMatchObject({ status: 'solved', lastMessageSeq: 3, waitingSince: null })
  expect((await read(id)).items[2]).toMatchObject({ flags: ['thanks'] })
  const request = await as(agent)(treatAsRequest, { params: { id, messageId: thanks.id } })
  expect(request.flags).toEqual([])
  expect(await show(id)).toMatchObject({ status: 'open', waitingSince: thanks.sentAt })
})

test('a workspace can have thanks reopen tickets too', async () => {
  await as(globex.admin)(changeWorkspace, { body: { detectsThanks: false } })
  const { id } = await answeredTicket(globex, 'solved')
  await as(globex.customer)(writeMessage, { params: { id }, body: { text: 'Thanks!' } })
  expect(await as(globex.agent)(showTicket, { params: { id } })).toMatchObject({ status: 'open' })
})

test('on a closed ticket a customer begins a follow-up: its fields are copied, its messages are not', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  await owner.query(
    `update tickets set status = 'closed', closed_at = now(), tags = '{lamp}', priority = 'high', custom_fields = $2 where id = $1`,
    [id, { shelf: 'B' }],
  )
  const written = await say(id, 'It broke again')
  expect(written.ticketId).not.toBe(id)
  expect(await show(written.ticketId)).toMatchObject({
    followUpOf: id,
    status: 'new',
    tags: ['lamp'],
    priority: 'high',
    lastMessageSeq: 1,
  })
  const { rows } = await owner.query('select custom_fields from tickets where id = $1', [written.ticketId])
  expect(rows).toEqual([{ custom_fields: { shelf: 'B' } }])
  expect(await show(id)).toMatchObject({ status: 'closed', lastMessageSeq: 2 })
})

test('so they do on a ticket that was solved longer ago than the reopen window', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  await owner.query('update tickets set solved_at = $2 where id = $1', [id, daysAgo(15)])
  expect((await say(id, 'Hello again, a question')).ticketId).not.toBe(id)
  await owner.query('update tickets set solved_at = $2 where id = $1', [id, daysAgo(13)])
  expect((await say(id, 'Hello again, a question')).ticketId).toBe(id)
})

test('when somebody wrote meanwhile, an answer is not sent unseen', async () => {
  const { id } = await newTicket(acme)
  await say(id, 'Forget it, it came')
  const answer = { text: 'We are looking for it', seen: 1 }
  expect(await as(agent)(writeMessage, { params: { id }, body: answer })).toMatchObject({ code: 'somebody-wrote' })
  expect(await as(agent)(writeMessage, { params: { id }, body: { ...answer, seen: 2 } })).toMatchObject({ seq: 3 })
  expect(await as(agent)(writeMessage, { params: { id }, body: { ...answer, seen: 2 } })).toMatchObject({ seq: 4 })
})

test('ten who write at once get ten numbers', async () => {
  const { id } = await newTicket(acme)
  const written = await Promise.all(Array.from({ length: 10 }, (_, at) => say(id, `Line ${at}`)))
  expect(written.map(({ seq }) => seq).sort((a, b) => a! - b!)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('an answer goes to at most twenty people', async () => {
  const { id } = await newTicket(acme)
  const cc = Array.from({ length: 20 }, (_, at) => `person${at}@example.test`)
  expect(await as(agent)(writeMessage, { params: { id }, body: { text: 'Hello all', cc } })).toMatchObject({
    code: 'too-many-recipients',
  })
  const reply = await as(agent)(writeMessage, { params: { id }, body: { text: 'Hello all', cc: cc.slice(0, 19) } })
  expect(reply.seq).toBe(2)
  expect((await show(id)).cc).toHaveLength(19)
})

const soon = () => new Date(Date.now() + 10_000).toISOString()
const held = (id: string, text = 'A hasty answer') =>
  as(agent)(writeMessage, { params: { id }, body: { text, sendAt: soon() } })
const makeDue = (messageId: string) =>
  owner.query(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [
    `tickets.publish-held:${messageId}`,
  ])

test('a held answer is unknown to the customer until its time comes', async () => {
  const { id } = await newTicket(acme)
  const message = await as(agent)(writeMessage, {
    params: { id },
    body: { text: 'Later', sendAt: soon(), status: 'solved' },
  })
  expect(message).toMatchObject({ seq: 2, sentAt: null, delivery: null })
  expect((await read(id, customer)).items).toHaveLength(1)
  expect((await read(id)).items).toHaveLength(2)
  expect(await show(id)).toMatchObject({ status: 'new', lastMessageSeq: 2 })
  await makeDue(message.id)
  await runJobs()
  expect((await read(id, customer)).items[1]).toMatchObject({ id: message.id, seq: 2, bodyText: 'Later' })
  expect(await show(id)).toMatchObject({ status: 'solved', assignee: { id: agent.id } })
})

test('a held answer goes once, even if its time is told twice', async () => {
  const { id } = await newTicket(acme)
  const message = await held(id)
  const send = () => inWorkspace(platform.app, acme.id, (tx) => sendHeld(tx, { ticketId: id, messageId: message.id }))
  await Promise.all([send(), send()])
  expect(await show(id)).toMatchObject({ lastMessageSeq: 2 })
  const { rows } = await owner.query('select recipient from outgoing_mails where message_id = $1', [message.id])
  expect(rows).toEqual([{ recipient: customer.email }])
})

test('a held answer can be taken back, and its text is the draft again', async () => {
  const { id } = await newTicket(acme)
  const message = await held(id)
  const params = { id, messageId: message.id }
  expect(await as(agent)(takeBackMessage, { params })).toMatchObject({
    draft: { kind: 'reply', html: '<p>A hasty answer</p>' },
  })
  await makeDue(message.id)
  await runJobs()
  expect((await read(id)).items).toHaveLength(1)
  expect(await as(agent)(takeBackMessage, { params })).toMatchObject({ code: 'message-not-found' })
})

test('what was sent cannot be taken back', async () => {
  const { id } = await newTicket(acme)
  const { id: messageId } = await as(agent)(writeMessage, { params: { id }, body: { text: 'Gone' } })
  expect(await as(agent)(takeBackMessage, { params: { id, messageId } })).toMatchObject({ code: 'already-sent' })
})

test('a held answer stops by itself when the customer writes', async () => {
  const { id } = await newTicket(acme)
  const message = await held(id)
  await say(id, 'I found it, please forget it')
  await makeDue(message.id)
  await runJobs()
  expect((await read(id)).items.map(({ bodyText }) => bodyText)).toEqual([
    'Where is it?',
    'I found it, please forget it',
  ])
  expect(await as(agent)(showDraft, { params: { id } })).toMatchObject({ draft: { html: '<p>A hasty answer</p>' } })
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items.find(({ type }) => type === 'message.taken-back')).toMatchObject({ cause: 'customer-wrote' })
})

test('a draft is kept for its writer alone and goes with the answer', async () => {
  const { id } = await newTicket(acme)
  await as(agent)(saveDraft, { params: { id }, body: { kind: 'reply', html: 'Dear ' } })
  expect(await as(agent)(showDraft, { params: { id } })).toMatchObject({ draft: { html: 'Dear ', attachments: [] } })
  expect(await as(admin)(showDraft, { params: { id } })).toEqual({ draft: null })
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Dear Olga' } })
  expect(await as(agent)(showDraft, { params: { id } })).toEqual({ draft: null })
})

test('an emptied draft is none', async () => {
  const { id } = await newTicket(acme)
  await as(agent)(saveDraft, { params: { id }, body: { kind: 'note', html: 'x' } })
  expect(await as(agent)(saveDraft, { params: { id }, body: { kind: 'note', html: '' } })).toEqual({ draft: null })
})

test('a draft keeps nothing that a message of it would not keep', async () => {
  const { id } = await newTicket(acme)
  const html = hostileHtml.filter((hostile) => !/\0|data:|cid:/i.test(hostile)).join('<p>Hello</p>')
  const { draft } = await as(agent)(saveDraft, { params: { id }, body: { kind: 'reply', html } })
  expect(draft!.html).not.toMatch(/<(script|svg|iframe|style)|javascript:|onerror=/i)
  expect(await as(agent)(showDraft, { params: { id } })).toEqual({ draft })
  const sent = await as(agent)(writeMessage, { params: { id }, body: { html } })
  expect(sent.bodyHtml).toBe(draft!.html)
})

test('a long conversation is read from its end, page by page', async () => {
  const { id } = await newTicket(acme)
  await say(id, 'Two')
  await say(id, 'Three')
  const page = (query: Record<string, string>) => as(customer)(listMessages, { params: { id }, query })
  const latest = await page({ limit: '2' })
  expect(latest).toMatchObject({ items: [{ seq: 2 }, { seq: 3 }], earlier: 1 })
  expect(await page({ limit: '2', before: latest.next! })).toMatchObject({
    items: [{ seq: 1 }],
    next: null,
    earlier: 0,
  })
  expect(await page({ before: '1' })).toMatchObject({ items: [], next: null, earlier: 0 })
  expect(await page({ before: 'nonsense' })).toMatchObject({ code: 'invalid' })
  expect(await page({ before: '99999999999' })).toMatchObject({ code: 'invalid' })
})

test('the same Idempotency-Key writes once', async () => {
  const { id } = await newTicket(acme)
  const write = () =>
    as(agent)(writeMessage, { params: { id }, body: { text: 'Once' } }, { 'idempotency-key': `once-${id}` })
  const [first, second] = [await write(), await write()]
  expect(second.id).toBe(first.id)
  expect((await read(id)).items).toHaveLength(2)
})
