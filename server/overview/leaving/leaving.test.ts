import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { showMemberWork } from '#contract/overview/leaving.ts'
import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, listTickets, showTicket, snoozeTicket, solveTicket } from '#contract/tickets/tickets.ts'
import { createApiKey, listApiKeys } from '#contract/workspace/api-keys.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { changeMember } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { openRelay } from '#test/relay.ts'
import { acme, globex, newMember, owner, type Person, runJobs } from '#test/world.ts'

const { admin, customer } = acme
const deactivate = (whom: Person, ticketsTo?: string | null, by = admin) =>
  as(by)(changeMember, {
    params: { id: whom.id },
    body: { isActive: false, ...(ticketsTo !== undefined && { ticketsTo }) },
  })
const reactivate = (whom: Person) => as(admin)(changeMember, { params: { id: whom.id }, body: { isActive: true } })
const show = (id: string) => as(admin)(showTicket, { params: { id } })

async function ticketOf(member: Person, to = acme) {
  const { id } = await newTicket(to)
  await as(to.admin)(changeTicket, { params: { id }, body: { assignee: member.id } })
  return id
}

test('the open tickets of somebody who leaves go to whom the admin says, and solved ones stay', async () => {
  const taken = await openRelay()
  const [leaver, heir] = [await newMember(acme, 'Lea'), await newMember(acme, 'Hal')]
  const [open, snoozed, solved] = [await ticketOf(leaver), await ticketOf(leaver), await ticketOf(leaver)]
  const until = '2100-01-01T00:00:00.000Z'
  await as(admin)(snoozeTicket, { params: { id: snoozed }, body: { until } })
  await as(admin)(solveTicket, { params: { id: solved } })
  await runJobs({ laterSeconds: 20 })
  taken.length = 0
  expect(await as(admin)(showMemberWork, { params: { id: leaver.id } })).toMatchObject({
    openTickets: 2,
    heldReplies: 0,
  })
  expect(await deactivate(leaver, heir.id)).toMatchObject({ status: 'deactivated' })
  await runJobs({ laterSeconds: 20 })
  expect(await show(open)).toMatchObject({ assignee: { id: heir.id }, status: 'open' })
  expect(await show(snoozed)).toMatchObject({ assignee: { id: heir.id }, snoozedUntil: until })
  expect(await show(solved)).toMatchObject({ assignee: { id: leaver.id } })
  expect(await as(admin)(showMemberWork, { params: { id: leaver.id } })).toMatchObject({
    openTickets: 0,
    heldReplies: 0,
  })
  expect(taken.filter(({ recipient }) => recipient === heir.email)).toHaveLength(1)
})

test('more than a step of them become unassigned where the admin names nobody', async () => {
  const leaver = await newMember(acme, 'Max Many')
  const { id } = await newTicket(acme)
  await owner.query(
    `insert into tickets (workspace_id, id, number, subject, requester_id, assignee_id, channel, status)
     select $1, gen_random_uuid(), 100000 + n, 'One of many', requester_id, $2, 'email', 'open' from tickets, generate_series(1, 205) n where id = $3`,
    [acme.id, leaver.id, id],
  )
  await deactivate(leaver)
  await runJobs()
  const { rows } = await owner.query(
    `select count(*)::int as count, count(assignee_id)::int as assigned from tickets where workspace_id = $1 and subject = 'One of many'`,
    [acme.id],
  )
  expect(rows).toEqual([{ count: 205, assigned: 0 }])
})

test('a customer who answers on a solved ticket of somebody who has left has it unassigned', async () => {
  const leaver = await newMember(acme, 'Sol Solver')
  const id = await ticketOf(leaver)
  await as(admin)(solveTicket, { params: { id } })
  await deactivate(leaver)
  await runJobs()
  const list = (assignee: string, person = admin) => as(person)(listTickets, { query: { assignee, limit: 100 } })
  expect((await list('inactive')).items.map((row) => row.id)).toContain(id)
  expect((await list(leaver.id)).items.map((row) => row.id)).toEqual([id])
  expect(await list(leaver.id, customer)).toMatchObject({ code: 'not-allowed' })
  expect(await list(leaver.id, globex.admin)).toMatchObject({ items: [] })
  await as(customer)(writeMessage, { params: { id }, body: { text: 'It broke again, can you help?' } })
  expect(await show(id)).toMatchObject({ assignee: null, status: 'open' })
  expect((await list('inactive')).items.map((row) => row.id)).not.toContain(id)
})

test('sessions and management keys of somebody who left do not come back with them', async () => {
  const person = await newMember(acme, 'Ray Returns', 'AdminUser')
  const make = (kind: 'management' | 'delivery', scopes: 'tickets:read'[]) =>
    as(person)(createApiKey, { body: { name: kind, kind, scopes, models: 'all' } }) as Promise<{
      id: string
      secret: string
    }>
  const [manages, delivers] = [await make('management', ['tickets:read']), await make('delivery', [])]
  await deactivate(person)
  await reactivate(person)
  expect(await as(person)(showViewer, {})).toMatchObject({ status: 401 })
  expect(await as({ ...person, token: manages.secret })(listTickets, { query: {} })).toMatchObject({ status: 401 })
  const { items } = await as(admin)(listApiKeys, { query: {} })
  expect(items.map((key) => key.id)).toContain(delivers.id)
  expect(items.map((key) => key.id)).not.toContain(manages.id)
})

test('a reply that somebody scheduled before they left is a note of the team, and is not sent', async () => {
  const leaver = await newMember(acme, 'Wes Writer')
  const { id } = await newTicket(acme)
  const sendAt = new Date(Date.now() + 3600_000).toISOString()
  await as(leaver)(writeMessage, { params: { id }, body: { text: 'You get it back tomorrow', sendAt } })
  expect(await as(admin)(showMemberWork, { params: { id: leaver.id } })).toMatchObject({ heldReplies: 1 })
  await deactivate(leaver)
  await runJobs({ laterSeconds: 7200 })
  const kinds = async (person: Person) => {
    const { items } = await as(person)(listMessages, { params: { id }, query: {} })
    return items.map(({ kind, bodyText, sentAt }) => [kind, bodyText.includes('tomorrow'), sentAt !== null])
  }
  expect(await kinds(admin)).toEqual([
    ['reply', false, true],
    ['note', true, true],
  ])
  expect(await kinds(customer)).toEqual([['reply', false, true]])
})

test('tickets are given to an active member of the same workspace alone, while deactivating', async () => {
  const [leaver, gone] = [await newMember(acme, 'Lou Last'), await newMember(acme, 'Gil Gone')]
  await deactivate(gone)
  for (const to of [gone.id, globex.agent.id, randomUUID()])
    expect(await deactivate(leaver, to)).toMatchObject({ status: 409, code: 'member-not-active' })
  expect(await deactivate(leaver, leaver.id)).toMatchObject({
    code: 'invalid',
    fields: { ticketsTo: expect.any(String) },
  })
  const only = { params: { id: leaver.id }, body: { ticketsTo: acme.agent.id } }
  expect(await as(admin)(changeMember, only)).toMatchObject({
    code: 'invalid',
    fields: { ticketsTo: expect.any(String) },
  })
  expect(await as(leaver)(showViewer, {})).toMatchObject({ id: leaver.id })
  expect(await as(globex.admin)(showMemberWork, { params: { id: leaver.id } })).toMatchObject({
    code: 'member-not-found',
  })
  expect(await as(acme.agent)(showMemberWork, { params: { id: leaver.id } })).toMatchObject({ status: 403 })
})
