import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeTickets } from '#contract/tickets/changes.ts'
import { changeTicket, listTicketEvents, showTicket, solveTicket, trashTicket } from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { holdTicket } from '#test/hold-ticket.ts'
import { newTicket } from '#test/new-ticket.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { acme, globex, makeWorkspace, newMember, owner } from '#test/world.ts'

const { agent, admin, customer } = acme

const change = (ids: string[], changes: object, person = agent, headers = {}) =>
  as(person)(changeTickets, { body: { ids, changes } }, headers)
const show = (id: string) => as(agent)(showTicket, { params: { id } })
const priorityOf = async (id: string) => (await show(id)).priority
const close = (id: string) => owner.query(`update tickets set status = 'closed', closed_at = now() where id = $1`, [id])

async function newTicketIds(count: number) {
  return (await Promise.all(Array.from({ length: count }, () => newTicket(acme)))).map(({ id }) => id)
}

test('each ticket that refuses is named with its problem, and all others change', async () => {
  const [first, closed, trashed, last] = (await newTicketIds(4)) as [string, string, string, string]
  const { id: foreign } = await newTicket(globex)
  const unknown = randomUUID()
  await close(closed)
  await as(admin)(trashTicket, { params: { id: trashed } })
  const { results } = await change([first, closed, trashed, unknown, foreign, last], { priority: 'high' })
  expect(results).toEqual([
    { ticketId: first },
    {
      ticketId: closed,
      problem: {
        code: 'ticket-closed',
        status: 409,
        detail: 'This ticket is closed and can no longer change. Write a new one that refers to it.',
      },
    },
    {
      ticketId: trashed,
      problem: {
        code: 'ticket-in-trash',
        status: 409,
        detail: 'This ticket is in the trash. Restore it before you change it.',
      },
    },
    { ticketId: unknown, problem: { code: 'ticket-not-found', status: 404, detail: 'There is no such ticket' } },
    { ticketId: foreign, problem: { code: 'ticket-not-found', status: 404, detail: 'There is no such ticket' } },
    { ticketId: last },
  ])
  expect([await priorityOf(first), await priorityOf(last)]).toEqual(['high', 'high'])
  expect([await priorityOf(closed), await priorityOf(trashed)]).toEqual(['normal', 'normal'])
  expect(await as(globex.agent)(showTicket, { params: { id: foreign } })).toMatchObject({ priority: 'normal' })
})

test('a ticket goes to no member who left, and to none of another workspace', async () => {
  const former = await newMember(acme, 'Former')
  const [theirs, free] = (await newTicketIds(2)) as [string, string]
  await as(agent)(changeTicket, { params: { id: theirs }, body: { assignee: former.id } })
  await owner.query(`update members set status = 'deactivated' where id = $1`, [former.id])
  const refused = { problem: { code: 'assignee-not-active', status: 409 } }
  const { results } = await change([theirs, free], { assignee: former.id, priority: 'high' })
  // The ticket `theirs` accepts the change, because `former` was already its assignee.
  expect(results).toMatchObject([{ ticketId: theirs }, { ticketId: free, ...refused }])
  expect(results[0]).not.toHaveProperty('problem')
  expect([await priorityOf(theirs), await priorityOf(free)]).toEqual(['high', 'normal'])
  expect((await change([free], { assignee: globex.agent.id })).results).toMatchObject([refused])
  expect((await change([free], { assignee: customer.id })).results).toMatchObject([refused])
})

test.each([
  ['closed', { status: 'closed' }, 'closed-by-time-only'],
  ['new again', { status: 'new' }, 'never-new-again'],
  ['solved and snoozed in one', { status: 'solved', snoozedUntil: '2100-01-01T00:00:00.000Z' }, 'ticket-not-active'],
  ['snoozed into the past', { snoozedUntil: '2020-01-01T00:00:00.000Z' }, 'snooze-in-the-past'],
])('no ticket is made %s', async (_, changes, code) => {
  const ids = await newTicketIds(1)
  await change(ids, { status: 'open' })
  expect((await change(ids, { ...changes, priority: 'high' })).results).toMatchObject([{ problem: { code } }])
  expect(await show(ids[0]!)).toMatchObject({ status: 'open', priority: 'normal', snoozedUntil: null })
})

test('of many tickets only those that are active are snoozed', async () => {
  const [active, solved] = (await newTicketIds(2)) as [string, string]
  await as(agent)(solveTicket, { params: { id: solved } })
  const { results } = await change([solved, active], { snoozedUntil: '2100-01-01T00:00:00.000Z' })
  expect(results).toMatchObject([{ problem: { code: 'ticket-not-active' } }, { ticketId: active }])
  expect([(await show(solved)).snoozedUntil, (await show(active)).snoozedUntil]).toEqual([
    null,
    '2100-01-01T00:00:00.000Z',
  ])
})

