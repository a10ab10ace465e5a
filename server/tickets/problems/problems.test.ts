import { afterEach, describe, expect, test } from 'vitest'
import { cancelBatch, showBatch, undoBatch } from '#contract/bulk/batches.ts'
import { changeTicketField, createTicketField } from '#contract/fields/custom-fields.ts'
import { changeTickets } from '#contract/tickets/changes.ts'
import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import {
  listIncidentRecipients,
  listToldCustomers,
  previewIncidentReplies,
  replyToIncidents,
} from '#contract/tickets/problems.ts'
import { changeTicket, listTicketEvents, reopenTicket, showTicket, solveTicket } from '#contract/tickets/tickets.ts'
import { changeCustomer } from '#contract/workspace/customers.ts'
import { as, ask } from '#test/ask.ts'
import { dumpWorkspace } from '#test/dump-workspace.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { globex, mailsTo, makeWorkspace, newCustomer, owner, type Person, runJobs } from '#test/world.ts'

const world = await makeWorkspace('problems', 'Problems', ['Ada', 'Carl', 'Olga', 'Omar'])
const { agent, admin, customer } = world

type Kind = 'solve' | 'fixed'
const incidentOf = async (requester: Person, problem: string) => {
  const ticket = await newTicket({ ...world, customer: requester }, { subject: 'I cannot sign in' })
  await as(agent)(changeTickets, { body: { ids: [ticket.id], changes: { problem } } })
  return ticket
}
async function newProblem(people: string[] = []) {
  const { id } = await newTicket(world, { subject: 'Sign-in is down' })
  const problem = await as(agent)(changeTicket, { params: { id }, body: { type: 'problem' } })
  const requesters: Person[] = []
  for (const name of people) requesters.push(await newCustomer(world, name))
  const incidents = []
  for (const requester of requesters) incidents.push(await incidentOf(requester, id))
  await runJobs()
  return { problem, requesters, incidents }
}
const plan = (id: string, kind: Kind = 'solve', person = agent) =>
  as(person)(listIncidentRecipients, { params: { id }, query: { kind } })
const text = '<p>Hi {{customer.first_name | "there"}}, {{ticket.number}} is done.</p>'
async function reply(
  id: string,
  { kind = 'solve', person = agent, texts = {}, words = text, tickets }: Partial<Reply> = {},
) {
  const wanted = tickets ?? (await plan(id, kind)).items.map(({ ticket, version }) => ({ id: ticket.id, version }))
  return as(person)(replyToIncidents, { params: { id }, body: { kind, text: words, texts, tickets: wanted } })
}
type Reply = {
  kind: Kind
  person: Person
  texts: Record<string, string>
  words: string
  tickets: { id: string; version: string }[]
}
async function finish({ id }: { id: string }, person = agent) {
  await runJobs()
  return as(person)(showBatch, { params: { id } })
}
const send = () => runJobs({ laterSeconds: 75 })
const show = (id: string) => as(agent)(showTicket, { params: { id } })
const change = (id: string, body: object) => as(agent)(changeTicket, { params: { id }, body })
const close = (id: string) =>
  owner.query(`update tickets set status = 'closed', closed_at = now() where workspace_id = $1 and id = $2`, [
    world.id,
    id,
  ])
const repliesTo = async ({ email }: Person, words: string) =>
  (await mailsTo(email)).filter((mail) => mail.text.includes(words)).length
const repliesOf = async (id: string) =>
  (await as(agent)(listMessages, { params: { id }, query: {} })).items.filter(({ author }) => author.type === 'agent')

afterEach(async () => {
  await owner.query(
    `update batches set state = 'cancelled', ended_at = now() where workspace_id = $1 and state in ('waiting', 'running')`,
    [world.id],
  )
})

