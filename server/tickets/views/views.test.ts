import { expect, test } from 'vitest'
import {
  archiveCustomerField,
  archiveTicketField,
  changeCompanyField,
  changeCustomerField,
  changeTicketField,
  createCompanyField,
  createCustomerField,
  createTicketField,
} from '#contract/fields/custom-fields.ts'
import { changeTicketsInBatch, countMatchingTickets } from '#contract/tickets/changes.ts'
import { changeTeam, createTeam, deleteTeam } from '#contract/tickets/teams.ts'
import { changeTicket, listTickets, showTicket, solveTicket } from '#contract/tickets/tickets.ts'
import { mostOwnViews } from '#contract/tickets/view-values.ts'
import {
  changeTicketView,
  changeViewSettings,
  createTicketView,
  deleteTicketView,
  listTicketViews,
  resetViewDisplay,
  type SavedView,
  setViewDisplay,
  showTicketView,
  showViewDisplay,
} from '#contract/tickets/views.ts'
import { changeCustomer } from '#contract/workspace/customers.ts'
import { changeProfile } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { openStream } from '#test/open-stream.ts'
import { callOf } from '#test/own-app.ts'
import { acme, app, globex, makeWorkspace, newCustomer, newMember, owner, type Person } from '#test/world.ts'

type Saved = SavedView & { code?: string; fields?: Record<string, string>; position: number }
const create = (person: Person, name: string, more: object = {}) =>
  as(person)(createTicketView, { body: { name, ...more } as never }) as Promise<Saved>
const change = (person: Person, id: string, body: object) => as(person)(changeTicketView, { params: { id }, body })
const remove = (person: Person, id: string) => as(person)(deleteTicketView, { params: { id } })
const show = (person: Person, id: string) => as(person)(showTicketView, { params: { id } })
const listed = async (person: Person) => (await as(person)(listTicketViews, {})).items
const saved = async (person: Person) => (await listed(person)).filter((view) => view.kind === 'saved')
const namesOf = async (person: Person) => (await saved(person)).map(({ name }) => name)
const countOf = async (person: Person, id: string) => (await listed(person)).find((view) => view.id === id)
const ticketsOf = async (person: Person, view: string, more: object = {}) =>
  (await as(person)(listTickets, { query: { view, ...more } as never })).items.map(({ id }) => id)

test('a saved view answers what was set, lists its tickets and counts them', async () => {
  const { id: urgent } = await newTicket(acme)
  await as(acme.agent)(changeTicket, {
    params: { id: urgent },
    body: { priority: 'urgent', tags: ['view-of-refunds'] },
  })
  const view = await create(acme.agent, 'Refunds', {
    query: 'TAG:view-of-refunds   status<solved',
    columns: ['number', 'subject', 'tags'],
    group: 'status',
    order: '-created',
    position: 7,
  })
  expect(view).toMatchObject({
    kind: 'saved',
    name: 'Refunds',
    query: 'tag:view-of-refunds status<solved',
    visibility: 'me',
    columns: ['number', 'subject', 'tags'],
    ...{ group: 'status', order: '-created', position: 7, missing: null, isMine: true, canChange: true },
  })
  expect(await ticketsOf(acme.agent, view.id)).toEqual([urgent])
  expect(await ticketsOf(acme.agent, view.id, { q: 'priority:low' })).toEqual([])
  expect(await countOf(acme.agent, view.id)).toMatchObject({ count: 1, isMore: false })
  await as(acme.agent)(solveTicket, { params: { id: urgent } })
  expect(await countOf(acme.agent, view.id)).toMatchObject({ count: 0, isMore: false })
})

test('nobody but its author sees a private view or its count, not even an admin', async () => {
  const { id } = await create(acme.agent, 'Only mine')
  expect(await namesOf(acme.agent)).toContain('Only mine')
  expect(await countOf(acme.admin, id)).toBeUndefined()
  const missing = { status: 404, code: 'ticket-view-not-found' }
  expect(await show(acme.admin, id)).toMatchObject(missing)
  expect(await change(acme.admin, id, { name: 'Taken' })).toMatchObject(missing)
  expect(await remove(acme.admin, id)).toMatchObject(missing)
  expect(await as(acme.admin)(listTickets, { query: { view: id } })).toMatchObject(missing)
  expect(await as(acme.admin)(countMatchingTickets, { query: { view: id } })).toMatchObject(missing)
  expect(await as(acme.admin)(showViewDisplay, { params: { id } })).toMatchObject(missing)
  expect(
    await as(acme.admin)(changeTicketsInBatch, { body: { change: { priority: 'low' }, query: { view: id } } }),
  ).toMatchObject(missing)
})

