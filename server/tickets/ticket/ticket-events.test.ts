import { expect, test } from 'vitest'
import { type EventDeclaration, type EventType, events } from '#contract/events.ts'
import {
  acceptStranger,
  redactMessage,
  splitMessage,
  takeBackMessage,
  treatAsRequest,
  writeMessage,
} from '#contract/tickets/messages.ts'
import {
  changeTicket,
  endSnooze,
  listTicketEvents,
  markSpam,
  markTicketSeen,
  reopenTicket,
  snoozeTicket,
  solveTicket,
  trashTicket,
  unmarkSpam,
  untrashTicket,
} from '#contract/tickets/tickets.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { addMailNote } from '#server/tickets/conversation/messages/add-customer-message.ts'
import { findOrCreateCustomer } from '#server/workspace/customers/customer-accounts.ts'
import { as } from '#test/ask.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { acme, newCustomer, owner, platform, runJobs } from '#test/world.ts'

const { agent, admin, customer } = acme
const carl = { id: agent.id, name: 'Carl Test' }
const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
const anId = expect.stringMatching(/^[0-9a-f-]{36}$/)
const inAnHour = () => new Date(Date.now() + 3600_000).toISOString()

const patch = (id: string, body: object) => as(agent)(changeTicket, { params: { id }, body })
const write = (id: string, body: object, person = agent) =>
  as(person)(writeMessage, { params: { id }, body: { text: 'So it is', ...body } })
const linesOf = async (id: string) => (await as(agent)(listTicketEvents, { params: { id }, query: {} })).items

