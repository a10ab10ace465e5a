import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changeTickets } from '#contract/tickets/changes.ts'
import { putTicketByExternalId } from '#contract/tickets/imports.ts'
import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import {
  changeTicket,
  createTicket,
  listTicketEvents,
  listTickets,
  showServiceReport,
  showTicket,
  trashTicket,
} from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, newMember, owner, type Person, runJobs } from '#test/world.ts'

const key: Person = { ...acme.admin, token: await newKey(acme, ['tickets:read', 'tickets:write']) }
const foreignKey: Person = { ...globex.admin, token: await newKey(globex, ['tickets:read', 'tickets:write']) }
const long = '2024-03-05T09:30:00.000Z'
const fresh = () => `old/${randomUUID()}`
const requester = { email: 'olga@import.test', name: 'Olga' }

const ticketOf = (externalId: string, body: object = {}) => ({
  ...{ externalId, subject: 'Lamp is dark', text: 'It went dark', requester, createdAt: long, ...body },
})
const put = (body: object, person = key, headers: Record<string, string> = {}) =>
  ask(person, putTicketByExternalId, { body: body as never }, headers)
const taken = async (body: object, person = key) => (await put(body, person)).json()
const show = (id: string, person = key) => as(person)(showTicket, { params: { id } })
const change = (id: string, body: object, person: Person = acme.agent) =>
  as(person)(changeTicket, { params: { id }, body })
const find = (externalId: string, query: object = {}, person = key) =>
  as(person)(listTickets, { query: { externalId, ...query } })
const add = (id: string, body: object, person = key) =>
  as(person)(writeMessage, { params: { id }, body: { text: 'Said then', createdAt: long, ...body } })
const mailsOf = async (id: string) => {
  await runJobs({ laterSeconds: 300 })
  return (await owner.query('select kind from outgoing_mails where ticket_id = $1', [id])).rows
}