test('a shared view is for the whole team, and its author and admins change it', async () => {
  const { id } = await create(acme.admin, 'Of the team', { visibility: 'everyone' })
  expect(await show(acme.agent, id)).toMatchObject({ isMine: false, canChange: false, author: 'Ada Test' })
  expect(await change(acme.agent, id, { name: 'Mine' })).toMatchObject({ status: 403, code: 'ticket-view-reserved' })
  expect(await remove(acme.agent, id)).toMatchObject({ status: 403, code: 'ticket-view-reserved' })
  const shared = await create(acme.agent, 'Of Carl', { visibility: 'everyone' })
  expect(await change(acme.admin, shared.id, { name: 'Of Carl and Ada' })).toMatchObject({ name: 'Of Carl and Ada' })
  expect(await remove(acme.admin, shared.id)).toEqual({})
  expect(await namesOf(acme.agent)).not.toContain('Of Carl and Ada')
})

test('another workspace and customers find no view', async () => {
  const { id } = await create(acme.admin, 'Canary', { visibility: 'everyone' })
  expect(await namesOf(globex.admin)).not.toContain('Canary')
  expect(await show(globex.admin, id)).toMatchObject({ code: 'ticket-view-not-found' })
  expect(await remove(globex.admin, id)).toMatchObject({ code: 'ticket-view-not-found' })
  expect(await as(globex.admin)(listTickets, { query: { view: id } })).toMatchObject({ code: 'ticket-view-not-found' })
  expect(await as(acme.customer)(listTicketViews, {})).toMatchObject({ code: 'not-allowed' })
  expect(await as(acme.customer)(listTickets, { query: { view: id } })).toMatchObject({ code: 'ticket-view-not-found' })
})

test('a key needs its scope, and sees the views of its creator', async () => {
  const { id } = await create(acme.admin, 'Of the creator')
  const [reading, none] = [await newKey(acme, ['tickets:read']), await newKey(acme, ['customers:read'])]
  const call = async (token: string) => callOf(app)(listTicketViews, { token })
  expect((await call(reading)).json().items.map((view: { id: string }) => view.id)).toContain(id)
  expect((await call(none)).statusCode).toBe(403)
  const writing = await callOf(app)(createTicketView, { token: reading, body: { name: 'By a key' } })
  expect(writing.statusCode).toBe(403)
})

test('a member in a query stays the same person under another name', async () => {
  const world = await makeWorkspace('views-renamed', 'Renamed', ['Rita', 'Ron', 'Rolf', 'Rex'])
  const { id } = await newTicket(world)
  await as(world.agent)(changeTicket, { params: { id }, body: { assignee: world.agent.id } })
  const { name } = { name: (await as(world.agent)(listTickets, { query: {} })).items[0]!.assignee!.name }
  const view = await create(world.admin, 'Theirs', { query: `assignee:"${name}"`, visibility: 'everyone' })
  expect(view).toMatchObject({ query: `assignee:"${name}"`, queryWithIds: `assignee:${world.agent.id}` })
  await as(world.agent)(changeProfile, { body: { name: 'Zora', surname: 'Other' } })
  expect(await show(world.admin, view.id)).toMatchObject({ query: 'assignee:"Zora Other"', missing: null })
  expect(await ticketsOf(world.admin, view.id)).toEqual([id])
})

