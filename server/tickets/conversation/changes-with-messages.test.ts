import { expect, test } from 'vitest'
import { changeTicketField, createTicketField } from '#contract/fields/custom-fields.ts'
import { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import { followTicket, listFollowers } from '#contract/tickets/followers.ts'
import { listMessages, takeBackMessage, writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, listTicketEvents, showTicket } from '#contract/tickets/tickets.ts'
import { changeMember } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, newMember, owner, type Person, runJobs } from '#test/world.ts'

const { agent, admin, customer } = acme

const inAMinute = () => new Date(Date.now() + 60_000).toISOString()
const inThreeDays = () => new Date(Date.now() + 3 * 86_400_000).toISOString()
const write = (id: string, body: object, person: Person = agent) =>
  as(person)(writeMessage, { params: { id }, body: { html: '<p>An answer</p>', ...body } })
const show = (id: string) => as(agent)(showTicket, { params: { id } })
const followersOf = async (id: string) =>
  (await as(agent)(listFollowers, { params: { id } })).items.map((follower) => follower.id)
const messagesOf = async (id: string) => (await as(agent)(listMessages, { params: { id }, query: {} })).items.length
const typesOf = async (id: string) =>
  (await as(agent)(listTicketEvents, { params: { id }, query: {} })).items.map(({ type }) => type)

test('a reply and its changes are one call, and the history names each change', async () => {
  const { id } = await newTicket(acme)
  const snoozedUntil = inThreeDays()
  const changes = { priority: 'high', type: 'problem', addTags: ['refund'], addFollowers: [admin.id], snoozedUntil }
  await write(id, { status: 'pending', changes })
  expect(await show(id)).toMatchObject({
    ...{ status: 'pending', priority: 'high', type: 'problem', tags: ['refund'], snoozedUntil },
  })
  expect(await followersOf(id)).toEqual([admin.id])
  expect(await typesOf(id)).toEqual(
    expect.arrayContaining(['status.changed', 'priority.changed', 'tags.changed', 'snooze.set', 'follower.added']),
  )
})

test('the changes of a held reply are made when it is sent, and canceling it changes nothing', async () => {
  const { id } = await newTicket(acme)
  const held = { sendAt: inAMinute(), status: 'pending', changes: { addTags: ['held'], assignee: admin.id } }
  const canceled = await write(id, held)
  expect(await show(id)).toMatchObject({ status: 'new', tags: [], assignee: null })
  await as(agent)(takeBackMessage, { params: { id, messageId: canceled.id } })
  await runJobs({ laterSeconds: 60 })
  expect(await show(id)).toMatchObject({ status: 'new', tags: [], assignee: null })
  await write(id, held)
  await runJobs({ laterSeconds: 60 })
  expect(await show(id)).toMatchObject({ status: 'pending', tags: ['held'], assignee: { id: admin.id } })
})

test('a held reply is sent without the changes that became impossible', async () => {
  const { id } = await newTicket(acme)
  const leaver = await newMember(acme, 'Lea')
  const changes = { assignee: leaver.id, addFollowers: [leaver.id, admin.id], addTags: ['kept'] }
  await write(id, { sendAt: inAMinute(), status: 'open', changes })
  await as(admin)(changeMember, { params: { id: leaver.id }, body: { isActive: false } })
  await runJobs({ laterSeconds: 60 })
  expect(await show(id)).toMatchObject({ status: 'open', tags: ['kept'], assignee: { id: agent.id } })
  expect(await followersOf(id)).toEqual([admin.id])
  expect(await messagesOf(id)).toBe(2)
})

test('a refused change refuses the message too, and changes nothing', async () => {
  const { id } = await newTicket(acme)
  const refusalOf = async (body: object, person?: Person) => (await write(id, body, person)).code
  const over = { snoozedUntil: '2020-01-01T00:00:00Z' }
  expect(await refusalOf({ changes: { assignee: globex.agent.id } })).toBe('assignee-not-active')
  expect(await refusalOf({ changes: { addFollowers: [globex.agent.id] } })).toBe('member-not-found')
  expect(await refusalOf({ changes: { customFields: { nothing: 1 } } })).toBe('invalid')
  expect(await refusalOf({ changes: over, sendAt: inAMinute() })).toBe('snooze-in-the-past')
  expect(await refusalOf({ status: 'solved', changes: { snoozedUntil: inThreeDays() } })).toBe('ticket-not-active')
  expect(await refusalOf({ changes: { priority: 'low' } }, customer)).toBe('not-allowed')
  expect(await refusalOf({ from: 'customer', changes: { priority: 'low' } })).toBe('invalid')
  expect(await messagesOf(id)).toBe(1)
  expect(await typesOf(id)).toEqual(['ticket.created'])
})

