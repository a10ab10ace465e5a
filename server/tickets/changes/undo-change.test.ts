import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, listTicketEvents, markTicketSeen, showTicket, solveTicket } from '#contract/tickets/tickets.ts'
import { purgeTrash, settleByTime } from '#server/operations/upkeep/jobs.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as, ask } from '#test/ask.ts'
import { holdTicket } from '#test/hold-ticket.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { acme, globex, makeWorkspace, newMember, owner, type Person, platform } from '#test/world.ts'

const { agent, admin, customer } = acme

const change = (ids: string[], changes: object, person = agent) => as(person)(changeTickets, { body: { ids, changes } })
const undo = (id: string, person: Person | null = agent) => as(person)(undoTicketChange, { params: { id } })
const show = (id: string) => as(agent)(showTicket, { params: { id } })
const eventsOf = async (id: string) => (await as(agent)(listTicketEvents, { params: { id }, query: {} })).items
const patch = (id: string, body: object, person = agent) => as(person)(changeTicket, { params: { id }, body })
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString()

test.each<[string, (id: string) => Promise<unknown>]>([
  ['a customer', (id) => as(customer)(writeMessage, { params: { id }, body: { text: 'One more thing' } })],
  ['a colleague, with an answer', (id) => as(admin)(writeMessage, { params: { id }, body: { text: 'Here it is' } })],
  ['a note', (id) => as(admin)(writeMessage, { params: { id }, body: { kind: 'note', text: 'Mind the gap' } })],
  ['a colleague, with another field', (id) => patch(id, { type: 'task' }, admin)],
  ['their own hand', (id) => patch(id, { priority: 'urgent' })],
  ['another change', (id) => change([id], { addTags: ['lamp'] }, admin)],
  ['another change of their own', (id) => change([id], { priority: 'urgent' })],
  ['the customer, who says it is solved', (id) => as(customer)(solveTicket, { params: { id } })],
])('a ticket that was touched since by %s is left as it is and named', async (_, touch) => {
  const [touched, other] = [await newTicket(acme), await newTicket(acme)]
  const changed = await change([touched.id, other.id], { priority: 'high' })
  await touch(touched.id)
  const before = await show(touched.id)
  const { results } = await undo(changed.id)
  expect(results).toHaveLength(2)
  expect(results).toEqual(
    expect.arrayContaining([{ ticketId: touched.id, left: 'changed-meanwhile' }, { ticketId: other.id }]),
  )
  expect(await show(touched.id)).toEqual(before)
  expect(await show(other.id)).toMatchObject({ priority: 'normal', status: 'new' })
})

test('a ticket that closed by time meanwhile stays closed', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  const changed = await change([id], { priority: 'high' })
  await owner.query('update tickets set solved_at = $2 where id = $1', [id, daysAgo(8)])
  await inWorkspace(platform.app, acme.id, settleByTime)
  expect(await undo(changed.id)).toEqual({ results: [{ ticketId: id, left: 'changed-meanwhile' }] })
  expect(await show(id)).toMatchObject({ status: 'closed', priority: 'high' })
})

test('a ticket that was only read meanwhile is put back', async () => {
  const { id } = await newTicket(acme)
  const changed = await change([id], { priority: 'high' })
  await as(admin)(markTicketSeen, { params: { id }, body: { seq: 1 } })
  expect(await undo(changed.id)).toEqual({ results: [{ ticketId: id }] })
  expect(await show(id)).toMatchObject({ priority: 'normal' })
})

test('two changes are undone in the opposite order, the later one first', async () => {
  const { id } = await newTicket(acme)
  const [first, second] = [await change([id], { priority: 'high' }), await change([id], { priority: 'urgent' })]
  expect(await undo(second.id)).toEqual({ results: [{ ticketId: id }] })
  expect(await show(id)).toMatchObject({ priority: 'high' })
  // The undo of the second change changed the ticket too, so the first change can no longer be undone.
  expect(await undo(first.id)).toEqual({ results: [{ ticketId: id, left: 'changed-meanwhile' }] })
})

test('a ticket that is gone for good is no longer spoken of', async () => {
  const [gone, other] = [await newTicket(acme), await newTicket(acme)]
  const changed = await change([gone.id, other.id], { trash: true })
  await owner.query('update tickets set trashed_at = $2 where id = $1', [gone.id, daysAgo(31)])
  await inWorkspace(platform.app, acme.id, purgeTrash)
  expect(await undo(changed.id)).toEqual({ results: [{ ticketId: other.id }] })
  expect(await show(other.id)).toMatchObject({ isTrashed: false })
})

test('a follow-up is put back although the ticket it followed is gone for good', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  await owner.query(`update tickets set status = 'closed', closed_at = now() where id = $1`, [id])
  const again = await as(customer)(writeMessage, { params: { id }, body: { text: 'It broke again' } })
  const changed = await change([again.ticketId], { priority: 'high' })
  await owner.query('update tickets set trashed_at = $2 where id = $1', [id, daysAgo(31)])
  await inWorkspace(platform.app, acme.id, purgeTrash)
  expect(await undo(changed.id)).toEqual({ results: [{ ticketId: again.ticketId }] })
  expect(await show(again.ticketId)).toMatchObject({ priority: 'normal', followUpOf: null })
})