test('a view that names somebody who was deleted has no tickets and says who is missing', async () => {
  const world = await makeWorkspace('views-broken', 'Broken', ['Bea', 'Ben', 'Bob', 'Bix'])
  await newTicket(world)
  const gone = await newCustomer(world, 'Gone')
  const view = await create(world.admin, 'Of gone', { query: `-requester:${gone.email}` })
  expect(view).toMatchObject({ queryWithIds: `-requester:${gone.id}`, query: `-requester:${gone.email}` })
  expect(await ticketsOf(world.admin, view.id)).toHaveLength(1)
  for (const table of ['customer_emails where customer_id', 'customers where id'])
    await owner.query(`delete from ${table} = $2 and workspace_id = $1`, [world.id, gone.id])
  expect(await show(world.admin, view.id)).toMatchObject({ missing: expect.stringMatching(/does not exist any more/) })
  expect(await ticketsOf(world.admin, view.id)).toEqual([])
  expect(await countOf(world.admin, view.id)).toMatchObject({ count: 0 })
  expect(await as(world.admin)(countMatchingTickets, { query: { view: view.id } })).toMatchObject({ count: 0 })
})

test('a view finds the same tickets after a field in its query has another key', async () => {
  const world = await makeWorkspace('views-fields', 'Fields', ['Bea', 'Ben', 'Bob', 'Bix'])
  const field = (await as(world.admin)(createTicketField, {
    body: { key: 'area', label: 'Area', kind: 'text' } as never,
  })) as { id: string }
  const { id } = await newTicket(world)
  await newTicket(world)
  await as(world.agent)(changeTicket, { params: { id }, body: { customFields: { area: 'North' } } })
  const view = await create(world.admin, 'North', { query: 'status<solved (field.Area:north OR -field.area:any)' })
  expect(view).toMatchObject({ query: 'status<solved (field.area:north OR -field.area:any)' })
  await as(world.admin)(changeTicketField, { params: { id: field.id }, body: { key: 'salesRegion' } as never })
  const query = 'status<solved (field.salesRegion:north OR -field.salesRegion:any)'
  expect(await show(world.admin, view.id)).toMatchObject({ query, queryWithIds: query, missing: null })
  expect(await ticketsOf(world.admin, view.id)).toHaveLength(2)
  await change(world.admin, view.id, { query: 'field.salesregion:north' })
  expect(await ticketsOf(world.admin, view.id)).toEqual([id])
  expect(await countOf(world.admin, view.id)).toMatchObject({ count: 1 })
})

test('a view finds the same tickets after a field of customers or companies has another key', async () => {
  const world = await makeWorkspace('views-profiles', 'Profiles', ['Bea', 'Ben', 'Bob', 'Bix'])
  const body = { key: 'area', label: 'Area', kind: 'text' } as const
  const ofCustomers = await as(world.admin)(createCustomerField, { body })
  const ofCompanies = await as(world.admin)(createCompanyField, { body })
  const { id } = await newTicket(world)
  const { requester } = await as(world.agent)(showTicket, { params: { id } })
  const params = { id: requester!.id }
  await as(world.agent)(changeCustomer, { params, body: { customFields: { area: 'North' } } })
  const view = await create(world.admin, 'North', { query: 'customer.AREA:north -company.area:any' })
  expect(view).toMatchObject({ query: 'customer.area:north -company.area:any' })
  await as(world.admin)(changeCustomerField, { params: { id: ofCustomers.id }, body: { key: 'region' } })
  await as(world.admin)(changeCompanyField, { params: { id: ofCompanies.id }, body: { key: 'zone' } })
  expect(await show(world.admin, view.id)).toMatchObject({ query: 'customer.region:north -company.zone:any' })
  expect(await ticketsOf(world.admin, view.id)).toEqual([id])
  await as(world.admin)(archiveCustomerField, { params: { id: ofCustomers.id } })
  expect(await show(world.admin, view.id)).toMatchObject({ missing: expect.stringContaining('area') })
  expect(await ticketsOf(world.admin, view.id)).toEqual([])
})

test('a name that no member has is refused at its place', async () => {
  expect(await create(acme.admin, 'Nobody', { query: 'status:open assignee:zzyzx' })).toMatchObject({
    ...{ status: 400, code: 'query-invalid', position: 21, length: 5 },
  })
  expect(await create(acme.admin, 'No query', { query: 'colour:red' })).toMatchObject({ code: 'query-invalid' })
})

