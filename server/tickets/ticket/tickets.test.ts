import { expect, test } from 'vitest'
import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import {
  changeTicket,
  createTicket,
  findTicketByNumber,
  listTicketEvents,
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
import { as, ask } from '#test/ask.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { acme, globex, newMember, owner } from '#test/world.ts'

const { agent, customer, otherCustomer } = acme

test('a customer opens a ticket, and it waits for the team', async () => {
  const ticket = await newTicket(acme, { subject: 'Broken lamp' })
  expect(ticket).toMatchObject({ subject: 'Broken lamp', status: 'new', statusLabel: 'Received', channel: 'portal' })
  expect(ticket.waitingSince).not.toBeNull()
  expect(await as(agent)(showTicket, { params: ticket })).toMatchObject({
    ...{ number: ticket.number, priority: 'normal', statusLabel: 'New', assignee: null },
    requester: { id: customer.id, name: customer.name, email: customer.email },
  })
})

test('tickets of a workspace are numbered one after the other, also when opened at once', async () => {
  const opened = await Promise.all(Array.from({ length: 8 }, () => newTicket(globex)))
  const numbers = opened.map(({ number }) => number).sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, at) => numbers[0]! + at))
})

test('the number that people say leads to the ticket', async () => {
  const { id, number } = await newTicket(acme)
  expect(await as(agent)(findTicketByNumber, { params: { number } })).toEqual({ id })
  expect(await as(otherCustomer)(findTicketByNumber, { params: { number } })).toMatchObject({
    code: 'ticket-not-found',
  })
})

test('the team opens a ticket for somebody who never wrote, with others in copy', async () => {
  const body = {
    ...{ subject: 'Your invoice', html: '<p>Here it <b>is</b>.</p>', tags: ['billing'], priority: 'high' as const },
    requester: { email: 'New.Person@Example.test', name: 'Nina New' },
    ...{ cc: ['boss@example.test', 'BOSS@example.test'], assignee: agent.id, from: 'agent' as const },
  }
  const ticket = await as(agent)(createTicket, { body })
  expect(ticket).toMatchObject({
    ...{ status: 'pending', channel: 'agent', tags: ['billing'], priority: 'high', waitingSince: null },
    requester: { email: 'new.person@example.test', name: 'Nina New' },
    cc: [{ email: 'boss@example.test' }],
    assignee: { id: agent.id, name: 'Carl Test' },
  })
})

test('a customer cannot choose how the team sorts their ticket', async () => {
  const body = { subject: 'Hello', text: 'World' }
  expect(await as(customer)(createTicket, { body: { ...body, priority: 'urgent' } })).toMatchObject({
    code: 'not-allowed',
  })
  expect(
    await as(customer)(createTicket, { body: { ...body, requester: { email: otherCustomer.email } } }),
  ).toMatchObject({
    code: 'not-allowed',
  })
})

test('customers read nothing of what only concerns the team', async () => {
  const { id } = await newTicket(acme)
  await as(agent)(changeTicket, {
    params: { id },
    body: {
      ...{ status: 'on_hold', tags: ['vip'], priority: 'urgent', assignee: agent.id },
      dueDate: '2030-01-02T03:04:05.000Z',
    },
  })
  const seen = await as(customer)(showTicket, { params: { id } })
  expect(seen).toMatchObject({ status: 'open', statusLabel: 'With our team', tags: [], priority: null, dueDate: null })
  expect(seen.assignee).toEqual({ id: agent.id, name: 'Carl Test' })
  expect(JSON.stringify(seen)).not.toContain(agent.email)
})

test('any act of an agent takes a new ticket up, and it is never new again', async () => {
  const { id } = await newTicket(acme)
  expect(await as(agent)(changeTicket, { params: { id }, body: { priority: 'low' } })).toMatchObject({ status: 'open' })
  expect(await as(agent)(changeTicket, { params: { id }, body: { status: 'new' } })).toMatchObject({
    code: 'never-new-again',
  })
})