/** Creates a ticket that is assigned to Carl, with a mail of a stranger as a note. */
async function ticketWithStranger() {
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

type Ticket = { id: string; messageId?: string }
type Line = [type: string, old: unknown, next: unknown]

/** Runs `act`. Returns the new lines in the ticket history, and the events that open pages got. */
async function happening({ id }: Ticket, act: () => Promise<unknown>) {
  const before = new Set((await linesOf(id)).map((line) => line.id))
  const { rows: last } = await owner.query('select max(id::text) as id from live_events')
  await act()
  const lines = (await linesOf(id)).filter((line) => !before.has(line.id))
  const { rows } = await owner.query(
    'select type from live_events where id::text > $1 and subject_id = $2 order by id',
    [last[0].id, id],
  )
  return { lines, told: rows.map(({ type }) => type) }
}

const due = '2031-02-03T04:05:06.000Z'
const later = '2032-03-04T05:06:07.000Z'

type Act = (ticket: Ticket) => Promise<unknown>
const set =
  (body: object): Act =>
  ({ id }) =>
    patch(id, body)
const say =
  (body: object): Act =>
  ({ id }) =>
    write(id, body)
const put =
  (
    endpoint:
      | typeof markSpam
      | typeof unmarkSpam
      | typeof trashTicket
      | typeof untrashTicket
      | typeof endSnooze
      | typeof solveTicket
      | typeof reopenTicket,
  ): Act =>
  ({ id }) =>
    as(agent)(endpoint, { params: { id } })
const judge =
  (
    endpoint:
      | typeof acceptStranger
      | typeof splitMessage
      | typeof treatAsRequest
      | typeof takeBackMessage
      | typeof redactMessage,
  ): Act =>
  ({ id, messageId }) =>
    as(admin)(endpoint, { params: { id, messageId: messageId! } })
const snooze: Act = ({ id }) => as(agent)(snoozeTicket, { params: { id }, body: { until: later } })
const see: Act = ({ id }) => as(agent)(markTicketSeen, { params: { id }, body: { seq: 1 } })
const ada = { id: admin.id, name: 'Ada Test' }
const copies = ['amy@cc.test', 'zoe@cc.test']

test.each<[string, () => Promise<Ticket>, Act, Line[], string[]]>([
  ['a subject', taken, set({ subject: 'Lamp' }), [['subject.changed', 'My order is late', 'Lamp']], []],
  ['a status', taken, set({ status: 'on_hold' }), [['status.changed', 'open', 'on_hold']], []],
  ['a priority', taken, set({ priority: 'urgent' }), [['priority.changed', 'normal', 'urgent']], []],
  ['a type', taken, set({ type: 'task' }), [['type.changed', null, 'task']], []],
  ['no type', () => taken(set({ type: 'task' })), set({ type: null }), [['type.changed', 'task', null]], []],
  ['tags', taken, set({ tags: ['new', 'old'] }), [['tags.changed', ['old'], ['new', 'old']]], []],
  ['a due date', taken, set({ dueDate: due }), [['dueDate.changed', null, due]], []],
  [
    'another due date',
    () => taken(set({ dueDate: due })),
    set({ dueDate: later }),
    [['dueDate.changed', due, later]],
    [],
  ],
  ['an assignee', taken, set({ assignee: admin.id }), [['assignee.changed', carl, ada]], []],
  ['no assignee', taken, set({ assignee: null }), [['assignee.changed', carl, null]], []],
  ['what is so already', taken, set({ priority: 'normal', tags: ['old'], assignee: agent.id }), [], []],
  ['a snooze', taken, snooze, [['snooze.set', null, later]], []],
  ['the end of a snooze', () => taken(snooze), put(endSnooze), [['snooze.ended', later, null]], []],
  ['a spam mark', taken, put(markSpam), [['spam.set', null, aTime]], []],
  ['the end of a spam mark', () => taken(put(markSpam)), put(unmarkSpam), [['spam.ended', aTime, null]], []],
  ['the trash', taken, put(trashTicket), [['trash.set', null, aTime]], []],
  ['the way out of the trash', () => taken(put(trashTicket)), put(untrashTicket), [['trash.ended', aTime, null]], []],
  ['a solution', taken, put(solveTicket), [['status.changed', 'open', 'solved']], []],
  ['a reopening', () => taken(put(solveTicket)), put(reopenTicket), [['status.changed', 'solved', 'open']], []],
  ['an answer', taken, say({}), [['status.changed', 'open', 'pending']], ['message.added']],
  ['a note', taken, say({ kind: 'note' }), [], ['message.added']],
  ['people in copy', taken, say({ cc: copies, status: 'open' }), [['cc.changed', [], copies]], ['message.added']],
  ['a held answer', taken, say({ sendAt: inAnHour() }), [], ['message.held']],
  ['an answer taken back', held, judge(takeBackMessage), [['message.taken-back', null, null]], []],
  [
    'an accepted mail',
    ticketWithStranger,
    judge(acceptStranger),
    [
      ['cc.changed', [], [expect.stringMatching(/^stan\./)]],
      ['message.accepted', null, { messageId: anId }],
    ],
    [],
  ],
  [
    'a split mail',
    ticketWithStranger,
    judge(splitMessage),
    [
      ['message.split', null, { id: anId, number: expect.any(Number) }],
      ['link.added', null, { id: anId, number: expect.any(Number), kind: 'related' }],
    ],
    [],
  ],
  [
    'a redacted message',
    ticketWithStranger,
    judge(redactMessage),
    [['message.redacted', null, { messageId: anId }]],
    [],
  ],
  [
    'thanks that were none',
    thanked,
    judge(treatAsRequest),
    [
      ['thanks.overruled', null, { messageId: anId }],
      ['status.changed', 'solved', 'open'],
    ],
    [],
  ],
  ['reading', taken, see, [], ['ticket.seen']],
])('%s: the history has what was and what is, and pages are told', async (_, prepare, act, expected, unkept) => {
  const ticket = await prepare()
  const { lines, told } = await happening(ticket, () => act(ticket))
  expect(lines.map(({ type, old, new: next }) => [type, old, next])).toEqual(expected)
  expect(told.toSorted()).toEqual([...expected.map(([type]) => type), ...unkept].toSorted())
})

/** Creates a ticket that is assigned to Carl, and applies `act` to it. */
async function taken(act: Act = async () => {}): Promise<Ticket> {
  const { id } = await newTicket(acme)
  await patch(id, { assignee: agent.id, tags: ['old'] })
  await act({ id })
  return { id }
}
async function held() {
  const { id } = await taken()
  return { id, messageId: (await write(id, { sendAt: inAnHour() })).id }
}
async function thanked() {
  const { id } = await answeredTicket(acme, 'solved')
  return { id, messageId: (await write(id, { text: 'Thanks!' }, customer)).id }
}

test('a new ticket begins its history, whoever opened it', async () => {
  const ticket = await newTicket(acme)
  const created = { number: ticket.number, status: 'new', channel: 'portal' }
  expect(await linesOf(ticket.id)).toMatchObject([
    { type: 'ticket.created', old: null, new: created, cause: null, actor: { type: 'customer', name: customer.name } },
  ])
})

test('a ticket whose arrival was told has that in its history', async () => {
  const quinn = await newCustomer(acme, 'Quinn')
  const { id } = await newTicket({ ...acme, customer: quinn })
  await runJobs()
  expect((await linesOf(id)).at(-1)).toMatchObject({
    type: 'mail.acknowledged',
    new: { recipient: quinn.email },
    actor: { type: 'system' },
  })
})

test('a closed ticket tells of what followed it, and that one of what it follows', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  await owner.query(`update tickets set status = 'closed', closed_at = now() where id = $1`, [id])
  const { ticketId } = await write(id, {}, customer)
  const next = (await linesOf(id)).at(-1)!
  expect(next).toMatchObject({ type: 'follow-up.created', new: { id: ticketId }, actor: { type: 'customer' } })
  expect((await linesOf(ticketId))[0]).toMatchObject({ type: 'ticket.created', new: { followUpOf: id } })
})

test('a split mail begins its own ticket, by its sender', async () => {
  const { id, messageId } = await ticketWithStranger()
  const own = await as(agent)(splitMessage, { params: { id, messageId }, body: {} })
  expect(await linesOf(own.id)).toMatchObject([
    { type: 'ticket.created', new: { number: own.number, channel: 'email' }, cause: 'split', actor: { name: 'Stan' } },
    { type: 'link.added', new: { id, kind: 'related' } },
  ])
})

test('each line of the history is one that the contract declares, with what it says', async () => {
  const { rows } = await owner.query<{ type: EventType; old: unknown; new: unknown }>(
    `select type, old, new from history where subject_type = 'ticket'`,
  )
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter((row) => !isDeclared(row))).toEqual([])
})

/** Returns whether the contract declares the type of a history line, and the values match the declared schemas. */
function isDeclared({ type, old, new: next }: { type: EventType; old: unknown; new: unknown }) {
  const declared: EventDeclaration = events[type]
  if (!declared?.isHistory) return false
  return (
    (declared.old?.safeParse(old).success ?? old === null) && (declared.new?.safeParse(next).success ?? next === null)
  )
}