test('a name is there once for each author', async () => {
  const { id } = await create(acme.agent, 'Once')
  expect(await create(acme.agent, 'ONCE')).toMatchObject({ status: 409, code: 'ticket-view-name-taken' })
  expect(await change(acme.agent, id, { name: 'once' })).toMatchObject({ name: 'once' })
  expect((await create(acme.admin, 'Once')).code).toBeUndefined()
})

test('however many come at once, nobody has more than 100 views of their own', async () => {
  const many = await newMember(acme, 'Many')
  await owner.query(
    `insert into ticket_views (workspace_id, author_id, name, query, visibility, columns, position)
     select $1, $2, 'View ' || n, '', 'me', '{subject}', n from generate_series(1, ${mostOwnViews - 2}) n`,
    [acme.id, many.id],
  )
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => create(many, name)))
  expect(answers.filter(({ code }) => code === 'too-many-own-views')).toHaveLength(2)
  expect((await create(many, 'Shared', { visibility: 'everyone' })).code).toBeUndefined()
})

test('a view that gets the position of another one is placed before it', async () => {
  const world = await makeWorkspace('views-order', 'Order', ['Ola', 'Ole', 'Oda', 'Ono'])
  const [, second, third] = [
    await create(world.admin, 'One', { visibility: 'everyone' }),
    await create(world.admin, 'Two', { visibility: 'everyone' }),
    await create(world.admin, 'Three', { visibility: 'everyone' }),
  ]
  expect(third).toMatchObject({ position: 2 })
  expect(await change(world.admin, third.id, { position: second.position })).toMatchObject({ position: 1 })
  expect(await namesOf(world.agent)).toEqual(['One', 'Three', 'Two'])
  await change(world.admin, second.id, { position: 0 })
  expect(await namesOf(world.agent)).toEqual(['Two', 'One', 'Three'])
})

test('a change that somebody else made meanwhile is not written over', async () => {
  const { id } = await create(acme.agent, 'For us', { visibility: 'everyone' })
  await change(acme.agent, id, { name: 'For all' })
  expect(await change(acme.admin, id, { name: 'For me', base: { name: 'For us' } })).toMatchObject({
    ...{ status: 409, code: 'conflict', theirs: { name: 'For all' } },
  })
  expect(await change(acme.admin, id, { group: 'assignee', base: { group: null } })).toMatchObject({
    group: 'assignee',
  })
})

test('a view keeps the column of a ticket field under its new key, and loses it with the field', async () => {
  const world = await makeWorkspace('views-columns', 'Columns', ['Bea', 'Ben', 'Bob', 'Bix'])
  const body = { key: 'area', label: 'Area', kind: 'text' } as const
  const { id } = await as(world.admin)(createTicketField, { body })
  const columns = ['subject', 'field.area', 'updated']
  const view = await create(world.admin, 'With area', { visibility: 'everyone', columns })
  expect(view).toMatchObject({ columns })
  const params = { id: view.id }
  const own = { columns: ['field.area', 'subject'], group: null, folded: [] }
  await as(world.agent)(setViewDisplay, { params, body: own })
  await as(world.admin)(changeTicketField, { params: { id }, body: { key: 'region' } })
  expect(await show(world.admin, view.id)).toMatchObject({ columns: ['subject', 'field.region', 'updated'] })
  expect(await as(world.agent)(showViewDisplay, { params })).toMatchObject({ columns: ['field.region', 'subject'] })
  expect(await change(world.admin, view.id, { columns: ['field.area'] })).toMatchObject({
    ...{ status: 400, fields: { columns: 'There is no ticket field "area"' } },
  })
  await as(world.admin)(archiveTicketField, { params: { id } })
  expect(await show(world.admin, view.id)).toMatchObject({ columns: ['subject', 'updated'] })
  expect(await as(world.agent)(showViewDisplay, { params })).toMatchObject({ columns: ['subject'] })
})