describe('a ticket of another system', () => {
  test('is taken in as it stands there, once, and found by its id', async () => {
    const externalId = fresh()
    const first = await put(ticketOf(externalId, { status: 'closed', priority: 'high', tags: ['lamp', 'lamp'] }))
    expect([first.statusCode, first.headers.etag]).toEqual([201, '"1"'])
    const { id } = first.json()
    expect(first.json()).toMatchObject({
      ...{ externalId, status: 'closed', priority: 'high', tags: ['lamp'], channel: 'import', createdAt: long },
      ...{ requester: { email: requester.email }, waitingSince: null, solvedAt: long, closedAt: long },
    })
    const { items } = await as(key)(listMessages, { params: { id }, query: {} })
    expect(items).toMatchObject([
      { author: { type: 'customer' }, bodyText: 'It went dark', createdAt: long, sentAt: long },
    ])
    expect(await find(externalId)).toMatchObject({ items: [{ id, externalId }], next: null })
    await as(acme.agent)(trashTicket, { params: { id } })
    expect((await find(externalId)).items).toMatchObject([{ id }])
    expect(await mailsOf(id)).toEqual([])
  })

  test('that lies in the trash is not closed there', async () => {
    const { externalId, ...wanted } = ticketOf(fresh())
    const { id } = await taken({ externalId, ...wanted })
    await as(acme.agent)(trashTicket, { params: { id } })
    expect(await taken({ externalId, status: 'closed' })).toMatchObject({ code: 'ticket-in-trash' })
    expect(await show(id)).toMatchObject({ status: 'new', isTrashed: true })
  })

  test('is left as it is by the same once more, and changed by what is said otherwise', async () => {
    const body = ticketOf(fresh(), { status: 'closed', assignee: acme.agent.id, dueDate: '2030-01-01T01:00:00+01:00' })
    const first = await taken(body)
    const again = await put(body)
    expect([again.statusCode, again.json()]).toEqual([200, first])
    const open = ticketOf(fresh())
    const { id } = await taken(open)
    const changed = await taken({ externalId: open.externalId, subject: 'Lamp', status: 'closed', tags: ['lamp'] })
    expect(changed).toMatchObject({ id, subject: 'Lamp', status: 'closed', tags: ['lamp'], createdAt: long })
    const { items } = await as(key)(listTicketEvents, { params: { id }, query: {} })
    expect(items.map(({ type, cause }) => [type, cause])).toEqual(
      expect.arrayContaining([
        ['ticket.created', 'import'],
        ['subject.changed', 'import'],
        ['status.changed', 'import'],
      ]),
    )
    expect(await taken({ externalId: open.externalId, subject: 'Other' })).toMatchObject({ code: 'ticket-closed' })
  })

  test('mails nobody, whoever is assigned and however it is solved', async () => {
    await owner.query('update service_settings set tells_solved = true where workspace_id = $1', [acme.id])
    const dora = await newMember(acme, 'Dora')
    const body = ticketOf(fresh(), { assignee: dora.id, cc: ['zoe@import.test'] })
    const { id } = await taken(body)
    await taken({ externalId: body.externalId, assignee: acme.agent.id })
    await add(id, { from: 'customer' })
    await add(id, {})
    await taken({ externalId: body.externalId, status: 'solved' })
    expect(await mailsOf(id)).toEqual([])
    await change(id, { assignee: dora.id })
    expect(await mailsOf(id)).toEqual([{ kind: 'agent-notice' }])
  })

  test('waits since it was asked, and counts on the days of then and in no median of today', async () => {
    const report = () => as(key)(showServiceReport, {})
    const before = await report()
    const { id, waitingSince, firstRepliedAt } = await taken(ticketOf(fresh()))
    expect([waitingSince, firstRepliedAt]).toEqual([long, null])
    expect((await taken(ticketOf(fresh(), { status: 'pending' }))).waitingSince).toBeNull()
    await add(id, {})
    expect(await show(id)).toMatchObject({ status: 'new', waitingSince: long, firstRepliedAt: null })
    await taken(ticketOf(fresh(), { status: 'solved' }))
    const after = await report()
    expect([after.days, after.solvedToday, after.medianFirstReplyMinutes]).toEqual([
      before.days,
      before.solvedToday,
      before.medianFirstReplyMinutes,
    ])
  })

  test('honours If-Match, also where there is none', async () => {
    const body = ticketOf(fresh())
    const stale = { 'if-match': '"9"' }
    expect((await put(body, key, stale)).json()).toMatchObject({ status: 412, code: 'changed-meanwhile' })
    expect((await find(body.externalId)).items).toEqual([])
    const { id } = await taken(body)
    const changes = { externalId: body.externalId, subject: 'Lamp' }
    expect((await put(changes, key, stale)).json()).toMatchObject({ status: 412 })
    expect((await put(changes, key, { 'if-match': '"1"' })).json()).toMatchObject({ id, subject: 'Lamp' })
  })

  test('is made once by calls at the same time', async () => {
    const body = ticketOf(fresh())
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(body)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 201])
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
  })

  test('needs what a ticket is made of, and a time that is over', async () => {
    const refused = async (body: object) => Object.keys((await taken({ ...ticketOf(fresh()), ...body })).fields ?? {})
    expect(await refused({ subject: undefined })).toEqual(['subject'])
    expect(await refused({ requester: undefined })).toEqual(['requester'])
    expect(await refused({ createdAt: new Date(Date.now() + 60_000).toISOString() })).toEqual(['createdAt'])
    expect(await refused({ externalId: '' })).toEqual(['externalId'])
    expect(await taken(ticketOf(fresh(), { text: undefined }))).toMatchObject({ code: 'nothing-to-say' })
    expect(await taken(ticketOf(fresh(), { html: '<p>Both</p>' }))).toMatchObject({ code: 'invalid' })
  })
})