test('a ticket stays new for nobody who answers it', async () => {
  const { id } = await newTicket(acme)
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Seen', kind: 'note', status: 'new' } })
  expect(await as(agent)(showTicket, { params: { id } })).toMatchObject({ status: 'open' })
})

test('nobody closes a ticket by hand', async () => {
  const { id } = await newTicket(acme)
  expect(await as(agent)(changeTicket, { params: { id }, body: { status: 'closed' } })).toMatchObject({
    code: 'closed-by-time-only',
  })
})

test('whoever solves a ticket that nobody has takes it', async () => {
  const { id } = await newTicket(acme)
  const solved = await as(agent)(solveTicket, { params: { id } })
  expect(solved).toMatchObject({ status: 'solved', assignee: { id: agent.id }, waitingSince: null })
  expect(solved.solvedAt).not.toBeNull()
})

test('a ticket is assigned to active members only', async () => {
  const { id } = await newTicket(acme)
  const former = await newMember(acme, 'Former')
  await owner.query(`update members set status = 'deactivated' where id = $1`, [former.id])
  expect(await as(agent)(changeTicket, { params: { id }, body: { assignee: former.id } })).toMatchObject({
    code: 'assignee-not-active',
  })
  expect(await as(agent)(changeTicket, { params: { id }, body: { assignee: globex.agent.id } })).toMatchObject({
    code: 'assignee-not-active',
  })
})

test('a customer says that their ticket is solved, and that it is not', async () => {
  const { id } = await answeredTicket(acme)
  expect(await as(customer)(solveTicket, { params: { id } })).toMatchObject({ status: 'solved' })
  const reopened = await as(customer)(reopenTicket, { params: { id } })
  expect(reopened).toMatchObject({ status: 'open', reopenCount: 1, solvedAt: null })
  expect(reopened.waitingSince).not.toBeNull()
  expect(await as(customer)(reopenTicket, { params: { id } })).toMatchObject({ code: 'ticket-not-solved' })
})

test('a closed ticket does not change any more', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  await owner.query(`update tickets set status = 'closed', closed_at = now() where id = $1`, [id])
  expect(await as(agent)(changeTicket, { params: { id }, body: { subject: 'Other' } })).toMatchObject({
    code: 'ticket-closed',
  })
  expect(await as(agent)(reopenTicket, { params: { id } })).toMatchObject({ code: 'ticket-closed' })
  expect(await as(customer)(solveTicket, { params: { id } })).toMatchObject({ code: 'ticket-closed' })
  expect(await as(agent)(writeMessage, { params: { id }, body: { text: 'Still there?' } })).toMatchObject({
    code: 'ticket-closed',
  })
})

test('a change made on an old state is refused', async () => {
  const { id } = await newTicket(acme)
  const etag = String((await ask(agent, showTicket, { params: { id } })).headers.etag)
  const first = await ask(agent, changeTicket, { params: { id }, body: { priority: 'high' } }, { 'if-match': etag })
  const second = await ask(agent, changeTicket, { params: { id }, body: { priority: 'low' } }, { 'if-match': etag })
  expect([first.statusCode, second.statusCode]).toEqual([200, 412])
  expect(first.headers.etag).not.toBe(etag)
})

test('a snoozed ticket comes back when its customer writes', async () => {
  const { id } = await answeredTicket(acme, 'open')
  const until = new Date(Date.now() + 3600_000).toISOString()
  expect(await as(agent)(snoozeTicket, { params: { id }, body: { until } })).toMatchObject({
    snoozedUntil: until,
    status: 'open',
  })
  await as(customer)(writeMessage, { params: { id }, body: { text: 'Any news about it?' } })
  expect(await as(agent)(showTicket, { params: { id } })).toMatchObject({ snoozedUntil: null, status: 'open' })
})

