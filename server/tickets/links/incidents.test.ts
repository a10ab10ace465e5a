import { expect, test } from 'vitest'
import { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import { linkTicket, listIncidents, listTicketLinks, mostIncidents, unlinkTicket } from '#contract/tickets/links.ts'
import { mergeTicket } from '#contract/tickets/merging.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, listTicketEvents, listTickets, showTicket, solveTicket } from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { dumpWorkspace } from '#test/dump-workspace.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { globex, makeWorkspace, owner, runJobs } from '#test/world.ts'

const world = await makeWorkspace('incidents', 'Incidents', ['Ada', 'Carl', 'Olga', 'Omar'])
const { agent, customer } = world

const newOne = (subject?: string) => newTicket(world, subject ? { subject } : {})
async function newProblem() {
  const ticket = await newOne('Login is down')
  return as(agent)(changeTicket, { params: { id: ticket.id }, body: { type: 'problem' } })
}
const link = (id: string, problem: string) =>
  as(agent)(linkTicket, { params: { id }, body: { kind: 'incident_of', ticketId: problem } })
const change = (ids: string[], problem: string | null) =>
  as(agent)(changeTickets, { body: { ids, changes: { problem } } })
const incidentsOf = (id: string, query: { limit?: number; cursor?: string } = {}) =>
  as(agent)(listIncidents, { params: { id }, query })
const idsOf = async (id: string) => (await incidentsOf(id)).items.map(({ ticket }) => ticket.id)
const found = async (q: string) => (await as(agent)(listTickets, { query: { q } })).items.map(({ id }) => id)
const typeOf = async (id: string) => (await as(agent)(showTicket, { params: { id } })).type

test('an incident gets its type, shows its problem, and both histories say so', async () => {
  const [problem, incident] = [await newProblem(), await newOne()]
  expect(await link(incident.id, problem.id)).toMatchObject({ kind: 'incident_of', ticket: { id: problem.id } })
  expect(await typeOf(incident.id)).toBe('incident')
  const { items } = await as(agent)(listTicketEvents, { params: { id: problem.id }, query: {} })
  expect(items.find(({ type }) => type === 'link.added')!.new).toEqual({
    ...{ id: incident.id, number: incident.number, kind: 'problem_of' },
  })
  expect((await as(agent)(listTicketLinks, { params: { id: problem.id } })).items).toEqual([])
  const [shown] = (await as(agent)(listTicketLinks, { params: { id: incident.id } })).items
  expect(shown).toMatchObject({ kind: 'incident_of', ticket: { number: problem.number } })
  await as(agent)(unlinkTicket, { params: { id: problem.id, linkId: shown!.id } })
  expect(await idsOf(problem.id)).toEqual([])
})

test('incidents are listed page by page with their number and the number of open ones', async () => {
  const problem = await newProblem()
  const all = [await newOne(), await newOne(), await newOne()]
  for (const { id } of all) await link(id, problem.id)
  await as(agent)(solveTicket, { params: { id: all[0]!.id } })
  const first = await incidentsOf(problem.id, { limit: 2 })
  expect([first.items.map(({ ticket }) => ticket.id), first.total, first.open]).toEqual([
    all.slice(0, 2).map(({ id }) => id),
    3,
    2,
  ])
  const second = await incidentsOf(problem.id, { limit: 2, cursor: first.next! })
  expect([second.items.map(({ ticket }) => ticket.id), second.next]).toEqual([[all[2]!.id], null])
})

test('a ticket has one problem, and a second one replaces it', async () => {
  const [one, other, incident] = [await newProblem(), await newProblem(), await newOne()]
  await link(incident.id, one.id)
  expect(await link(incident.id, one.id)).toMatchObject({ code: 'link-exists' })
  await link(incident.id, other.id)
  expect([await idsOf(one.id), await idsOf(other.id)]).toEqual([[], [incident.id]])
})

test('a change of many tickets links them to a problem, and its undo restores every row', async () => {
  const [one, other] = [await newProblem(), await newProblem()]
  const [first, second] = [await newOne(), await newOne()]
  await link(first.id, one.id)
  await runJobs()
  const changedTicketsAside = async () => ({ ...(await dumpWorkspace(world)), ticket_changes: [], changed_tickets: [] })
  const linksAside = async () => ({ ...(await changedTicketsAside()), ticket_links: [] })
  const before = await linksAside()
  const { id, results } = await change([first.id, second.id], other.id)
  expect(results.map(({ problem }) => problem)).toEqual([undefined, undefined])
  expect(await idsOf(other.id)).toEqual([first.id, second.id])
  await as(agent)(undoTicketChange, { params: { id } })
  expect([await idsOf(one.id), await idsOf(other.id)]).toEqual([[first.id], []])
  expect(await linksAside()).toEqual(before)
})

test('a message can link its ticket to a problem, also when it is sent later', async () => {
  const [problem, now, later] = [await newProblem(), await newOne(), await newOne()]
  const changes = { problem: problem.id }
  const write = (id: string, sendAt?: string) =>
    as(agent)(writeMessage, { params: { id }, body: { text: 'We look into it', changes, sendAt } })
  await write(now.id)
  await write(later.id, new Date(Date.now() + 60_000).toISOString())
  expect(await idsOf(problem.id)).toEqual([now.id])
  await runJobs({ laterSeconds: 61 })
  expect(await idsOf(problem.id)).toEqual([now.id, later.id])
})

test('a problem must be one, be active and have room, and is no incident itself', async () => {
  const [problem, plain, trashed] = [await newProblem(), await newOne(), await newProblem()]
  const codeOf = async (id: string, of: string) => (await link(id, of)).code
  expect(await codeOf(plain.id, (await newOne()).id)).toBe('not-a-problem')
  expect(await codeOf((await newProblem()).id, problem.id)).toBe('incident-is-problem')
  expect(await codeOf(problem.id, problem.id)).toBe('link-to-itself')
  await as(agent)(changeTickets, { body: { ids: [trashed.id], changes: { trash: true } } })
  expect(await codeOf(plain.id, trashed.id)).toBe('problem-not-active')
  await owner.query(
    `with added as (insert into tickets (workspace_id, number, subject, requester_id, channel)
       select $1, 100000 + n, 'Many', $2, 'api' from generate_series(1, ${mostIncidents}) n returning id)
     insert into ticket_links (workspace_id, ticket_id, kind, other_id) select $1, id, 'incident_of', $3 from added`,
    [world.id, customer.id, problem.id],
  )
  expect(await codeOf(plain.id, problem.id)).toBe('too-many-incidents')
  await owner.query('delete from tickets where workspace_id = $1 and number > 100000', [world.id])
})

test('two people link a ticket to different problems at once, and one link is left', async () => {
  const [one, other, incident] = [await newProblem(), await newProblem(), await newOne()]
  await Promise.all([change([incident.id], one.id), link(incident.id, other.id)])
  expect([...(await idsOf(one.id)), ...(await idsOf(other.id))]).toEqual([incident.id])
})

test('a problem with incidents is not merged into another ticket', async () => {
  const [problem, incident, into] = [await newProblem(), await newOne(), await newOne()]
  await link(incident.id, problem.id)
  expect(await as(agent)(mergeTicket, { params: { id: problem.id }, body: { into: into.id } })).toMatchObject({
    code: 'problem-has-incidents',
  })
  await as(agent)(mergeTicket, { params: { id: into.id }, body: { into: problem.id } })
})

test('queries find the incidents of a problem, and the problems that have some', async () => {
  const [problem, incident, alone] = [await newProblem(), await newOne('Okapi one'), await newOne('Okapi two')]
  await link(incident.id, problem.id)
  expect(await found(`problem:${problem.number}`)).toEqual([incident.id])
  expect(await found('okapi problem:any')).toEqual([incident.id])
  expect(await found('okapi problem:none')).toEqual([alone.id])
  expect(await found(`has:incidents number:${problem.number}`)).toEqual([problem.id])
  expect(await found('okapi has:incidents')).toEqual([])
})

test('customers, other workspaces and keys without the scope see and make no incidents', async () => {
  const [problem, incident, foreign] = [await newProblem(), await newOne(), await newTicket(globex)]
  await link(incident.id, problem.id)
  const token = await newKey(world, ['tickets:write'])
  const read = (person: typeof customer) => ask(person, listIncidents, { params: { id: problem.id }, query: {} })
  const answers = await Promise.all([customer, globex.agent, { ...agent, token }].map(read))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 404, 403])
  const seen = await as(customer)(showTicket, { params: { id: incident.id } })
  expect(JSON.stringify(seen)).not.toContain(problem.id)
  const links = await ask(customer, listTicketLinks, { params: { id: incident.id } })
  expect(links.statusCode).toBe(403)
  expect(await change([incident.id], foreign.id)).toMatchObject({
    results: [{ problem: { code: 'ticket-not-found' } }],
  })
})
