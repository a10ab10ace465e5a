import { afterAll, expect, test } from 'vitest'
import { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import {
  acceptStranger,
  redactMessage,
  splitMessage,
  takeBackMessage,
  writeMessage,
} from '#contract/tickets/messages.ts'
import {
  changeTicket,
  markSpam,
  markTicketSeen,
  snoozeTicket,
  solveTicket,
  trashTicket,
} from '#contract/tickets/tickets.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { addMailNote } from '#server/tickets/conversation/messages/add-customer-message.ts'
import { findOrCreateCustomer } from '#server/workspace/customers/customer-accounts.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { openStream } from '#test/open-stream.ts'
import { acme, globex, newCustomer, owner, type Person, platform } from '#test/world.ts'

const { agent, admin, customer, otherCustomer } = acme
const listeners = { admin, agent, customer, otherCustomer, stranger: globex.admin, theirCustomer: globex.customer }
const streams = await openAll()
afterAll(() => Promise.all(Object.values(streams).map((stream) => stream.close())))

type Name = keyof typeof listeners
type Ticket = { id: string; messageId?: string }
type Act = (ticket: Ticket) => Promise<unknown>

async function openAll() {
  const opened = await Promise.all(Object.values(listeners).map(({ token }) => openStream(token)))
  return Object.fromEntries(Object.keys(listeners).map((name, at) => [name, opened[at]!])) as Record<
    Name,
    (typeof opened)[number]
  >
}

// Runs `act` and returns the types of the events about the ticket that each stream received. Omits streams without such
// events.
async function heardOf(ticket: Ticket, act: () => Promise<unknown>) {
  const { rows } = await owner.query('select max(id::text) as last from live_events')
  await act()
  await allCaughtUp()
  return Object.fromEntries(
    Object.entries(streams)
      .map(([name, stream]) => [name, typesIn(stream.text(), ticket.id, rows[0].last)] as const)
      .filter(([, types]) => types.length > 0),
  )
}

/** Waits until every stream has received a later event. After that, no earlier event can arrive. */
async function allCaughtUp() {
  const mine = await newTicket(acme)
  const theirs = await newTicket({ ...acme, customer: otherCustomer })
  const foreign = await newTicket(globex)
  const last = {
    admin: theirs,
    agent: theirs,
    customer: mine,
    otherCustomer: theirs,
    stranger: foreign,
    theirCustomer: foreign,
  }
  await Promise.all(Object.entries(last).map(([name, { id }]) => streams[name as Name].until(new RegExp(id))))
}

const typesIn = (said: string, ticketId: string, after: string) =>
  [...said.matchAll(/^id: (\S+)\nevent: change\ndata: (.*)$/gm)]
    .map(([, id, data]) => ({ id: id!, ...(JSON.parse(data!) as { type: string; subject: { id: string } | null }) }))
    .filter((event) => event.subject?.id === ticketId && event.id > after)
    .map(({ type }) => type)
    .sort()

const patch = (id: string, body: object) => as(agent)(changeTicket, { params: { id }, body })
const write = (id: string, body: object, person: Person = agent) =>
  as(person)(writeMessage, { params: { id }, body: { text: 'So it is', ...body } })
const set =
  (body: object): Act =>
  ({ id }) =>
    patch(id, body)
const say =
  (body: object): Act =>
  ({ id }) =>
    write(id, body)
const put =
  (endpoint: typeof markSpam | typeof trashTicket | typeof solveTicket): Act =>
  ({ id }) =>
    as(agent)(endpoint, { params: { id } })
const judge =
  (endpoint: typeof acceptStranger | typeof splitMessage | typeof takeBackMessage | typeof redactMessage): Act =>
  ({ id, messageId }) =>
    as(admin)(endpoint, { params: { id, messageId: messageId! } })
const inAnHour = () => new Date(Date.now() + 3600_000).toISOString()
const snooze: Act = ({ id }) => as(agent)(snoozeTicket, { params: { id }, body: { until: inAnHour() } })
const see: Act = ({ id }) => as(agent)(markTicketSeen, { params: { id }, body: { seq: 1 } })

async function taken(): Promise<Ticket> {
  const { id } = await newTicket(acme)
  await patch(id, { assignee: agent.id })
  return { id }
}
async function withMessage(body: object) {
  const { id } = await taken()
  return { id, messageId: (await write(id, { status: 'open', ...body })).id }
}
async function withStranger() {
  const { id } = await taken()
  const note = await inWorkspace(platform.app, acme.id, async (tx) => {
    const stranger = await findOrCreateCustomer(tx, { email: `stan.${id}@example.test`, name: 'Stan' })
    const text = { html: '<p>I know</p>', text: 'I know', quotedText: null, attachmentIds: [] }
    return addMailNote(tx, {
      ticketId: id,
      author: { type: 'customer', id: stranger.id },
      text,
      flags: ['stranger'],
      cause: 'mail',
    })
  })
  return { id, messageId: note.messageId }
}

test.each<[string, () => Promise<Ticket>, Act, string[], string[]]>([
  ['a subject', taken, set({ subject: 'Lamp' }), [], ['subject.changed']],
  ['a status', taken, set({ status: 'on_hold' }), [], ['status.changed']],
  ['an assignee', taken, set({ assignee: admin.id }), [], ['assignee.changed']],
  ['a solution', taken, put(solveTicket), [], ['status.changed']],
  ['the trash', taken, put(trashTicket), [], ['trash.set']],
  ['a priority', taken, set({ priority: 'low' }), ['priority.changed'], []],
  ['a type', taken, set({ type: 'task' }), ['type.changed'], []],
  ['tags', taken, set({ tags: ['vip'] }), ['tags.changed'], []],
  ['a due date', taken, set({ dueDate: '2031-02-03T04:05:06.000Z' }), ['dueDate.changed'], []],
  ['a snooze', taken, snooze, ['snooze.set'], []],
  ['a spam mark', taken, put(markSpam), ['spam.set'], []],
  ['an answer', taken, say({}), [], ['message.added', 'status.changed']],
  ['people in copy', taken, say({ cc: ['zoe@cc.test'], status: 'open' }), ['cc.changed'], ['message.added']],
  ['a note', taken, say({ kind: 'note' }), ['message.added'], []],
  ['a held answer', taken, say({ sendAt: inAnHour() }), ['message.held'], []],
  [
    'an answer taken back',
    () => withMessage({ sendAt: inAnHour() }),
    judge(takeBackMessage),
    ['message.taken-back'],
    [],
  ],
  ['a redacted answer', () => withMessage({}), judge(redactMessage), [], ['message.redacted']],
  ['a redacted note', () => withMessage({ kind: 'note' }), judge(redactMessage), ['message.redacted'], []],
  ['the mail of a stranger, accepted', withStranger, judge(acceptStranger), ['cc.changed'], ['message.accepted']],
  ['the mail of a stranger, split off', withStranger, judge(splitMessage), ['link.added', 'message.split'], []],
])('of %s exactly those hear who may', async (_, prepare, act, byTeam, byAll) => {
  const ticket = await prepare()
  const heard = await heardOf(ticket, () => act(ticket))
  const ofTeam = [...byTeam, ...byAll].sort()
  const ofCustomer = byAll.length > 0 ? { customer: byAll.toSorted() } : {}
  expect(heard).toEqual({ admin: ofTeam, agent: ofTeam, ...ofCustomer })
})

test('of a new ticket the team hears and its customer', async () => {
  const opened: Ticket = { id: '' }
  const heard = await heardOf(opened, async () => Object.assign(opened, await newTicket(acme)))
  const created = ['ticket.created']
  expect(heard).toEqual({ admin: created, agent: created, customer: created })
})

test('of what was read its reader alone hears', async () => {
  const ticket = await newTicket(acme)
  expect(await heardOf(ticket, () => see(ticket))).toEqual({ agent: ['ticket.seen'] })
})

test('of a change of many tickets and of its undo each customer hears what concerns their own', async () => {
  const [mine, theirs] = [await newTicket(acme), await newTicket({ ...acme, customer: otherCustomer })]
  const ids = [mine.id, theirs.id]
  const changes = { status: 'solved' as const, tags: ['lamp'] }
  const ofTeam = ['assignee.changed', 'status.changed', 'tags.changed']
  const ofCustomer = ['assignee.changed', 'status.changed']
  const changed = { id: '' }
  const change = async () => Object.assign(changed, await as(agent)(changeTickets, { body: { ids, changes } }))
  expect(await heardOf(mine, change)).toEqual({ admin: ofTeam, agent: ofTeam, customer: ofCustomer })
  const undo = () => as(agent)(undoTicketChange, { params: { id: changed.id } })
  expect(await heardOf(theirs, undo)).toEqual({ admin: ofTeam, agent: ofTeam, otherCustomer: ofCustomer })
})

test('of what somebody in copy does not own they hear nothing', async () => {
  const copied = await newCustomer(acme, 'Copied')
  const stream = await openStream(copied.token)
  const { id } = await taken()
  await write(id, { cc: [copied.email] })
  const own = await newTicket({ ...acme, customer: copied })
  await stream.until(new RegExp(own.id))
  await stream.close()
  expect(stream.text()).not.toContain(id)
})