describe('a reply to all incidents', () => {
  test('is in the language of each customer, with their values, and solves each incident', async () => {
    const { problem, requesters, incidents } = await newProblem(['Rosa', 'Gerd'])
    const [rosa, gerd] = requesters as [Person, Person]
    await as(agent)(changeCustomer, { params: { id: gerd.id }, body: { language: 'de-AT' } })
    await change(incidents[0]!.id, { subject: '<b> & "it"' })
    const texts = { de: '<p>Hallo {{customer.first_name}}, {{ticket.subject}} ist erledigt.</p>' }
    const words = '<p>Hi {{customer.first_name}}, {{ticket.subject}} is done.</p>'
    const params = { id: problem.id }
    const tickets = incidents.map(({ id }) => id)
    const { items } = await as(agent)(previewIncidentReplies, { params, body: { text: words, texts, tickets } })
    expect(items.map(({ language, html }) => [language, html])).toEqual([
      ['en', '<p>Hi Rosa, &lt;b&gt; &amp; &quot;it&quot; is done.</p>'],
      ['de', '<p>Hallo Gerd, I cannot sign in ist erledigt.</p>'],
    ])
    const batch = await finish(await reply(problem.id, { texts, words }))
    expect(batch).toMatchObject({
      kind: 'incident-replies',
      state: 'done',
      total: 2,
      done: 2,
      failed: 0,
      canUndo: true,
    })
    expect((await show(incidents[0]!.id)).status).toBe('open')
    await send()
    for (const { id } of incidents)
      expect(await show(id)).toMatchObject({ status: 'solved', assignee: { id: agent.id } })
    expect(await repliesTo(rosa, 'Hi Rosa, <b> & ')).toBe(1)
    expect(await repliesTo(gerd, 'Hallo Gerd, I cannot sign in ist erledigt.')).toBe(1)
    const events = await as(agent)(listTicketEvents, { params, query: {} })
    expect(events.items.find(({ type }) => type === 'incidents.answered')!.new).toEqual({ kind: 'solve', count: 2 })
  })

  test('names the recipients and says which incidents are left out and why', async () => {
    const { problem, incidents } = await newProblem(['Ann', 'Ben', 'Cid', 'Dan', 'Eve', 'Flo'])
    const [open, solved, closed, trashed, spam, held] = incidents.map(({ id }) => id) as [string, ...string[]]
    await as(agent)(solveTicket, { params: { id: solved! } })
    await close(closed!)
    await as(agent)(changeTickets, { body: { ids: [trashed!], changes: { trash: true } } })
    await as(agent)(changeTickets, { body: { ids: [spam!], changes: { spam: true } } })
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    await as(agent)(writeMessage, { params: { id: held! }, body: { text: 'Later', sendAt } })
    const { items, left } = await plan(problem.id)
    expect(items.map(({ ticket, recipients }) => [ticket.id, recipients.map(({ name }) => name)])).toEqual([
      [open, ['Ann']],
    ])
    expect(left.map(({ ticket, code }) => [ticket.id, code])).toEqual([
      [solved, 'incident-solved'],
      [closed, 'incident-solved'],
      [trashed, 'ticket-in-trash'],
      [spam, 'incident-in-spam'],
      [held, 'incident-answered'],
    ])
  })

  test('names in its preview every incident that would get it and for which a variable has no value', async () => {
    const { problem, requesters, incidents } = await newProblem(['Wim', 'Xav', 'Yul', 'Zed'])
    const [without, german, fallback, solved] = incidents.map(({ id }) => id) as [string, string, string, string]
    for (const { id } of requesters) await as(agent)(changeCustomer, { params: { id }, body: { name: '' } })
    await as(agent)(changeCustomer, { params: { id: requesters[1]!.id }, body: { name: 'Xav', language: 'de' } })
    await as(agent)(changeCustomer, { params: { id: requesters[2]!.id }, body: { language: 'fr' } })
    await as(agent)(solveTicket, { params: { id: solved } })
    const body = {
      text: '<p>Hi {{customer.name}}</p>',
      texts: { de: '<p>{{customer.name}} {{ticket.field.none}}</p>', fr: '<p>{{customer.name | "vous"}}</p>' },
      tickets: [fallback],
    }
    await as(admin)(createTicketField, { body: { key: 'none', label: 'None', kind: 'text' } })
    const preview = await as(agent)(previewIncidentReplies, { params: { id: problem.id }, body })
    expect(preview.items.map(({ ticketId, unfilled }) => [ticketId, unfilled])).toEqual([[fallback, []]])
    expect(preview.lacking.map(({ ticketId, unfilled }) => [ticketId, unfilled])).toEqual([
      [without, ['customer.name']],
      [german, ['ticket.field.none']],
    ])
  })

  test('leaves out an incident with an empty field that solving requires', async () => {
    const { problem, incidents } = await newProblem(['Gil'])
    const field = await as(admin)(createTicketField, {
      body: { key: 'cause', label: 'Cause', kind: 'text', required: 'on_solve' },
    })
    expect((await plan(problem.id)).left).toMatchObject([{ code: 'fields-missing' }])
    await change(incidents[0]!.id, { customFields: { cause: 'Cable' } })
    expect((await plan(problem.id)).items).toHaveLength(1)
    const batch = await finish(await reply(problem.id, { words: '<p>It was the {{ticket.field.cause}}.</p>' }))
    expect(batch).toMatchObject({ done: 1 })
    await send()
    expect((await repliesOf(incidents[0]!.id))[0]).toMatchObject({ bodyText: 'It was the Cable.' })
    await as(admin)(changeTicketField, { params: { id: field.id }, body: { required: 'never' } })
  })

  test('is not written where the customer wrote or the people changed after the preview', async () => {
    const { problem, requesters, incidents } = await newProblem(['Hal', 'Ida', 'Jan'])
    const tickets = (await plan(problem.id)).items.map(({ ticket, version }) => ({ id: ticket.id, version }))
    await as(requesters[0]!)(writeMessage, { params: { id: incidents[0]!.id }, body: { text: 'One more thing' } })
    const cc = (await newCustomer(world, 'Kim')).email
    await as(agent)(writeMessage, {
      params: { id: incidents[1]!.id },
      body: { kind: 'note', text: 'A note', cc: [cc] },
    })
    const batch = await finish(await reply(problem.id, { tickets }))
    expect(batch).toMatchObject({ done: 1, failed: 2 })
    expect(batch.failures.map(({ subject }) => subject).toSorted()).toEqual(
      incidents
        .slice(0, 2)
        .map(({ id }) => id)
        .toSorted(),
    )
    await send()
    expect(await repliesTo(requesters[0]!, 'is done')).toBe(0)
    expect(await repliesTo(requesters[2]!, 'is done')).toBe(1)
  })

  test('goes back to the draft of its author where the customer writes before it is sent', async () => {
    const { problem, requesters, incidents } = await newProblem(['Lea'])
    await finish(await reply(problem.id))
    await as(requesters[0]!)(writeMessage, { params: { id: incidents[0]!.id }, body: { text: 'It works again' } })
    await send()
    expect(await repliesTo(requesters[0]!, 'is done')).toBe(0)
    expect(await as(agent)(listToldCustomers, { params: { id: problem.id }, query: {} })).toMatchObject({
      customers: 0,
    })
  })

  test('is taken back by the undo until it is sent, row for row, and stays afterwards', async () => {
    const { problem, requesters, incidents } = await newProblem(['Mia', 'Ned'])
    await finish(await reply(problem.id, { tickets: [(await plan(problem.id)).items[0]!].map(planned) }))
    await send()
    const aside = { batches: [], batch_items: [], incident_replies: [], incident_reply_tickets: [] }
    const dump = async () => {
      const { tickets = [], ...rows } = await dumpWorkspace(world)
      // The numbers of messages are not used again.
      const withoutNumbers = tickets.map((row) => row.replace(/"last_message_seq": \d+/, ''))
      return { ...rows, ...aside, tickets: withoutNumbers, ticket_reads: [] }
    }
    const before = await dump()
    const batch = await finish(await reply(problem.id))
    expect(await repliesOf(incidents[1]!.id)).toHaveLength(1)
    const undone = await finish(await as(agent)(undoBatch, { params: { id: batch.id } }))
    expect(undone).toMatchObject({ done: 1, failed: 0 })
    expect(await dump()).toEqual(before)
    await send()
    expect(await repliesTo(requesters[1]!, 'is done')).toBe(0)
    const again = await finish(await reply(problem.id))
    await send()
    const late = await finish(await as(agent)(undoBatch, { params: { id: again.id } }))
    expect(late).toMatchObject({ done: 0, failed: 1 })
    expect((await show(incidents[1]!.id)).status).toBe('solved')
  })

  test('stops in the middle when it is cancelled', async () => {
    const { problem, incidents } = await newProblem(['Oda', 'Pia'])
    const started = await reply(problem.id)
    await as(agent)(cancelBatch, { params: { id: started.id } })
    expect(await finish(started)).toMatchObject({ state: 'cancelled', done: 0 })
    expect(await repliesOf(incidents[0]!.id)).toEqual([])
  })

  test('is written once when two people start it at once', async () => {
    const { problem, requesters } = await newProblem(['Quin', 'Rob'])
    const tickets = (await plan(problem.id)).items.map(planned)
    const both = await Promise.all([reply(problem.id, { tickets }), reply(problem.id, { tickets, person: admin })])
    await runJobs()
    const ended = [await finish(both[0]!), await finish(both[1]!, admin)]
    expect(ended.map(({ done }) => done).toSorted()).toEqual([0, 2])
    await send()
    for (const requester of requesters) expect(await repliesTo(requester, 'is done')).toBe(1)
  })

  test('skips an incident that somebody solved meanwhile', async () => {
    const { problem, requesters, incidents } = await newProblem(['Sue'])
    const tickets = (await plan(problem.id)).items.map(planned)
    await as(admin)(solveTicket, { params: { id: incidents[0]!.id } })
    expect((await finish(await reply(problem.id, { tickets }))).failures).toMatchObject([
      { subject: incidents[0]!.id, detail: 'This incident is solved already' },
    ])
    await send()
    expect(await repliesTo(requesters[0]!, 'is done')).toBe(0)
  })

  test('needs a known variable, a value for each variable, and a problem', async () => {
    const { problem, requesters, incidents } = await newProblem(['Tom'])
    expect(await reply(problem.id, { words: '<p>{{customer.nickname}}</p>' })).toMatchObject({
      fields: { text: expect.stringContaining('no variable') },
    })
    expect(await reply(problem.id, { words: '<p> </p>' })).toMatchObject({ code: 'nothing-to-say' })
    await as(agent)(changeCustomer, { params: { id: requesters[0]!.id }, body: { name: '' } })
    expect(await reply(problem.id, { words: '<p>Hi {{customer.first_name}}</p>' })).toMatchObject({
      code: 'variables-unfilled',
      detail: expect.stringContaining(`{{customer.first_name}} in ${incidents[0]!.number}.`),
    })
    expect(await repliesOf(incidents[0]!.id)).toEqual([])
    const version = 'x'
    expect(await reply(incidents[0]!.id, { tickets: [{ id: incidents[0]!.id, version }] })).toMatchObject({
      code: 'not-a-problem',
    })
    const foreign = await newTicket(globex)
    const batch = await finish(await reply(problem.id, { tickets: [{ id: foreign.id, version }] }))
    expect(batch.failures).toMatchObject([{ detail: 'There is no such ticket' }])
  })
})

