import { expect, test } from 'vitest'
import { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import {
  changeTicket,
  listTicketEvents,
  listTickets,
  markSpam,
  showTicket,
  snoozeTicket,
  trashTicket,
} from '#contract/tickets/tickets.ts'
import { listTicketViews } from '#contract/tickets/views.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { sized } from '#test/sized.ts'
import { acme, makeWorkspace, owner, runJobs, type World } from '#test/world.ts'

const { agent, admin } = acme
type Status = 'new' | 'open' | 'pending' | 'on_hold' | 'solved'

const changeAs = (person: typeof agent, ids: string[], changes: object) =>
  as(person)(changeTickets, { body: { ids, changes } })
const undoAs = (person: typeof agent, id: string) => as(person)(undoTicketChange, { params: { id } })
const change = (ids: string[], changes: object) => changeAs(agent, ids, changes)
const undo = (id: string) => undoAs(agent, id)
const show = (id: string) => as(agent)(showTicket, { params: { id } })
const inAnHour = () => new Date(Date.now() + 3600_000).toISOString()

/** Returns the database rows of tickets without the change counter `revision`. */
async function rowsOf(ids: string[]) {
  const { rows } = await owner.query(
    `select to_jsonb(t) - 'revision' as row from tickets t where id = any($1) order by id`,
    [ids],
  )
  return rows.map(({ row }) => row)
}

test('after a changed subject is put back, a ticket is found by the old words and not by the new', async () => {
  const { id } = await newTicket(acme, { subject: 'Capybara', text: 'It whistles' })
  const find = async (q: string) => (await as(agent)(listTickets, { query: { q } })).items.map((row) => row.id)
  const changed = await change([id], { subject: 'Tamandua' })
  expect([await find('capybara'), await find('tamandua')]).toEqual([[], [id]])
  await undo(changed.id)
  expect([await find('capybara'), await find('tamandua'), await find('whistles')]).toEqual([[id], [], [id]])
})

test('the history tells of both directions, of the way back as undone', async () => {
  const { id } = await newTicket(acme)
  const changed = await change([id], { status: 'solved', tags: ['lamp'] })
  await undo(changed.id)
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  const lines = items.map(({ type, old, new: next, cause, actor }) => [type, old, next, cause, actor.name])
  const carl = { id: agent.id, name: 'Carl Test' }
  const ways = { there: lines.slice(1, 4), back: lines.slice(4) }
  expect(ways.there.toSorted()).toEqual([
    ['assignee.changed', null, carl, null, 'Carl Test'],
    ['status.changed', 'new', 'solved', null, 'Carl Test'],
    ['tags.changed', [], ['lamp'], null, 'Carl Test'],
  ])
  expect(ways.back.toSorted()).toEqual([
    ['assignee.changed', carl, null, 'undone', 'Carl Test'],
    ['status.changed', 'solved', 'new', 'undone', 'Carl Test'],
    ['tags.changed', ['lamp'], [], 'undone', 'Carl Test'],
  ])
})

const chosen: Status[] = ['open', 'pending', 'on_hold', 'solved']
const moves = (['new', ...chosen] as Status[]).flatMap((from) =>
  chosen.filter((to) => to !== from).map((to) => [from, to] as const),
)
const newTicketIn = async (status: Status) => {
  const { id } = await newTicket(acme)
  if (status !== 'new') await as(agent)(changeTicket, { params: { id }, body: { status } })
  return id
}

test.each(moves)('a ticket that went from %s to %s goes back', async (from, to) => {
  const id = await newTicketIn(from)
  const before = await rowsOf([id])
  const changed = await change([id], { status: to })
  expect(changed.results).toEqual([{ ticketId: id }])
  expect(await show(id)).toMatchObject({ status: to })
  expect(await undo(changed.id)).toEqual({ results: [{ ticketId: id }] })
  expect(await rowsOf([id])).toEqual(before)
})

const tagged = { tags: ['lamp', 'old'] }
const due = '2031-02-03T04:05:06.000Z'
const snoozed = '2100-01-01T00:00:00.000Z'

test.each<[string, object | null, object, object]>([
  ['the assignee', null, { assignee: admin.id }, { assignee: { id: admin.id }, status: 'open' }],
  ['the assignee, to nobody', { assignee: admin.id }, { assignee: null }, { assignee: null }],
  ['the priority', null, { priority: 'urgent' }, { priority: 'urgent' }],
  ['the type', { type: 'task' }, { type: null }, { type: null }],
  ['the due date', null, { dueDate: due }, { dueDate: due }],
  ['the due date, to none', { dueDate: due }, { dueDate: null }, { dueDate: null }],
  ['all tags', tagged, { tags: ['new', 'new'] }, { tags: ['new'] }],
  ['tags that are added', tagged, { addTags: ['new', 'lamp'] }, { tags: ['lamp', 'old', 'new'] }],
  ['tags that are removed', tagged, { removeTags: ['old', 'unknown'] }, { tags: ['lamp'] }],
  ['tags, added and removed', tagged, { addTags: ['new'], removeTags: ['old'] }, { tags: ['lamp', 'new'] }],
  ['the spam mark', null, { spam: true }, { isSpam: true, status: 'new' }],
  ['the spam mark, taken off', { spam: true }, { spam: false }, { isSpam: false }],
  ['the trash', null, { trash: true }, { isTrashed: true, status: 'new' }],
  ['the trash, taken out of it', { trash: true }, { trash: false }, { isTrashed: false }],
  ['a snooze', null, { snoozedUntil: snoozed }, { snoozedUntil: snoozed, status: 'open' }],
  ['a snooze that is ended', { snoozedUntil: snoozed }, { snoozedUntil: null }, { snoozedUntil: null }],
  [
    'several at once',
    tagged,
    { status: 'pending', priority: 'low', assignee: admin.id, snoozedUntil: snoozed, removeTags: ['lamp'] },
    { status: 'pending', priority: 'low', assignee: { id: admin.id }, snoozedUntil: snoozed, tags: ['old'] },
  ],
])('%s can be changed on many tickets and put back', async (_, prepared, changes, expected) => {
  const ids = [(await newTicket(acme)).id, (await newTicket(acme)).id]
  await changeAs(admin, ids, prepared ?? { trash: false })
  const before = await rowsOf(ids)
  const changed = await change(ids, changes)
  expect(changed.results).toEqual(ids.map((ticketId) => ({ ticketId })))
  expect(await show(ids[0]!)).toMatchObject(expected)
  expect(await show(ids[1]!)).toMatchObject(expected)
  await undo(changed.id)
  expect(await rowsOf(ids)).toEqual(before)
})

test('marks are set and taken off closed tickets too', async () => {
  const { id } = await newTicket(acme)
  await owner.query(`update tickets set status = 'closed', closed_at = now() where id = $1`, [id])
  const changed = await change([id], { spam: true, trash: true })
  expect(await show(id)).toMatchObject({ status: 'closed', isSpam: true, isTrashed: true })
  await undo(changed.id)
  expect(await show(id)).toMatchObject({ status: 'closed', isSpam: false, isTrashed: false })
})

test('a ticket that is as wanted already is no change, and there is nothing of it to put back', async () => {
  const id = await newTicketIn('open')
  const changed = await change([id], { status: 'open', priority: 'normal', trash: false })
  expect(changed.results).toEqual([{ ticketId: id }])
  expect(await undo(changed.id)).toEqual({ results: [] })
})

const makeSnoozeOver = (id: string) => owner.query('update tickets set snoozed_until = now() where id = $1', [id])

test('a ticket whose snooze came back with an undo still wakes by its time', async () => {
  const { id } = await newTicket(acme)
  const until = inAnHour()
  await as(agent)(snoozeTicket, { params: { id }, body: { until } })
  const solved = await change([id], { status: 'solved' })
  expect(await show(id)).toMatchObject({ snoozedUntil: null })
  // Runs the wake-up job of the snooze before the undo restores the snooze.
  await runJobs({ laterSeconds: 3600 })
  await undo(solved.id)
  expect(await show(id)).toMatchObject({ status: 'open', snoozedUntil: until })
  await makeSnoozeOver(id)
  await runJobs({ laterSeconds: 3600 })
  expect(await show(id)).toMatchObject({ status: 'open', snoozedUntil: null })
})

test('a snooze that was undone wakes nothing', async () => {
  const { id } = await newTicket(acme)
  const changed = await change([id], { snoozedUntil: inAnHour() })
  await undo(changed.id)
  await runJobs({ laterSeconds: 3600 })
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items.filter(({ cause }) => cause === 'snooze-over')).toEqual([])
  expect(await show(id)).toMatchObject({ status: 'new' })
})