const tags = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`)

test('a tag too many is refused by the tickets that are full, and by no other', async () => {
  const [full, roomy] = (await newTicketIds(2)) as [string, string]
  await change([full], { tags: tags(50) })
  await change([roomy], { tags: tags(49) })
  expect((await change([full, roomy], { addTags: ['one more'] })).results).toMatchObject([
    { problem: { code: 'too-many-tags', status: 400 } },
    { ticketId: roomy },
  ])
  expect((await show(full)).tags).toEqual(tags(50))
  expect((await show(roomy)).tags).toHaveLength(50)
  const swapped = await change([full], { addTags: ['one more'], removeTags: ['tag 0'] })
  expect(swapped.results).toEqual([{ ticketId: full }])
})

const ids = [randomUUID()]

test.each<[string, unknown, string]>([
  ['the same ticket twice', { ids: [...ids, ...ids], changes: { spam: true } }, 'Send each ticket once'],
  ['no ticket', { ids: [], changes: { spam: true } }, 'Send at least one ticket'],
  [
    'a hundred and one',
    { ids: Array.from({ length: 101 }, () => randomUUID()), changes: { spam: true } },
    'Send at most 100 tickets',
  ],
  ['no change', { ids, changes: {} }, 'Send at least one change'],
  ['no changes at all', { ids }, 'changes'],
  ['an unknown field', { ids, changes: { colour: 'red' } }, 'colour'],
  ['an unknown field beside', { ids, changes: { spam: true }, why: 'so' }, 'why'],
  ['an unknown status', { ids, changes: { status: 'lost' } }, 'status'],
  ['a ticket that is none', { ids: ['1042'], changes: { spam: true } }, 'ids'],
  ['an empty subject', { ids, changes: { subject: ' ' } }, 'Enter a subject'],
  ['fifty-one tags', { ids, changes: { addTags: tags(51) } }, 'at most 50 tags'],
])('a change of %s is refused as a whole', async (_, body, said) => {
  const refused = await as(agent)(changeTickets, { body: body as never })
  expect(refused).toMatchObject({ status: 400, code: 'invalid' })
  expect(JSON.stringify(refused)).toContain(said)
})

test('a hundred tickets are changed at once, each with a result in the order they were named', async () => {
  const many = (await newTicketIds(100)).reverse()
  const { results } = await change(many, { priority: 'low' })
  expect(results).toEqual(many.map((ticketId) => ({ ticketId })))
})

test('customers change no tickets, not even their own', async () => {
  const { id } = await newTicket(acme)
  expect(await change([id], { priority: 'low' }, customer)).toMatchObject({ status: 403, code: 'not-allowed' })
  expect(await change([id], { priority: 'low' }, null as never)).toMatchObject({ code: 'not-signed-in' })
  expect(await priorityOf(id)).toBe('normal')
})

test('without a running trial no tickets change', async () => {
  const world = await makeWorkspace('no-trial-changes', 'No trial', ['Nia', 'Nat', 'Noa', 'Nils'])
  const { id } = await newTicket(world)
  await owner.query('update service_settings set started_at = null where workspace_id = $1', [world.id])
  expect(await change([id], { spam: true }, world.admin)).toMatchObject({ code: 'trial-not-started' })
  await owner.query(`update service_settings set started_at = now() - interval '15 days' where workspace_id = $1`, [
    world.id,
  ])
  expect(await change([id], { spam: true }, world.admin)).toMatchObject({ code: 'trial-ended' })
  expect(await as(world.agent)(showTicket, { params: { id } })).toMatchObject({ isSpam: false })
})

test('the same Idempotency-Key changes once and is answered alike', async () => {
  const many = await newTicketIds(2)
  const headers = { 'idempotency-key': randomUUID() }
  const first = await ask(agent, changeTickets, { body: { ids: many, changes: { priority: 'low' } } }, headers)
  await change(many, { priority: 'high' })
  const again = await ask(agent, changeTickets, { body: { ids: many, changes: { priority: 'low' } } }, headers)
  expect([again.statusCode, again.json()]).toEqual([201, first.json()])
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(await priorityOf(many[0]!)).toBe('high')
})

test('an Idempotency-Key is of one change and of one member', async () => {
  const many = await newTicketIds(1)
  const headers = { 'idempotency-key': randomUUID() }
  const first = await change(many, { priority: 'low' }, agent, headers)
  expect(await change(many, { priority: 'high' }, agent, headers)).toMatchObject({ status: 422, code: 'key-reused' })
  const ofAdmin = await change(many, { priority: 'low' }, admin, headers)
  expect(ofAdmin.results).toEqual(first.results)
  expect(ofAdmin.id).not.toBe(first.id)
})

test('of two changes with one Idempotency-Key at the same time, one is made', async () => {
  const [id] = (await newTicketIds(1)) as [string]
  const headers = { 'idempotency-key': randomUUID() }
  const letGo = await holdTicket(id)
  const first = change([id], { addTags: ['once'] }, agent, headers)
  await untilWaiting(1)
  expect(await change([id], { addTags: ['once'] }, agent, headers)).toMatchObject({
    status: 409,
    code: 'still-at-work',
  })
  await letGo()
  const made = await first
  expect(await change([id], { addTags: ['once'] }, agent, headers)).toEqual(made)
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items.filter(({ type }) => type === 'tags.changed')).toHaveLength(1)
})

test('two changes of the same tickets in opposite order at the same time are both made', async () => {
  const many = await newTicketIds(10)
  const letGo = await holdTicket(many[5]!)
  const [one, other] = [
    change(many, { priority: 'urgent' }, agent),
    change(many.toReversed(), { addTags: ['both'] }, admin),
  ]
  await untilWaiting(2)
  await letGo()
  expect((await one).results).toEqual(many.map((ticketId) => ({ ticketId })))
  expect((await other).results).toEqual(many.toReversed().map((ticketId) => ({ ticketId })))
  const { rows } = await owner.query(
    `select distinct priority, tags from tickets where id = any($1) and workspace_id = $2`,
    [many, acme.id],
  )
  expect(rows).toEqual([{ priority: 'urgent', tags: ['both'] }])
})