test('a change is undone once', async () => {
  const { id } = await newTicket(acme)
  const changed = await change([id], { priority: 'high' })
  await undo(changed.id)
  await patch(id, { priority: 'urgent' })
  expect(await undo(changed.id)).toMatchObject({ status: 409, code: 'already-undone' })
  expect(await show(id)).toMatchObject({ priority: 'urgent' })
})

test('a change is undone by its maker alone', async () => {
  const { id } = await newTicket(acme)
  const changed = await change([id], { priority: 'high' })
  const notFound = { status: 404, code: 'change-not-found' }
  expect(await undo(changed.id, admin)).toMatchObject(notFound)
  expect(await undo(changed.id, globex.agent)).toMatchObject(notFound)
  expect(await undo(changed.id, globex.admin)).toMatchObject(notFound)
  expect(await undo(changed.id, customer)).toMatchObject({ status: 403, code: 'not-allowed' })
  expect(await undo(changed.id, globex.customer)).toMatchObject({ status: 403, code: 'not-allowed' })
  expect(await undo(changed.id, null)).toMatchObject({ status: 401, code: 'not-signed-in' })
  expect(await undo(randomUUID())).toMatchObject(notFound)
  expect(await show(id)).toMatchObject({ priority: 'high' })
  expect(await undo(changed.id)).toEqual({ results: [{ ticketId: id }] })
})

test('a member who left undoes nothing any more', async () => {
  const leaver = await newMember(acme, 'Leaver')
  const { id } = await newTicket(acme)
  const changed = await change([id], { priority: 'high' }, leaver)
  await owner.query(`update members set status = 'deactivated' where id = $1`, [leaver.id])
  expect(await undo(changed.id, leaver)).toMatchObject({ status: 401, code: 'not-signed-in' })
  expect(await show(id)).toMatchObject({ priority: 'high' })
})

test('a change is undone within the hour', async () => {
  const { id } = await newTicket(acme)
  const changed = await change([id], { priority: 'high' })
  await owner.query(`update ticket_changes set created_at = now() - interval '61 minutes' where id = $1`, [changed.id])
  expect(await undo(changed.id)).toMatchObject({ status: 404, code: 'change-not-found' })
  expect(await show(id)).toMatchObject({ priority: 'high' })
})

test('when the trial has ended, nothing is put back', async () => {
  const world = await makeWorkspace('undo-after-trial', 'After', ['Abe', 'Ann', 'Amy', 'Art'])
  const { id } = await newTicket(world)
  const changed = await change([id], { priority: 'high' }, world.agent)
  await owner.query(`update service_settings set started_at = now() - interval '15 days' where workspace_id = $1`, [
    world.id,
  ])
  expect(await undo(changed.id, world.agent)).toMatchObject({ code: 'trial-ended' })
  expect(await as(world.agent)(showTicket, { params: { id } })).toMatchObject({ priority: 'high' })
})

test('of two who undo a change at the same time one does all of it, in however many transactions', async () => {
  const tickets = await Promise.all(Array.from({ length: 51 }, () => newTicket(acme)))
  const ids = tickets.map(({ id }) => id)
  const changed = await change(ids, { priority: 'high' })
  const letGo = await holdTicket(ids[0]!)
  const both = [ask(agent, undoTicketChange, { params: changed }), ask(agent, undoTicketChange, { params: changed })]
  await untilWaiting(1)
  await letGo()
  const answers = await Promise.all(both)
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 200)!.json().results).toHaveLength(51)
  const undone = (await eventsOf(ids[0]!)).filter(({ type, cause }) => type === 'priority.changed' && cause)
  expect(undone).toMatchObject([{ old: 'high', new: 'normal', cause: 'undone' }])
})

test('an undo that broke off is taken up again a minute later, where it stopped', async () => {
  const { id } = await newTicket(acme)
  const changed = await change([id], { priority: 'high' })
  const broken = (seconds: number) =>
    owner.query('update ticket_changes set undone_at = now() - make_interval(secs => $2) where id = $1', [
      changed.id,
      seconds,
    ])
  await broken(50)
  expect(await undo(changed.id)).toMatchObject({ code: 'already-undone' })
  await broken(61)
  expect(await undo(changed.id)).toEqual({ results: [{ ticketId: id }] })
  await broken(61)
  expect(await undo(changed.id)).toMatchObject({ code: 'already-undone' })
})

test('an undo waits for whoever changes a ticket at that moment, and leaves what they did', async () => {
  const { id } = await newTicket(acme)
  const changed = await change([id], { priority: 'high' })
  const letGo = await holdTicket(id)
  const patched = patch(id, { type: 'incident' }, admin)
  await untilWaiting(1)
  const undone = undo(changed.id)
  await untilWaiting(2)
  await letGo()
  expect(await patched).toMatchObject({ type: 'incident', priority: 'high' })
  expect(await undone).toEqual({ results: [{ ticketId: id, left: 'changed-meanwhile' }] })
  expect(await show(id)).toMatchObject({ type: 'incident', priority: 'high' })
})

test('whoever changes a ticket that is just put back changes what it was before', async () => {
  const { id } = await newTicket(acme)
  const changed = await change([id], { priority: 'high' })
  const letGo = await holdTicket(id)
  const undone = undo(changed.id)
  await untilWaiting(1)
  const patched = patch(id, { type: 'incident' }, admin)
  await untilWaiting(2)
  await letGo()
  expect(await undone).toEqual({ results: [{ ticketId: id }] })
  expect(await patched).toMatchObject({ type: 'incident', priority: 'normal', status: 'open' })
})