test('messages that were said before keep their time, on closed tickets too, and move nothing', async () => {
  const { id } = await taken(ticketOf(fresh(), { status: 'closed' }))
  const [said, answered, noted] = [
    await add(id, { from: 'customer' }),
    await add(id, {}),
    await add(id, { kind: 'note' }),
  ]
  expect([said, answered, noted]).toMatchObject([
    { author: { type: 'customer' }, channel: 'import', createdAt: long, sentAt: long, delivery: null },
    { author: { type: 'agent' }, channel: 'import', createdAt: long, sentAt: long, delivery: null },
    { kind: 'note', createdAt: long },
  ])
  expect(await show(id)).toMatchObject({ status: 'closed', reopenCount: 0, lastMessageSeq: 4 })
  expect(await mailsOf(id)).toEqual([])
  expect(await add(id, { createdAt: new Date(Date.now() + 60_000).toISOString() })).toMatchObject({ code: 'invalid' })
  expect(await add(id, { status: 'open' })).toMatchObject({ fields: { status: expect.any(String) } })
})

describe('an external id', () => {
  test('is given by any who write tickets, is one of the workspace, and customers read none', async () => {
    const externalId = fresh()
    const body = { subject: 'By hand', text: 'Asked', requester: { email: acme.customer.email }, externalId }
    const { id } = await as(acme.agent)(createTicket, { body })
    expect(await as(acme.agent)(createTicket, { body })).toMatchObject({ code: 'external-id-taken', ticketId: id })
    const other = await newTicket(acme)
    expect(await change(other.id, { externalId })).toMatchObject({
      status: 409,
      code: 'external-id-taken',
      ticketId: id,
    })
    expect(await change(id, { externalId })).toMatchObject({ id, externalId })
    expect(await show(id, acme.customer)).toMatchObject({ externalId: null })
    expect(await change(id, { externalId: null })).toMatchObject({ externalId: null })
    expect(await change(other.id, { externalId })).toMatchObject({ externalId })
    const changes = { externalId: fresh() } as never
    expect(await as(acme.agent)(changeTickets, { body: { ids: [id], changes } })).toMatchObject({ code: 'invalid' })
  })

  test('finds a ticket for the team, by itself alone', async () => {
    const { externalId } = await taken(ticketOf(fresh()))
    expect((await find(fresh())).items).toEqual([])
    expect(await find(externalId!, { q: 'lamp' })).toMatchObject({ code: 'invalid' })
    expect(await find(externalId!, { order: 'updated-ascending' })).toMatchObject({ code: 'follow-whole-list' })
    expect(await find(externalId!, {}, acme.customer)).toMatchObject({ code: 'not-allowed' })
  })

  test('is another one in another workspace', async () => {
    const externalId = fresh()
    const own = await taken(ticketOf(externalId))
    expect((await find(externalId, {}, foreignKey)).items).toEqual([])
    const theirs = await put(ticketOf(externalId, { subject: 'Theirs' }), foreignKey)
    expect([theirs.statusCode, theirs.json().id === own.id]).toEqual([201, false])
    expect((await find(externalId)).items).toMatchObject([{ id: own.id, subject: 'Lamp is dark' }])
    expect(await add(own.id, {}, foreignKey)).toMatchObject({ code: 'ticket-not-found' })
  })
})

test('only a key that writes tickets takes any in', async () => {
  const codes = async (person: Person) => (await taken(ticketOf(fresh()), person)).code
  const narrow: Person = { ...acme.admin, token: await newKey(acme, ['tickets:read', 'tickets:create']) }
  expect(await codes(narrow)).toBe('scope-missing')
  for (const person of [acme.admin, acme.agent, acme.customer]) expect(await codes(person)).toBe('not-allowed')
  const { id } = await newTicket(acme)
  for (const person of [acme.agent, acme.customer])
    expect(await add(id, {}, person)).toMatchObject({ code: 'not-allowed' })
})
