import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { sendTestTicket, showOnboarding } from '#contract/overview/onboarding.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import {
  changeTicket,
  createTicket,
  findTicketByNumber,
  listTicketEvents,
  listTickets,
  markTicketSeen,
  showServiceReport,
  showTicket,
  snoozeTicket,
  trashTicket,
} from '#contract/tickets/tickets.ts'
import { listTicketViews } from '#contract/tickets/views.ts'
import { as, ask } from '#test/ask.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { passTime } from '#test/pass-time.ts'
import { acme, globex, makeWorkspace, newCustomer, newMember, owner, type Person } from '#test/world.ts'

afterEach(() => vi.restoreAllMocks())

const { agent, admin, customer, otherCustomer } = acme
const notFound = { status: 404, code: 'ticket-not-found' }
const notAllowed = { status: 403, code: 'not-allowed' }
const notSignedIn = { status: 401, code: 'not-signed-in' }

const list = (query: Record<string, string>, reader: Person | null = agent) => as(reader)(listTickets, { query })
const idsOf = async (query: Record<string, string>, reader = agent) =>
  (await list(query, reader)).items.map(({ id }) => id)
const show = (id: string, reader = agent) => as(reader)(showTicket, { params: { id } })
const patch = (id: string, body: object, person: Person | null = agent) =>
  as(person)(changeTicket, { params: { id }, body })

test.each(['mine', 'unassigned', 'pending', 'closed', 'snoozed', 'spam', 'trash'])(
  'customers have no view %s, not even to search in',
  async (view) => {
    expect(await list({ view }, customer)).toMatchObject(notAllowed)
    expect(await list({ view, q: 'late' }, customer)).toMatchObject(notAllowed)
  },
)

test('a view that there is not, and a page too long, are refused', async () => {
  expect(await list({ view: 'lost' })).toMatchObject({ status: 400, code: 'invalid' })
  expect(await list({ order: 'random' })).toMatchObject({ status: 400, code: 'invalid' })
  expect(await list({ limit: '101' })).toMatchObject({ status: 400, code: 'invalid' })
  expect(await list({ q: 'x'.repeat(2001) })).toMatchObject({ status: 400, code: 'invalid' })
  expect(await list({}, null)).toMatchObject(notSignedIn)
})

test('a customer’s views hold their own tickets, in whatever state the team has them', async () => {
  const quinn = await newCustomer(acme, 'Quinn')
  const own = { ...acme, customer: quinn }
  const [fresh, snoozed, spam, solved, closed, trashed] = [
    await newTicket(own),
    await newTicket(own),
    await newTicket(own),
    await answeredTicket(own, 'solved'),
    await answeredTicket(own, 'solved'),
    await newTicket(own),
  ]
  await as(agent)(snoozeTicket, { params: snoozed, body: { until: '2100-01-01T00:00:00.000Z' } })
  await owner.query('update tickets set spam_at = now() where id = $1', [spam.id])
  await owner.query(`update tickets set status = 'closed' where id = $1`, [closed.id])
  await as(agent)(trashTicket, { params: { id: trashed.id } })
  const seen = async (view: string) => (await idsOf({ view }, quinn)).toSorted()
  expect(await seen('active')).toEqual([fresh.id, snoozed.id, spam.id].sort())
  expect(await seen('solved')).toEqual([solved.id, closed.id].sort())
  expect(await seen('all')).toEqual([fresh.id, snoozed.id, spam.id, solved.id, closed.id].sort())
  expect(await list({ view: 'all', requester: customer.id }, quinn)).toMatchObject({ items: [], next: null })
})

test('a list asked for somebody of another workspace is empty', async () => {
  await newTicket(acme)
  expect(await idsOf({ requester: customer.id }, globex.agent)).toEqual([])
  expect(await idsOf({ requester: randomUUID() })).toEqual([])
})

test('the cursor of one workspace shows another nothing of it', async () => {
  const [first, second] = [await newTicket(acme), await newTicket(acme)]
  const page = await list({ view: 'all', order: 'created', limit: '1' })
  const theirs = await idsOf({ view: 'all', order: 'created', cursor: page.next!, limit: '100' }, globex.agent)
  expect(theirs.filter((id) => id === first.id || id === second.id)).toEqual([])
  expect(await idsOf({ view: 'all', order: 'created', cursor: page.next!, limit: '1' })).toEqual([first.id])
})

