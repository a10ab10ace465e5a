import { expect, test } from 'vitest'
import { showBatch, undoBatch } from '#contract/bulk/batches.ts'
import { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import { putTicketByExternalId } from '#contract/tickets/imports.ts'
import { changeTeam, createTeam, deleteTeam, listTeams, mostTeams, showTeamUse } from '#contract/tickets/teams.ts'
import {
  changeTicket,
  createTicket,
  listTicketEvents,
  listTickets,
  showTicket,
  solveTicket,
} from '#contract/tickets/tickets.ts'
import { createTicketView, showTicketView } from '#contract/tickets/views.ts'
import { changeMember } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, makeWorkspace, newMember, type Person, runJobs, type World } from '#test/world.ts'

const create = (person: Person, name: string, more: object = {}) =>
  as(person)(createTeam, { body: { name, color: 'teal', ...more } })
const list = async ({ agent }: World) => (await as(agent)(listTeams, {})).items
const change = (person: Person, id: string, body: object) => as(person)(changeTeam, { params: { id }, body })
const remove = (person: Person, id: string) => as(person)(deleteTeam, { params: { id } })
const show = (person: Person, id: string) => as(person)(showTicket, { params: { id } })
const put = (person: Person, id: string, team: string | null) =>
  as(person)(changeTicket, { params: { id }, body: { team } })
const find = async ({ agent }: World, q: string) =>
  (await as(agent)(listTickets, { query: { q, limit: '100' } })).items.map(({ id }) => id)
const newWorld = (domain: string) => makeWorkspace(domain, 'Teams', ['Tea', 'Tim', 'Tom', 'Tod'])

test('an admin creates a team with members, changes it and is not overwritten', async () => {
  const world = await newWorld('teams-made')
  const zoe = await newMember(world, 'Zoë')
  const team = await create(world.admin, 'Billing', { members: [world.agent.id] })
  expect(team).toMatchObject({ name: 'Billing', color: 'teal', members: [world.agent.id] })
  await create(world.admin, 'Abroad', { members: [world.agent.id, zoe.id], color: 'plum' })
  expect((await list(world)).map(({ name }) => name)).toEqual(['Abroad', 'Billing'])
  expect(await change(world.admin, team.id, { members: [zoe.id], base: { members: [world.agent.id] } })).toEqual({
    ...team,
    members: [zoe.id],
  })
  expect(await change(world.admin, team.id, { name: 'Money', base: { name: 'Other' } })).toMatchObject({
    code: 'conflict',
  })
  expect(await change(world.admin, team.id, { name: 'ABROAD' })).toMatchObject({
    ...{ code: 'team-name-taken', fields: { name: 'Another team has this name' } },
  })
  expect(await create(world.admin, 'Mine')).toMatchObject({ code: 'invalid' })
  expect(await change(world.admin, team.id, { members: [globex.agent.id] })).toMatchObject({
    code: 'team-member-not-active',
  })
})

test('however many arrive at once, a workspace has no more teams than allowed', async () => {
  const world = await newWorld('teams-many')
  const answers = await Promise.all(
    Array.from({ length: mostTeams + 2 }, (_, number) => create(world.admin, `Team ${number}`)),
  )
  expect(answers.filter((answer) => answer.code === 'too-many-teams')).toHaveLength(2)
})

test('a ticket belongs to a team, the history tells it, and customers do not see it', async () => {
  const team = await create(acme.admin, 'Returns')
  const other = await create(acme.admin, 'Repairs')
  const { id } = await newTicket(acme)
  expect(await put(acme.agent, id, team.id)).toMatchObject({ team: { id: team.id, name: 'Returns' } })
  const before = await show(acme.customer, id)
  await put(acme.agent, id, other.id)
  await put(acme.agent, id, null)
  expect(await show(acme.customer, id)).toMatchObject({ team: null, updatedAt: before.updatedAt })
  const { items } = await as(acme.agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items.filter(({ type }) => type === 'team.changed').map(({ old, new: after }) => [old, after])).toEqual([
    [null, { id: team.id, name: 'Returns' }],
    [
      { id: team.id, name: 'Returns' },
      { id: other.id, name: 'Repairs' },
    ],
    [{ id: other.id, name: 'Repairs' }, null],
  ])
})