const planned = ({ ticket, version }: { ticket: { id: string }; version: string }) => ({ id: ticket.id, version })

describe('the news that a problem is fixed', () => {
  const solve = (id: string) => as(agent)(solveTicket, { params: { id } })
  const told = (id: string, person: Person = agent) => as(person)(listToldCustomers, { params: { id }, query: {} })

  test('reaches each customer once, also on a closed incident, which stays closed', async () => {
    const { problem, requesters, incidents } = await newProblem(['Uma', 'Vic'])
    const [uma, vic] = requesters as [Person, Person]
    const second = await incidentOf(uma, problem.id)
    await close(incidents[1]!.id)
    expect(await reply(problem.id, { kind: 'fixed' })).toMatchObject({ code: 'problem-not-solved' })
    await solve(problem.id)
    const { items, left } = await plan(problem.id, 'fixed')
    expect(items.map(({ ticket }) => ticket.id)).toEqual([incidents[1]!.id, second.id])
    expect(left.map(({ ticket, code }) => [ticket.id, code])).toEqual([[incidents[0]!.id, 'customer-told-elsewhere']])
    await finish(await reply(problem.id, { kind: 'fixed' }))
    expect(await told(problem.id)).toMatchObject({ items: [], customers: 0, waiting: 2 })
    await send()
    expect([await repliesTo(uma, 'is done'), await repliesTo(vic, 'is done')]).toEqual([1, 1])
    expect((await show(incidents[1]!.id)).status).toBe('closed')
    const list = await told(problem.id)
    expect(list).toMatchObject({ customers: 2, waiting: 0 })
    expect(list.items).toMatchObject([
      { kind: 'fixed', by: { id: agent.id }, recipients: [expect.any(String)], sentAt: expect.any(String) },
      { kind: 'fixed' },
    ])
  })

  test('is not told twice, unless the problem was reopened and solved again', async () => {
    const { problem, requesters } = await newProblem(['Wim'])
    await finish(await reply(problem.id))
    await send()
    await solve(problem.id)
    expect((await plan(problem.id, 'fixed')).left).toMatchObject([{ code: 'customer-told' }])
    await as(agent)(reopenTicket, { params: { id: problem.id } })
    await solve(problem.id)
    await finish(await reply(problem.id, { kind: 'fixed' }))
    await send()
    expect(await repliesTo(requesters[0]!, 'is done')).toBe(2)
  })

  test('is told once when two people tell it at once', async () => {
    const { problem, requesters } = await newProblem(['Xia', 'Yan'])
    await incidentOf(requesters[0]!, problem.id)
    await solve(problem.id)
    const tickets = (await plan(problem.id, 'fixed')).items.map(planned)
    await Promise.all([
      reply(problem.id, { kind: 'fixed', tickets }),
      reply(problem.id, { kind: 'fixed', tickets, person: admin }),
    ])
    await runJobs()
    await send()
    for (const requester of requesters) expect(await repliesTo(requester, 'is done')).toBe(1)
  })

  test('is not for customers, other workspaces and keys without the scope', async () => {
    const { problem } = await newProblem(['Zoe'])
    const params = { id: problem.id }
    const body = { kind: 'solve' as const, text, tickets: [{ id: problem.id, version: 'x' }] }
    const strangers = [customer, globex.agent, { ...agent, token: await newKey(world, ['tickets:write']) }]
    const codes = async (call: (person: Person) => Promise<{ statusCode: number }>) =>
      (await Promise.all(strangers.map(call))).map(({ statusCode }) => statusCode)
    expect(await codes((person) => ask(person, listToldCustomers, { params, query: {} }))).toEqual([403, 404, 403])
    const query = { kind: 'solve' as const }
    expect(await codes((person) => ask(person, listIncidentRecipients, { params, query }))).toEqual([403, 404, 403])
    expect(await codes((person) => ask(person, replyToIncidents, { params, body }))).toEqual([403, 404, 403])
    const preview = { text, tickets: [problem.id] }
    expect(await codes((person) => ask(person, previewIncidentReplies, { params, body: preview }))).toEqual([
      403, 404, 403,
    ])
  })
})