test('what is in the trash is found there by the team, and nowhere by its customer', async () => {
  const { id, number } = await newTicket(acme, { subject: 'Cassowary' })
  await as(agent)(trashTicket, { params: { id } })
  expect([await idsOf({ q: 'cassowary' }), await idsOf({ q: 'cassowary', view: 'trash' })]).toEqual([[], [id]])
  expect(await idsOf({ q: 'cassowary' }, customer)).toEqual([])
  expect(await idsOf({ q: String(number) }, customer)).not.toContain(id)
  expect(await as(customer)(findTicketByNumber, { params: { number } })).toMatchObject(notFound)
  expect(await as(agent)(findTicketByNumber, { params: { number } })).toEqual({ id })
})

test('a number leads to the ticket of one’s own workspace, and to none where there is none', async () => {
  const [{ id, number }, foreign] = [await newTicket(acme), await newTicket(globex)]
  const lookUp = (person: Person | null, asked: unknown) =>
    as(person)(findTicketByNumber, { params: { number: asked } })
  expect(await lookUp(agent, number)).toEqual({ id })
  expect(await lookUp(customer, number)).toEqual({ id })
  await owner.query('update tickets set number = 77777 where id = $1', [foreign.id])
  expect(await lookUp(globex.agent, 77777)).toEqual({ id: foreign.id })
  expect(await lookUp(agent, 77777)).toMatchObject(notFound)
  expect(await idsOf({ q: '77777' })).toEqual([])
  expect(await lookUp(agent, 'seven')).toMatchObject({ code: 'invalid' })
  expect(await lookUp(agent, 0)).toMatchObject({ code: 'invalid' })
  expect(await lookUp(null, number)).toMatchObject(notSignedIn)
})

test('another customer’s number finds nothing', async () => {
  const { number } = await newTicket(acme)
  expect(await idsOf({ q: `#${number}` }, otherCustomer)).toEqual([])
})

test('how far one has read never goes back, and never past the last message', async () => {
  const { id } = await newTicket(acme)
  const seen = (seq: number) => as(agent)(markTicketSeen, { params: { id }, body: { seq } })
  const isUnread = async () =>
    (await list({ view: 'all', order: 'created' })).items.find((row) => row.id === id)!.isUnread
  await seen(99)
  await seen(0)
  expect(await isUnread()).toBe(false)
  await as(customer)(writeMessage, { params: { id }, body: { text: 'And another question' } })
  expect(await isUnread()).toBe(true)
})

test('reading is for the team of the workspace, and for numbers', async () => {
  const { id } = await newTicket(acme)
  const seen = (person: Person | null, seq: number) => as(person)(markTicketSeen, { params: { id }, body: { seq } })
  expect(await seen(customer, 1)).toMatchObject(notAllowed)
  expect(await seen(globex.agent, 1)).toMatchObject(notFound)
  expect(await seen(null, 1)).toMatchObject(notSignedIn)
  expect(await seen(agent, -1)).toMatchObject({ code: 'invalid' })
  const { rows } = await owner.query('select from ticket_reads where ticket_id = $1', [id])
  expect(rows).toEqual([])
})

test('the history is for the team of the workspace, page by page', async () => {
  const { id } = await newTicket(acme)
  await patch(id, { priority: 'high', type: 'task' })
  const events = (person: Person, query = {}) => as(person)(listTicketEvents, { params: { id }, query })
  expect(await events(customer)).toMatchObject(notAllowed)
  expect(await events(globex.admin)).toMatchObject(notFound)
  const whole = await events(agent)
  const first = await events(agent, { limit: '3' })
  const second = await events(agent, { limit: '3', cursor: first.next! })
  expect(first.items).toHaveLength(3)
  expect([...first.items, ...second.items]).toEqual(whole.items)
  expect(second.next).toBeNull()
  expect(await events(agent, { cursor: 'nonsense' })).toMatchObject({ code: 'invalid' })
})

test('customers change no field of their ticket', async () => {
  const { id } = await newTicket(acme)
  expect(await patch(id, { priority: 'urgent' }, customer)).toMatchObject(notAllowed)
  expect(await patch(id, { priority: 'urgent' }, globex.admin)).toMatchObject(notFound)
  expect(await patch(id, { priority: 'urgent' }, null)).toMatchObject(notSignedIn)
  expect(await patch(id, { snoozedUntil: '2100-01-01T00:00:00.000Z' })).toMatchObject({ code: 'invalid' })
  expect(await patch(id, { requester: randomUUID() })).toMatchObject({ code: 'invalid' })
  expect(await show(id)).toMatchObject({ priority: 'normal', status: 'new', snoozedUntil: null })
})