test('a new ticket, an imported ticket and a bulk change take a team, and an undo takes it away', async () => {
  const team = await create(acme.admin, 'Imports')
  const requester = { email: acme.customer.email }
  const body = { subject: 'S', text: 'B', requester, team: team.id }
  const created = await as(acme.agent)(createTicket, { body })
  expect(created.team).toEqual({ id: team.id, name: 'Imports' })
  const program = { ...acme.admin, token: await newKey(acme, ['tickets:write', 'tickets:read']) }
  const imported = await as(program)(putTicketByExternalId, { body: { ...body, externalId: 'of-a-team' } })
  expect(imported.team).toEqual({ id: team.id, name: 'Imports' })
  await as(program)(putTicketByExternalId, { body: { externalId: 'of-a-team', team: null } })
  expect((await show(acme.agent, imported.id)).team).toBeNull()
  const { id: changeId } = await as(acme.agent)(changeTickets, {
    body: { ids: [imported.id], changes: { team: team.id } },
  })
  expect((await show(acme.agent, imported.id)).team).toMatchObject({ id: team.id })
  await as(acme.agent)(undoTicketChange, { params: { id: changeId } })
  expect((await show(acme.agent, imported.id)).team).toBeNull()
  expect(await as(acme.customer)(createTicket, { body: { subject: 'S', text: 'B', team: team.id } })).toMatchObject({
    code: 'not-allowed',
  })
})

test('a team that a ticket cannot have is refused', async () => {
  const foreign = await create(globex.admin, 'Elsewhere')
  const { id } = await newTicket(acme)
  expect(await put(acme.agent, id, foreign.id)).toMatchObject({ code: 'team-not-found' })
  const requester = { email: acme.customer.email }
  expect(
    await as(acme.agent)(createTicket, { body: { subject: 'S', text: 'B', requester, team: foreign.id } }),
  ).toMatchObject({ code: 'team-not-found' })
})

test('tickets are found and grouped by team', async () => {
  const world = await newWorld('teams-find')
  const own = await create(world.admin, 'Späti Team', { members: [world.agent.id] })
  const other = await create(world.admin, 'Abroad')
  const [one, two, three] = [await newTicket(world), await newTicket(world), await newTicket(world)]
  await put(world.agent, one.id, own.id)
  await put(world.agent, two.id, other.id)
  expect(await find(world, 'team:"späti team"')).toEqual([one.id])
  expect(await find(world, `team:${other.id}`)).toEqual([two.id])
  expect(await find(world, 'team:mine')).toEqual([one.id])
  expect(await find(world, 'team:none')).toEqual([three.id])
  expect((await find(world, 'team:any')).toSorted()).toEqual([one.id, two.id].toSorted())
  expect(await as(world.agent)(listTickets, { query: { q: 'team:nobody' } })).toMatchObject({
    code: 'query-invalid',
    choices: ['mine', 'Abroad', '"Späti Team"', 'none', 'any'],
  })
  const { items, groups } = await as(world.agent)(listTickets, { query: { group: 'team' } })
  expect(groups?.map(({ name, count }) => [name, count])).toEqual([
    [null, 1],
    ['Abroad', 1],
    ['Späti Team', 1],
  ])
  expect(items.map(({ id }) => id)).toEqual([three.id, two.id, one.id])
})

test('a saved view keeps a team that gets another name', async () => {
  const world = await newWorld('teams-view')
  const team = await create(world.admin, 'Billing')
  const view = await as(world.agent)(createTicketView, {
    body: { name: 'Bills', query: 'team:billing,mine', columns: ['subject', 'team'], group: 'team' },
  })
  expect(view).toMatchObject({ query: 'team:Billing,mine', queryWithIds: `team:${team.id},mine` })
  await change(world.admin, team.id, { name: 'Money' })
  const showView = () => as(world.agent)(showTicketView, { params: { id: view.id } })
  expect(await showView()).toMatchObject({ query: 'team:Money,mine', missing: null })
  await remove(world.admin, team.id)
  expect(await showView()).toMatchObject({ missing: '"Billing" is no value of "team"' })
})