test('a change counts the marks it sets, not those that were there', async () => {
  const [marked, plain] = [await newTicket(acme), await newTicket(acme)]
  await as(admin)(markSpam, { params: marked })
  await as(admin)(trashTicket, { params: marked })
  const before = await rowsOf([marked.id])
  const changed = await change([marked.id, plain.id], { spam: true, trash: true })
  expect(await undo(changed.id)).toEqual({ results: [{ ticketId: plain.id }] })
  expect(await rowsOf([marked.id])).toEqual(before)
})

async function newTickets(world: World, count: number) {
  const ids: string[] = []
  for (let at = 0; at < count; at += 10) {
    const opened = await Promise.all(Array.from({ length: 10 }, () => newTicket(world, { subject: 'Axolotl' })))
    ids.push(...opened.map(({ id }) => id))
  }
  return ids
}

/** Creates tickets in every state, `ofEach` tickets per state. */
async function mixedTickets(world: World, ofEach: number) {
  const ids = await newTickets(world, ofEach * 10)
  const part = (at: number) => ids.slice(at * ofEach, (at + 1) * ofEach)
  const states: object[] = [
    { assignee: world.agent.id, tags: ['kept', 'old'] },
    { status: 'pending', dueDate: '2031-02-03T04:05:06.000Z' },
    { status: 'on_hold', type: 'problem' },
    { status: 'solved' },
    { snoozedUntil: '2100-01-01T00:00:00.000Z' },
    { spam: true },
    { trash: true },
  ]
  for (const [at, state] of states.entries()) await changeAs(world.admin, part(at), state)
  await owner.query(`update tickets set status = 'closed', closed_at = now() where id = any($1)`, [part(7)])
  return { ids, ofTrash: part(6), closed: part(7), untouched: part(9) }
}