test('members choose how they see a view, and others keep what the view says', async () => {
  const { id } = await create(acme.admin, 'Looks', { visibility: 'everyone', group: 'status', columns: ['subject'] })
  const display = (person: Person, view: string) => as(person)(showViewDisplay, { params: { id: view } })
  expect(await display(acme.agent, id)).toEqual({ columns: ['subject'], group: 'status', folded: [], isOwn: false })
  const own = { columns: ['number', 'subject'] as const, group: 'priority' as const, folded: ['low'] }
  expect(
    await as(acme.agent)(setViewDisplay, { params: { id }, body: { ...own, columns: [...own.columns] } }),
  ).toMatchObject({ ...own, isOwn: true })
  expect(await display(acme.agent, id)).toMatchObject({ ...own, isOwn: true })
  expect(await display(acme.admin, id)).toMatchObject({ columns: ['subject'], isOwn: false })
  await as(acme.agent)(resetViewDisplay, { params: { id } })
  expect(await display(acme.agent, id)).toMatchObject({ columns: ['subject'], isOwn: false })
  await as(acme.agent)(setViewDisplay, { params: { id: 'active' }, body: { columns: ['subject'], group: null } })
  expect(await display(acme.agent, 'active')).toMatchObject({ columns: ['subject'], isOwn: true })
  expect(await display(globex.admin, id)).toMatchObject({ code: 'ticket-view-not-found' })
})

test('admins hide and order the built-in views, and hidden views are not counted', async () => {
  const world = await makeWorkspace('views-built-in', 'Built in', ['Hal', 'Hed', 'Hub', 'Hex'])
  const builtIn = (await listed(world.admin)).flatMap((view) => (view.kind === 'built-in' ? [view.id] : []))
  const order = ['unassigned' as const, ...builtIn.filter((id) => id !== 'unassigned')]
  const settings = (person: Person, body: object) => as(person)(changeViewSettings, { body })
  expect(await settings(world.agent, { hidden: ['spam'] })).toMatchObject({ code: 'not-allowed' })
  expect(await settings(world.admin, { hidden: ['spam'], builtIn: order })).toEqual({
    builtIn: order,
    hidden: ['spam'],
  })
  const views = await listed(world.agent)
  expect(views.map(({ id }) => id)).toEqual(order)
  expect(views.find(({ id }) => id === 'spam')).toMatchObject({ isHidden: true, count: null })
  expect(await settings(world.admin, { builtIn: ['spam'] })).toMatchObject({ code: 'invalid' })
  expect(await settings(world.admin, { hidden: ['trash'], base: { hidden: [] } })).toMatchObject({ code: 'conflict' })
})

test('a list in groups has each ticket once, group after group, without the folded groups', async () => {
  const world = await makeWorkspace('views-groups', 'Groups', ['Gil', 'Gus', 'Gia', 'Geo'])
  const ids: string[] = []
  for (const priority of ['low', 'urgent', 'normal', 'urgent', 'low'] as const) {
    const { id } = await newTicket(world)
    await as(world.agent)(changeTicket, { params: { id }, body: { priority } })
    ids.push(id)
  }
  const page = (query: object) => as(world.agent)(listTickets, { query: { view: 'active', ...query } as never })
  const { items, groups } = await page({ group: 'priority', order: 'created' })
  expect(items.map(({ priority }) => priority)).toEqual(['urgent', 'urgent', 'normal', 'low', 'low'])
  expect(groups).toEqual([
    { value: 'urgent', name: null, shown: 2, count: 2, isMore: false },
    { value: 'normal', name: null, shown: 1, count: 1, isMore: false },
    { value: 'low', name: null, shown: 2, count: 2, isMore: false },
  ])
  const paged: string[] = []
  let cursor: string | null | undefined
  do {
    const part = await page({ group: 'priority', order: 'created', limit: 2, ...(cursor && { cursor }) })
    paged.push(...part.items.map(({ id }) => id))
    cursor = part.next
  } while (cursor)
  expect(paged).toEqual(items.map(({ id }) => id))
  const folded = await page({ group: 'priority', folded: 'urgent,low' })
  expect(folded.items.map(({ id }) => id)).toEqual([ids[2]])
  expect(folded.groups).toHaveLength(3)
  await as(world.agent)(changeTicket, { params: { id: ids[0]! }, body: { assignee: world.agent.id } })
  const byPerson = await page({ group: 'assignee' })
  expect(byPerson.groups!.map(({ value, count }) => [value, count])).toEqual([
    ['none', 4],
    [world.agent.id, 1],
  ])
  expect(await as(world.customer)(listTickets, { query: { group: 'status' } })).toMatchObject({ code: 'not-allowed' })
})