test('a note changes its ticket at once', async () => {
  const { id } = await newTicket(acme)
  await write(id, {
    kind: 'note',
    statusId: undefined,
    changes: { removeTags: ['a'], addTags: ['b'], priority: 'low' },
  })
  expect(await show(id)).toMatchObject({ status: 'open', tags: ['b'], priority: 'low' })
})

test('a reply that fills in a required field solves the ticket', async () => {
  const field = await as(admin)(createTicketField, {
    body: { key: 'cause', label: 'Cause', kind: 'text', required: 'on_solve' },
  })
  const { id } = await newTicket(acme)
  expect(await write(id, { status: 'solved' })).toMatchObject({ code: 'fields-missing' })
  await write(id, { status: 'solved', changes: { customFields: { cause: 'A typing error' } } })
  await as(admin)(changeTicketField, { params: { id: field.id }, body: { required: 'never' } })
  expect(await show(id)).toMatchObject({ status: 'solved', customFields: { cause: 'A typing error' } })
})

test('a message with a variable that was not filled in is refused, and a draft with it is kept', async () => {
  const { id } = await newTicket(acme)
  const refused = await write(id, { html: '<p>Hi {{customer.first_name}}, {{input.sum}}</p>' })
  expect(refused).toMatchObject({
    code: 'variables-unfilled',
    detail: 'There is no value for {{customer.first_name}}, {{input.sum}}. Write the words instead.',
  })
  expect((await write(id, { kind: 'note', html: '<p>{{agent.name}}</p>' })).code).toBe('variables-unfilled')
  expect((await write(id, { html: '<p>Use {{user}} or <code>{{agent.name}}</code></p>' })).code).toBeUndefined()
  expect((await write(id, { html: '<p>{{agent.name}}</p>', from: 'customer' })).code).toBeUndefined()
})

test('a change of many tickets can add followers, and its undo removes only those', async () => {
  const [one, two] = [await newTicket(acme), await newTicket(acme)]
  await as(admin)(followTicket, { params: { id: two.id, memberId: admin.id } })
  const change = await as(agent)(changeTickets, {
    body: { ids: [one.id, two.id], changes: { addFollowers: [admin.id, agent.id], priority: 'high' } },
  })
  expect([await followersOf(one.id), await followersOf(two.id)]).toEqual([
    expect.arrayContaining([admin.id, agent.id]),
    expect.arrayContaining([admin.id, agent.id]),
  ])
  await as(agent)(undoTicketChange, { params: { id: change.id } })
  expect([await followersOf(one.id), await followersOf(two.id)]).toEqual([[], [admin.id]])
  expect(await show(one.id)).toMatchObject({ priority: 'normal' })
})

test('a change that only adds a follower can be undone', async () => {
  const { id } = await newTicket(acme)
  await as(agent)(changeTicket, { params: { id }, body: { status: 'open' } })
  const change = await as(agent)(changeTickets, { body: { ids: [id], changes: { addFollowers: [admin.id] } } })
  expect(await followersOf(id)).toEqual([admin.id])
  await as(agent)(undoTicketChange, { params: { id: change.id } })
  expect(await followersOf(id)).toEqual([])
})

test('followers above the limit of a ticket are refused before anything of the change is written', async () => {
  const { id } = await newTicket(acme)
  await owner.query(
    `with m as (insert into members (workspace_id, email, name, role) select $1, 'f' || n || '@' || $3, 'F', 'TeamUser' from generate_series(1, 50) n returning id)
     insert into ticket_followers (workspace_id, ticket_id, member_id) select $1, $2, id from m`,
    [acme.id, id, `${id}.test`],
  )
  const { results } = await as(agent)(changeTickets, {
    body: { ids: [id], changes: { priority: 'urgent', addFollowers: [admin.id] } },
  })
  expect(results).toMatchObject([{ problem: { code: 'too-many-followers' } }])
  expect(await show(id)).toMatchObject({ priority: 'normal' })
})
