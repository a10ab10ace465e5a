import { expect, test } from 'vitest'
import { showBatch, undoBatch } from '#contract/bulk/batches.ts'
import { changeTickets } from '#contract/tickets/changes.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import {
  changeStatus,
  countStatuses,
  createStatus,
  deleteStatus,
  listStatuses,
  mostStatuses,
  type TicketStatus,
} from '#contract/tickets/statuses.ts'
import { changeTicket, listTicketEvents, listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { createTicketView, showTicketView } from '#contract/tickets/views.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { acme, globex, makeWorkspace, type Person, runJobs, type World } from '#test/world.ts'

const create = (person: Person, body: object) =>
  as(person)(createStatus, { body: { category: 'pending', color: 'plum', ...body } as never })
const list = async ({ agent }: World) => (await as(agent)(listStatuses, {})).items
const show = (id: string, person: Person = acme.agent) => as(person)(showTicket, { params: { id } })
const change = (id: string, body: object, person: Person = acme.agent) =>
  as(person)(changeTicket, { params: { id }, body })
const defaultOf = async (world: World, category: TicketStatus['category']) =>
  (await list(world)).find((status) => status.isDefault && status.category === category)!
const find = async (q: string, { agent }: World) =>
  (await as(agent)(listTickets, { query: { q, limit: '100' } })).items.map(({ id }) => id)
const historyOf = async (id: string) =>
  (await as(acme.agent)(listTicketEvents, { params: { id }, query: {} })).items.map(({ type, old, new: after }) => ({
    ...{ type, old, new: after },
  }))

test('a workspace begins with one default status in each category', async () => {
  expect(await list(globex)).toMatchObject([
    { name: 'New', category: 'new', isDefault: true, customerLabel: '' },
    { name: 'Open', category: 'open', isDefault: true },
    { name: 'Pending', category: 'pending', isDefault: true },
    { name: 'On hold', category: 'on_hold', isDefault: true },
    { name: 'Solved', category: 'solved', isDefault: true },
    { name: 'Closed', category: 'closed', isDefault: true },
  ])
})

test('a ticket gets a status by its id, and customers see the label for customers', async () => {
  const status = await create(acme.admin, { name: 'Needs photo', customerLabel: 'Send us a photo', color: 'blue' })
  expect(status).toMatchObject({ name: 'Needs photo', customerLabel: 'Send us a photo', color: 'blue', position: 1 })
  const { id } = await newTicket(acme)
  expect(await change(id, { statusId: status.id })).toMatchObject({
    ...{ status: 'pending', statusId: status.id, statusLabel: 'Needs photo', waitingSince: null },
  })
  expect(await show(id, acme.customer)).toMatchObject({
    ...{ status: 'pending', statusId: null, statusLabel: 'Send us a photo' },
  })
  expect(await change(id, { status: 'pending' })).toMatchObject({ statusId: status.id })
  const open = await defaultOf(acme, 'open')
  expect(await change(id, { status: 'open' })).toMatchObject({ statusId: open.id, statusLabel: 'Open' })
  expect(await historyOf(id)).toEqual(
    expect.arrayContaining([
      { type: 'status.changed', old: 'new', new: 'pending' },
      {
        ...{ type: 'statusId.changed', old: { id: expect.any(String), name: 'New' } },
        new: { id: status.id, name: 'Needs photo' },
      },
      { type: 'status.changed', old: 'pending', new: 'open' },
    ]),
  )
})

test('customers notice a status within a category only if they see another label', async () => {
  const quiet = await create(acme.admin, { name: 'In the workshop', category: 'on_hold', color: 'grey' })
  const named = await create(acme.admin, { name: 'At the factory', category: 'on_hold', customerLabel: 'In repair' })
  const { id } = await newTicket(acme)
  await change(id, { status: 'open' })
  const before = await show(id, acme.customer)
  await change(id, { statusId: quiet.id })
  expect(await show(id, acme.customer)).toMatchObject({
    ...{ updatedAt: before.updatedAt, status: 'open', statusLabel: 'With our team' },
  })
  await change(id, { statusId: named.id })
  const after = await show(id, acme.customer)
  expect(after.statusLabel).toBe('In repair')
  expect(after.updatedAt).not.toBe(before.updatedAt)
})

test('a reply sets a status, now or when it is sent later', async () => {
  const status = await create(acme.admin, { name: 'Waiting for invoice' })
  const { id } = await newTicket(acme)
  const reply = (body: object) =>
    as(acme.agent)(writeMessage, { params: { id }, body: { text: 'Send it, please', ...body } as never })
  await reply({ statusId: status.id })
  expect(await show(id)).toMatchObject({ statusLabel: 'Waiting for invoice' })
  await change(id, { status: 'open' })
  await reply({ statusId: status.id, sendAt: new Date(Date.now() + 60_000).toISOString() })
  expect(await show(id)).toMatchObject({ statusLabel: 'Open' })
  await runJobs({ laterSeconds: 120 })
  expect(await show(id)).toMatchObject({ status: 'pending', statusLabel: 'Waiting for invoice' })
})

test('a bulk change sets a status', async () => {
  const status = await create(acme.admin, { name: 'Waiting for parts', category: 'on_hold', color: 'grey' })
  const { id } = await newTicket(acme)
  await as(acme.agent)(changeTickets, { body: { ids: [id], changes: { statusId: status.id } } })
  expect(await show(id)).toMatchObject({ status: 'on_hold', statusId: status.id })
})

test('statuses that a ticket cannot have are refused with the reason', async () => {
  const ofNew = await create(acme.admin, { name: 'Unread', category: 'new', color: 'blue' })
  const foreign = await create(globex.admin, { name: 'Elsewhere' })
  const { id } = await newTicket(acme)
  expect(await change(id, { statusId: ofNew.id })).toMatchObject({ status: 'new', statusLabel: 'Unread' })
  await change(id, { status: 'open' })
  const closed = await defaultOf(acme, 'closed')
  expect(await change(id, { statusId: ofNew.id })).toMatchObject({ code: 'never-new-again' })
  expect(await change(id, { statusId: closed.id })).toMatchObject({ code: 'closed-by-time-only' })
  expect(await change(id, { statusId: foreign.id })).toMatchObject({ code: 'status-not-found' })
  expect(await change(id, { statusId: closed.id, status: 'solved' })).toMatchObject({
    ...{ code: 'invalid', fields: { status: 'The status “Closed” belongs to another category' } },
  })
})

test('a list is searched by a category, a status, and their order', async () => {
  const world = await makeWorkspace('states', 'States', ['Ada', 'Carl', 'Olga', 'Omar'])
  const first = await create(world.admin, { name: 'Ask first', position: 0 })
  const later = await create(world.admin, { name: 'Ask Élise', position: 5 })
  const put = async (body: object) => {
    const { id } = await newTicket(world)
    await change(id, body, world.agent)
    return id
  }
  const open = await put({ status: 'open' })
  const [pending, isFirst, isLater] = [
    await put({ status: 'pending' }),
    await put({ statusId: first.id }),
    await put({ statusId: later.id }),
  ]
  const solved = await put({ status: 'solved' })
  const sets = async (q: string, expected: string[]) =>
    expect([q, (await find(q, world)).toSorted()]).toEqual([q, expected.toSorted()])
  await sets('status:pending', [pending, isFirst, isLater])
  await sets('status:"ask first"', [isFirst])
  await sets(`status:${later.id}`, [isLater])
  await sets(`status:${(await defaultOf(world, 'pending')).id}`, [pending])
  await sets('status<"ask first"', [open])
  await sets('status<="ask first"', [open, isFirst])
  await sets('status>"ask first"', [pending, isLater, solved])
  await sets('status>pending', [solved])
  await sets('-status:"ask first",solved', [open, pending, isLater])
  expect(await as(world.agent)(listTickets, { query: { q: 'status:nonsense' } })).toMatchObject({
    code: 'query-invalid',
    choices: expect.arrayContaining(['pending', '"Ask first"']),
  })
})

test('a saved view keeps a status that gets another name, and names one that was deleted', async () => {
  const { id } = await create(acme.admin, { name: 'Needs invoice' })
  const view = await as(acme.agent)(createTicketView, {
    body: { name: 'Invoices', query: 'status:"needs invoice"', visibility: 'me' },
  })
  expect(view).toMatchObject({ query: 'status:"Needs invoice"', queryWithIds: `status:${id}`, missing: null })
  await as(acme.admin)(changeStatus, { params: { id }, body: { name: 'Invoice missing' } })
  const show = () => as(acme.agent)(showTicketView, { params: { id: view.id } })
  expect(await show()).toMatchObject({ query: 'status:"Invoice missing"', missing: null })
  await as(acme.admin)(deleteStatus, { params: { id } })
  expect(await show()).toMatchObject({ missing: '"Needs invoice" is no value of "status"' })
})

test('a status moves to a place, and the others make room', async () => {
  const world = await makeWorkspace('places', 'Places', ['Ada', 'Carl', 'Olga', 'Omar'])
  const one = await create(world.admin, { name: 'One' })
  const two = await create(world.admin, { name: 'Two' })
  await as(world.admin)(changeStatus, { params: { id: two.id }, body: { position: one.position } })
  expect((await list(world)).filter(({ category }) => category === 'pending').map(({ name }) => name)).toEqual([
    'Pending',
    'Two',
    'One',
  ])
})

test('a name is unique, and two admins do not overwrite each other', async () => {
  const { id } = await create(acme.admin, { name: 'Escalated', category: 'open', color: 'teal' })
  expect(await create(acme.admin, { name: 'ESCALATED' })).toMatchObject({ code: 'status-name-taken' })
  expect(await create(acme.admin, { name: 'on hold' })).toMatchObject({ code: 'status-name-taken' })
  const pending = await defaultOf(acme, 'pending')
  await as(acme.admin)(changeStatus, { params: { id: pending.id }, body: { name: 'Waiting' } })
  expect(await create(acme.admin, { name: 'Pending' })).toMatchObject({ code: 'status-name-taken' })
  await as(acme.admin)(changeStatus, { params: { id: pending.id }, body: { name: 'Pending' } })
  const rename = (body: object) => as(acme.admin)(changeStatus, { params: { id }, body })
  expect(await rename({ name: 'escalated', base: { name: 'Escalated' } })).toMatchObject({ name: 'escalated' })
  expect(await rename({ name: 'Raised', base: { name: 'Escalated' } })).toMatchObject({ code: 'conflict' })
})

test('however many arrive at once, a workspace has no more statuses than allowed', async () => {
  const world = await makeWorkspace('many', 'Many', ['Ada', 'Carl', 'Olga', 'Omar'])
  const answers = await Promise.all(
    Array.from({ length: mostStatuses - 6 + 2 }, (_, number) => create(world.admin, { name: `Status ${number}` })),
  )
  expect(answers.filter((answer) => 'code' in answer && answer.code === 'too-many-statuses')).toHaveLength(2)
})

test('a deleted status moves its tickets to the default of the category, and the undo brings both back', async () => {
  const status = await create(acme.admin, { name: 'Short-lived' })
  const [open, trashed] = [await answeredTicket(acme), await answeredTicket(acme)]
  for (const { id } of [open, trashed]) await change(id, { statusId: status.id })
  await as(acme.agent)(changeTickets, { body: { ids: [trashed.id], changes: { trash: true } } })
  const { batch } = await as(acme.admin)(deleteStatus, { params: { id: status.id } })
  expect(batch).toMatchObject({ kind: 'status-deletion', total: 2, input: { name: 'Short-lived' } })
  expect((await list(acme)).map(({ id }) => id)).not.toContain(status.id)
  expect(await change(open.id, { statusId: status.id })).toMatchObject({ code: 'status-not-found' })
  await runJobs()
  expect(await as(acme.admin)(showBatch, { params: { id: batch!.id } })).toMatchObject({ done: 2, failed: 0 })
  expect(await show(open.id)).toMatchObject({ status: 'pending', statusLabel: 'Pending' })
  expect(await show(trashed.id)).toMatchObject({ statusLabel: 'Pending' })
  await as(acme.admin)(undoBatch, { params: { id: batch!.id } })
  await runJobs()
  expect(await show(open.id)).toMatchObject({ status: 'pending', statusLabel: 'Short-lived' })
  expect((await list(acme)).map(({ id }) => id)).toContain(status.id)
})

test('a status without tickets is deleted at once, and a default never', async () => {
  const { id } = await create(acme.admin, { name: 'Never used' })
  const remove = (id: string, person = acme.admin) => as(person)(deleteStatus, { params: { id } })
  expect(await remove(id)).toEqual({ batch: null })
  expect(await remove(id)).toMatchObject({ code: 'status-not-found' })
  expect(await remove((await defaultOf(acme, 'open')).id)).toMatchObject({ code: 'status-is-default' })
})

test('admins see how many tickets have each status', async () => {
  const status = await create(acme.admin, { name: 'Counted' })
  const { id } = await answeredTicket(acme)
  await change(id, { statusId: status.id })
  const { items } = await as(acme.admin)(countStatuses, {})
  expect(items).toContainEqual({ id: status.id, count: 1 })
  expect(await as(acme.agent)(countStatuses, {})).toMatchObject({ code: 'not-allowed' })
})

test('strangers cannot read or change statuses', async () => {
  const { id } = await create(acme.admin, { name: 'Canary' })
  expect((await list(globex)).map(({ name }) => name)).not.toContain('Canary')
  const attempts = (person: Person) =>
    Promise.all([
      as(person)(changeStatus, { params: { id }, body: { name: 'Ours' } }),
      as(person)(deleteStatus, { params: { id } }),
    ])
  expect(await attempts(globex.admin)).toMatchObject([{ code: 'status-not-found' }, { code: 'status-not-found' }])
  expect(await attempts(acme.agent)).toMatchObject([{ code: 'not-allowed' }, { code: 'not-allowed' }])
  expect(await create(acme.agent, { name: 'Mine' })).toMatchObject({ code: 'not-allowed' })
  expect(await as(acme.customer)(listStatuses, {})).toMatchObject({ code: 'not-allowed' })
  const key = await newKey(acme, ['tickets:read'])
  expect(await create({ ...acme.admin, token: key }, { name: 'By key' })).toMatchObject({ code: 'scope-missing' })
})