test('pages of the team hear of a shared view, and those of its author alone of a private one', async () => {
  const [ofAdmin, ofAgent] = [await openStream(acme.admin.token), await openStream(acme.agent.token)]
  await create(acme.agent, 'Quiet')
  await create(acme.agent, 'Loud', { visibility: 'everyone' })
  await ofAdmin.until(/ticket-view\.changed/)
  await ofAgent.until(/ticket-view\.changed[\s\S]*ticket-view\.changed/)
  await Promise.all([ofAdmin.close(), ofAgent.close()])
  const heard = (said: string) => said.match(/ticket-view\.changed/g)!.length
  expect(heard(ofAgent.text())).toBe(2 * heard(ofAdmin.text()))
})

test('a view for teams is seen by their members, its author and admins, and by nobody else', async () => {
  const world = await makeWorkspace('team-views', 'Teams', ['Ada', 'Carl', 'Olga', 'Omar'])
  const [inTeam, other] = [await newMember(world, 'Ines'), await newMember(world, 'Otto')]
  const team = (name: string, members: string[]) =>
    as(world.admin)(createTeam, { body: { name, members, color: 'teal' } })
  const [billing, repairs] = [await team('Billing', [inTeam.id]), await team('Repairs', [other.id])]
  const { id: ticketId } = await newTicket(world)
  const view = await create(world.agent, 'Of Billing', { visibility: 'team', teams: [billing.id] })
  expect(view).toMatchObject({ visibility: 'team', teams: [billing.id], canChange: true })
  for (const person of [world.agent, world.admin, inTeam]) expect(await namesOf(person)).toEqual(['Of Billing'])
  expect(await show(inTeam, view.id)).toMatchObject({ canChange: false, teams: [billing.id] })
  expect(await ticketsOf(inTeam, view.id)).toEqual([ticketId])

  expect(await namesOf(other)).toEqual([])
  const refused = { code: 'ticket-view-not-found' }
  expect(await show(other, view.id)).toMatchObject(refused)
  expect(await change(other, view.id, { name: 'Mine' })).toMatchObject(refused)
  expect(await remove(other, view.id)).toMatchObject(refused)
  expect(await as(other)(listTickets, { query: { view: view.id } })).toMatchObject(refused)
  expect(await as(other)(countMatchingTickets, { query: { view: view.id } })).toMatchObject(refused)
  expect(await as(other)(showViewDisplay, { params: { id: view.id } })).toMatchObject(refused)
  expect(
    await as(other)(changeTicketsInBatch, { body: { change: { priority: 'high' }, query: { view: view.id } } }),
  ).toMatchObject(refused)

  await change(world.admin, view.id, { teams: [repairs.id], base: { teams: [billing.id] } })
  expect([await namesOf(inTeam), await namesOf(other)]).toEqual([[], ['Of Billing']])
  await as(world.admin)(changeTeam, { params: { id: repairs.id }, body: { members: [] } })
  expect(await namesOf(other)).toEqual([])
  await as(world.admin)(changeTeam, { params: { id: repairs.id }, body: { members: [other.id] } })
  await as(world.admin)(deleteTeam, { params: { id: repairs.id } })
  expect([await namesOf(other), await namesOf(world.agent)]).toEqual([[], ['Of Billing']])
  expect(await change(world.agent, view.id, { visibility: 'me' })).toMatchObject({ visibility: 'me', teams: [] })
  expect(await namesOf(world.admin)).toEqual([])
})

test('the teams of a view are checked', async () => {
  const team = await as(acme.admin)(createTeam, { body: { name: 'Of views', members: [], color: 'teal' } })
  const foreign = await as(globex.admin)(createTeam, { body: { name: 'Theirs', members: [], color: 'teal' } })
  expect(await create(acme.agent, 'No team', { visibility: 'team' })).toMatchObject({
    fields: { teams: 'Choose at least one team' },
  })
  expect(await create(acme.agent, 'Teams for me', { teams: [team.id] })).toMatchObject({
    fields: { teams: 'Only a view with the visibility `team` has teams' },
  })
  expect(await create(acme.agent, 'Foreign', { visibility: 'team', teams: [foreign.id] })).toMatchObject({
    code: 'team-not-found',
  })
})