test('a change of any state is taken with If-Match: *, and of one of several', async () => {
  const { id } = await newTicket(acme)
  const etag = String((await ask(agent, showTicket, { params: { id } })).headers.etag)
  const change = async (match: string, priority: 'high' | 'low') =>
    (await ask(agent, changeTicket, { params: { id }, body: { priority } }, { 'if-match': match })).statusCode
  expect(await change(`"0", ${etag}`, 'high')).toBe(200)
  expect(await change(`"0", ${etag}`, 'low')).toBe(412)
  expect(await change('*', 'low')).toBe(200)
})

test('counts, the report and the set-up are for the team', async () => {
  const asked = async (person: Person | null) => [
    await as(person)(listTicketViews, {}),
    await as(person)(showServiceReport, {}),
    await as(person)(showOnboarding, {}),
    await as(person)(sendTestTicket, {}),
  ]
  expect(await asked(customer)).toMatchObject(Array(4).fill(notAllowed))
  expect(await asked(null)).toMatchObject(Array(4).fill(notSignedIn))
})

test('counts, report and set-up tell of one’s own workspace, and mine of oneself', async () => {
  const world = await makeWorkspace('own-counts', 'Own', ['Oda', 'Ole', 'Ona', 'Ott'])
  const [mine] = [await newTicket(world), await newTicket(world), await newTicket(globex), await newTicket(acme)]
  await patch(mine.id, { assignee: world.agent.id }, world.agent)
  const count = async (person: Person, view: string) =>
    (await as(person)(listTicketViews, {})).items.find(({ id }) => id === view)!.count
  const member = await newMember(world, 'Otto')
  expect([await count(world.agent, 'mine'), await count(member, 'mine'), await count(member, 'all')]).toEqual([1, 0, 2])
  expect(await as(world.agent)(showServiceReport, {})).toMatchObject({ mine: 1, active: 2, unassigned: 1 })
  expect(await as(member)(showServiceReport, {})).toMatchObject({ mine: 0, active: 2, longestWaiting: [{}, {}] })
  const steps = (await as(member)(showOnboarding, {})).steps.filter(({ isDone }) => isDone)
  expect(steps.map(({ id }) => id)).toEqual(['invite'])
})

test('no test ticket is sent without a running trial', async () => {
  const world = await makeWorkspace('no-trial-test', 'No trial', ['Nia', 'Nat', 'Noa', 'Nils'])
  await owner.query('update service_settings set started_at = null where workspace_id = $1', [world.id])
  expect(await as(world.admin)(sendTestTicket, {})).toMatchObject({ code: 'trial-not-started' })
  expect(await as(world.admin)(showServiceReport, {})).toMatchObject({ active: 0, medianFirstReplyMinutes: null })
})

test('the team opens tickets for no member who left, and customers none for others', async () => {
  const former = await newMember(acme, 'Former')
  await owner.query(`update members set status = 'deactivated' where id = $1`, [former.id])
  const body = { subject: 'S', text: 'T', requester: { email: 'anna@asks.test' } }
  const open = (assignee: string) => as(admin)(createTicket, { body: { ...body, assignee } })
  expect(await open(former.id)).toMatchObject({ code: 'assignee-not-active' })
  expect(await open(globex.agent.id)).toMatchObject({ code: 'assignee-not-active' })
  expect(await as(customer)(createTicket, { body })).toMatchObject(notAllowed)
  const { rows } = await owner.query(`select from customer_emails where address = 'anna@asks.test'`)
  expect(rows).toEqual([])
})

test('a view is counted to a thousand, and a large one anew after ten seconds', async () => {
  const world = await makeWorkspace('a-thousand', 'Many', ['Mia', 'Max', 'Mona', 'Moe'])
  await owner.query(
    `insert into tickets (workspace_id, number, subject, channel, requester_id)
     select $1, number, 'Many', 'import', $2 from generate_series(1, 1001) number`,
    [world.id, world.customer.id],
  )
  const { items } = await as(world.agent)(listTicketViews, {})
  expect(items.filter(({ count }) => count !== 0)).toMatchObject(
    ['active', 'unassigned', 'all'].map((id) => ({ id, count: 1000, isMore: true })),
  )
  await owner.query('delete from tickets where workspace_id = $1 and number > 500', [world.id])
  expect((await as(world.agent)(listTicketViews, {})).items).toEqual(items)
  await passTime(10_001)
  const { items: later } = await as(world.agent)(listTicketViews, {})
  expect(later.find(({ id }) => id === 'all')).toMatchObject({ id: 'all', count: 500, isMore: false })
})