/** Runs `work` for 100 ids at a time, because a bulk change takes at most 100 tickets. */
async function byHundreds<T>(ids: string[], work: (ids: string[]) => Promise<T>): Promise<T[]> {
  if (ids.length === 0) return []
  return [await work(ids.slice(0, 100)), ...(await byHundreds(ids.slice(100), work))]
}

// This test is the last one in the file, because later tests would also run the jobs of its tickets.

test('tickets in every state that were changed by the hundred are put back as if nothing had been', async () => {
  const ofEach = sized(12, 30)
  const world = await makeWorkspace('many-tickets', 'Many', ['Mia', 'Max', 'Mona', 'Moe'])
  const { ids, ofTrash, closed } = await mixedTickets(world, ofEach)
  const views = async () => (await as(world.agent)(listTicketViews, {})).items
  const queue = async () =>
    (await as(world.agent)(listTickets, { query: { view: 'active', order: 'waiting', limit: 100 } })).items
  const [before, counts, waiting] = [await rowsOf(ids), await views(), await queue()]
  const all = { subject: 'Quokka', status: 'solved', assignee: world.admin.id, priority: 'urgent', type: 'incident' }
  const changes = { ...all, addTags: ['new'], removeTags: ['old'], dueDate: '2032-03-04T05:06:07.000Z', spam: true }
  const done = await byHundreds(ids, (some) => changeAs(world.agent, some, changes))
  const results = done.flatMap((each) => each.results)
  expect(results.map(({ ticketId }) => ticketId)).toEqual(ids)
  expect(results.filter(({ problem }) => problem).map(({ ticketId }) => ticketId)).toEqual([...ofTrash, ...closed])
  expect((await views()).find(({ id }) => id === 'spam')!.count).toBe(ofEach * 8)

  const undone = await byHundreds(ids, (some) => undoAs(world.agent, done[ids.indexOf(some[0]!) / 100]!.id))
  expect(undone.flatMap((each) => each.results.filter(({ left }) => !left))).toHaveLength(ofEach * 8)
  expect(await rowsOf(ids)).toEqual(before)
  expect(await views()).toEqual(counts)
  expect((await queue()).map(({ id }) => id)).toEqual(waiting.map(({ id }) => id))
})