test('only an active ticket is snoozed, and only into the future', async () => {
  const { id } = await newTicket(acme)
  const past = new Date(Date.now() - 1000).toISOString()
  expect(await as(agent)(snoozeTicket, { params: { id }, body: { until: past } })).toMatchObject({
    code: 'snooze-in-the-past',
  })
  await as(agent)(solveTicket, { params: { id } })
  const until = new Date(Date.now() + 3600_000).toISOString()
  expect(await as(agent)(snoozeTicket, { params: { id }, body: { until } })).toMatchObject({
    code: 'ticket-not-active',
  })
})

test('the spam mark is set and taken back, and customers see nothing of it', async () => {
  const { id } = await newTicket(acme)
  expect(await as(agent)(markSpam, { params: { id } })).toMatchObject({ isSpam: true, status: 'new' })
  expect(await as(customer)(showTicket, { params: { id } })).toMatchObject({ isSpam: false })
  expect(await as(agent)(unmarkSpam, { params: { id } })).toMatchObject({ isSpam: false })
})

test('a ticket in the trash is gone for its customer and takes no change until it is taken out', async () => {
  const { id } = await newTicket(acme)
  await as(agent)(trashTicketForGood, { params: { id } })
  expect(await as(agent)(trashTicketForGood, { params: { id } })).toMatchObject({
    ...{ status: 409, code: 'ticket-in-trash-already' },
  })
  expect(await as(customer)(showTicket, { params: { id } })).toMatchObject({ code: 'ticket-not-found' })
  expect(await as(agent)(changeTicket, { params: { id }, body: { priority: 'low' } })).toMatchObject({
    code: 'ticket-in-trash',
  })
  expect(await as(agent)(trashTicket, { params: { id } })).toMatchObject({ isTrashed: true })
  expect(await as(agent)(untrashTicket, { params: { id } })).toMatchObject({ isTrashed: false })
  expect(await as(customer)(showTicket, { params: { id } })).toMatchObject({ id })
})

test('the history tells who changed what from what to what', async () => {
  const { id } = await newTicket(acme)
  await as(agent)(changeTicket, { params: { id }, body: { assignee: agent.id, priority: 'high' } })
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  const byAgent = { type: 'agent', name: 'Carl Test' }
  expect(items.map(({ type }) => type)).toEqual([
    'ticket.created',
    'priority.changed',
    'assignee.changed',
    'status.changed',
  ])
  expect(items[0]!.actor).toEqual({ type: 'customer', name: customer.name })
  expect(items[1]).toMatchObject({ actor: byAgent, old: 'normal', new: 'high' })
  expect(items[2]).toMatchObject({ actor: byAgent, old: null, new: { id: agent.id, name: 'Carl Test' } })
  expect(items[3]).toMatchObject({ old: 'new', new: 'open' })
})

test('the history calls a field what the API calls it', async () => {
  const { id } = await newTicket(acme)
  const body = { subject: 'Broken lamp', type: 'task' as const, tags: ['lamp'], dueDate: '2030-01-02T03:04:05.000Z' }
  await as(agent)(changeTicket, { params: { id }, body })
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['subject.changed', 'type.changed', 'tags.changed', 'dueDate.changed']),
  )
})

test.each([globex.agent, globex.customer, otherCustomer])('to $name the ticket does not exist', async (stranger) => {
  const { id } = await newTicket(acme)
  expect(await as(stranger)(showTicket, { params: { id } })).toMatchObject({ code: 'ticket-not-found' })
  expect(await as(stranger)(listMessages, { params: { id }, query: {} })).toMatchObject({ code: 'ticket-not-found' })
  expect(await as(stranger)(solveTicket, { params: { id } })).toMatchObject({ code: 'ticket-not-found' })
  expect(await as(stranger)(writeMessage, { params: { id }, body: { text: 'Hello' } })).toMatchObject({
    code: 'ticket-not-found',
  })
})