test('a deleted team says first what loses it, leaves its tickets, and the undo brings both back', async () => {
  const world = await newWorld('teams-gone')
  const team = await create(world.admin, 'Short-lived', { members: [world.agent.id] })
  const [open, solved] = [await newTicket(world), await newTicket(world)]
  for (const { id } of [open, solved]) await put(world.agent, id, team.id)
  await as(world.agent)(solveTicket, { params: { id: solved.id } })
  const view = (person: Person, name: string) =>
    as(person)(createTicketView, { body: { name, query: `team:${team.id}`, visibility: 'me' } })
  await view(world.agent, 'Private')
  await view(world.admin, 'Of the admin')
  expect(await as(world.admin)(showTeamUse, { params: { id: team.id } })).toEqual({
    ...{ count: 2, isMore: false, views: ['Of the admin'], otherViews: 1 },
  })
  const { batch } = await remove(world.admin, team.id)
  expect(batch).toMatchObject({ kind: 'team-deletion', total: 2, input: { name: 'Short-lived' } })
  expect(await list(world)).toEqual([])
  expect((await show(world.agent, open.id)).team).toBeNull()
  expect(await put(world.agent, (await newTicket(world)).id, team.id)).toMatchObject({ code: 'team-not-found' })
  await runJobs()
  expect(await as(world.admin)(showBatch, { params: { id: batch!.id } })).toMatchObject({ done: 2, failed: 0 })
  await as(world.admin)(undoBatch, { params: { id: batch!.id } })
  await runJobs()
  expect((await show(world.agent, solved.id)).team).toEqual({ id: team.id, name: 'Short-lived' })
  expect(await list(world)).toMatchObject([{ name: 'Short-lived', members: [world.agent.id] }])
})

test('a team without tickets is deleted at once', async () => {
  const team = await create(acme.admin, 'Never used')
  expect(await remove(acme.admin, team.id)).toEqual({ batch: null })
  expect(await remove(acme.admin, team.id)).toMatchObject({ code: 'team-not-found' })
})

test('an undo of a change does not bring back a deleted team', async () => {
  const team = await create(acme.admin, 'Deleted since')
  const { id } = await newTicket(acme)
  await put(acme.agent, id, team.id)
  const { id: changeId } = await as(acme.agent)(changeTickets, { body: { ids: [id], changes: { team: null } } })
  await remove(acme.admin, team.id)
  await as(acme.agent)(undoTicketChange, { params: { id: changeId } })
  expect((await show(acme.agent, id)).team).toBeNull()
})

test('a member who is deactivated leaves their teams', async () => {
  const world = await newWorld('teams-leave')
  const zoe = await newMember(world, 'Zoë')
  await create(world.admin, 'Billing', { members: [world.agent.id, zoe.id] })
  await as(world.admin)(changeMember, { params: { id: zoe.id }, body: { isActive: false } })
  expect(await list(world)).toMatchObject([{ members: [world.agent.id] }])
})

test('strangers cannot read or change teams', async () => {
  const { id } = await create(acme.admin, 'Canary team')
  expect((await list(globex)).map(({ name }) => name)).not.toContain('Canary team')
  expect(await change(globex.admin, id, { name: 'Ours' })).toMatchObject({ code: 'team-not-found' })
  expect(await remove(globex.admin, id)).toMatchObject({ code: 'team-not-found' })
  expect(await as(globex.admin)(showTeamUse, { params: { id } })).toMatchObject({ code: 'team-not-found' })
  expect(await change(acme.agent, id, { name: 'Mine' })).toMatchObject({ code: 'not-allowed' })
  expect(await remove(acme.agent, id)).toMatchObject({ code: 'not-allowed' })
  expect(await create(acme.agent, 'By an agent')).toMatchObject({ code: 'not-allowed' })
  expect(await as(acme.agent)(showTeamUse, { params: { id } })).toMatchObject({ code: 'not-allowed' })
  expect(await as(acme.customer)(listTeams, {})).toMatchObject({ code: 'not-allowed' })
  const reader = { ...acme.admin, token: await newKey(acme, ['tickets:read']) }
  expect(await create(reader, 'By a key')).toMatchObject({ code: 'scope-missing' })
})
