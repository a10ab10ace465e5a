import { beforeAll, expect, test } from 'vitest'
import { sendTestTicket, showOnboarding } from '#contract/overview/onboarding.ts'
import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import {
  changeTicket,
  createTicket,
  listTicketEvents,
  showServiceReport,
  showTicket,
  snoozeTicket,
  trashTicket,
} from '#contract/tickets/tickets.ts'
import { changeCustomer, changeOwnName, listCustomers, showCustomer } from '#contract/workspace/customers.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { acme, globex, mailsTo, makeWorkspace, owner, platform, runJobs, type World } from '#test/world.ts'
import { purgeTrash, settleByTime } from './jobs.ts'

const { agent, customer, admin } = acme
const show = (id: string) => as(agent)(showTicket, { params: { id } })
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString()
const settle = () => inWorkspace(platform.app, acme.id, settleByTime)

test('solved tickets close after the days that the workspace chose', async () => {
  const [old, young] = [await answeredTicket(acme, 'solved'), await answeredTicket(acme, 'solved')]
  await owner.query('update tickets set solved_at = $2 where id = $1', [old.id, daysAgo(8)])
  await settle()
  expect(await show(old.id)).toMatchObject({ status: 'closed' })
  expect(await show(young.id)).toMatchObject({ status: 'solved' })
  const { items } = await as(agent)(listTicketEvents, { params: old, query: {} })
  expect(items.at(-1)).toMatchObject({
    type: 'status.changed',
    old: 'solved',
    new: 'closed',
    actor: { type: 'system' },
    cause: 'solved-long-enough',
  })
})

test('a pending ticket without an answer is solved where the workspace wants that', async () => {
  const { id } = await answeredTicket(acme)
  await owner.query('update tickets set updated_at = $2 where id = $1', [id, daysAgo(4)])
  await settle()
  expect(await show(id)).toMatchObject({ status: 'pending' })
  await as(admin)(changeWorkspace, { body: { remindDays: 3 } })
  await settle()
  expect(await show(id)).toMatchObject({ status: 'solved' })
})

test('a snooze ends by time', async () => {
  const { id } = await newTicket(acme)
  await as(agent)(snoozeTicket, { params: { id }, body: { until: new Date(Date.now() + 3600_000).toISOString() } })
  await runJobs()
  expect((await show(id)).snoozedUntil).not.toBeNull()
  await owner.query(`update tickets set snoozed_until = now() where id = $1`, [id])
  await owner.query(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [`tickets.wake:${id}`])
  await runJobs()
  expect((await show(id)).snoozedUntil).toBeNull()
})

test('after 30 days the trash is emptied, files and all', async () => {
  const { id } = await newTicket(acme)
  const fileId = crypto.randomUUID()
  await platform.storage.put(fileKey(acme.id, fileId), Buffer.from('x'))
  await owner.query(
    `insert into files (workspace_id, id, name, mime, bytes, is_kept) values ($1, $2, 'x.txt', 'text/plain', 1, true)`,
    [acme.id, fileId],
  )
  await owner.query(
    `insert into attachments (workspace_id, message_id, file_id, position) select $1, id, $2, 0 from messages where ticket_id = $3`,
    [acme.id, fileId, id],
  )
  await owner.query(
    `insert into inbound_mails (workspace_id, address, dedup_key, bytes, ticket_id, from_address) values ($1, 'support@acme', $2::text, 1, $2::uuid, 'a@b.c')`,
    [acme.id, id],
  )
  await as(agent)(trashTicket, { params: { id } })
  const purge = () => inWorkspace(platform.app, acme.id, (tx) => purgeTrash(tx))
  await purge()
  expect(await show(id)).toMatchObject({ id })
  await owner.query('update tickets set trashed_at = $2 where id = $1', [id, daysAgo(31)])
  await purge()
  await runJobs()
  expect(await show(id)).toMatchObject({ code: 'ticket-not-found' })
  await expect(platform.storage.read(fileKey(acme.id, fileId))).rejects.toThrow()
  const { rows } = await owner.query('select is_purged, from_address from inbound_mails where dedup_key = $1', [id])
  expect(rows).toEqual([{ is_purged: true, from_address: '' }])
})

test('without a running trial the team only reads, and customers go on writing', async () => {
  const world = await makeWorkspace('before-trial', 'Before', ['Bea', 'Bob', 'Bill', 'Bo'])
  await owner.query('update service_settings set started_at = null where workspace_id = $1', [world.id])
  const { id } = await newTicket(world)
  const attempts = async () => [
    await as(world.agent)(writeMessage, { params: { id }, body: { text: 'Hello' } }),
    await as(world.agent)(changeTicket, { params: { id }, body: { priority: 'low' } }),
    await as(world.agent)(createTicket, { body: { subject: 'S', text: 'B', requester: { email: 'a@example.test' } } }),
  ]
  expect((await attempts()).map(({ code }) => code)).toEqual(Array(3).fill('trial-not-started'))
  await owner.query(`update service_settings set started_at = now() - interval '15 days' where workspace_id = $1`, [
    world.id,
  ])
  expect((await attempts()).map(({ code }) => code)).toEqual(Array(3).fill('trial-ended'))
  expect(await as(world.customer)(writeMessage, { params: { id }, body: { text: 'Anybody?' } })).toMatchObject({
    seq: 2,
  })
  expect(await as(world.agent)(listMessages, { params: { id }, query: {} })).toMatchObject({ next: null })
  await owner.query(`update workspaces set plan = 'active' where id = $1`, [world.id])
  expect(await as(world.agent)(writeMessage, { params: { id }, body: { text: 'Here' } })).toMatchObject({ seq: 3 })
})

let fresh: World
beforeAll(async () => {
  fresh = await makeWorkspace('fresh', 'Fresh', ['Fay', 'Finn', 'Fred', 'Flo'])
})

test('the set-up steps follow from what there is, and a test ticket shows both sides', async () => {
  const done = async () =>
    (await as(fresh.admin)(showOnboarding, {})).steps.filter(({ isDone }) => isDone).map(({ id }) => id)
  expect(await done()).toEqual(['invite'])
  await as(fresh.admin)(changeWorkspace, { body: { supportName: 'Fresh help' } })
  const { id } = await as(fresh.admin)(sendTestTicket, {})
  expect(await done()).toEqual(['support', 'invite', 'test-ticket'])
  await as(fresh.admin)(writeMessage, { params: { id }, body: { text: 'It works' } })
  expect(await done()).toEqual(['support', 'invite', 'test-ticket', 'answer'])
  await runJobs()
  expect((await mailsTo(fresh.admin.email)).length).toBe(2)
})

test('the report counts what waits, and what came and went on the days of the workspace', async () => {
  const world = await makeWorkspace('report', 'Report', ['Rea', 'Rob', 'Ruth', 'Rose'])
  const [first, second] = [await newTicket(world), await newTicket(world)]
  const solved = await answeredTicket(world, 'solved')
  await owner.query(
    `update tickets set created_at = now() - interval '2 days', waiting_since = now() - interval '2 days' where id = $1`,
    [second.id],
  )
  const report = await as(world.agent)(showServiceReport, {})
  expect(report).toMatchObject({ unassigned: 2, mine: 0, active: 2, pending: 0, solvedToday: 1 })
  expect(report.longestWaiting.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(report.days).toHaveLength(14)
  expect(report.days.at(-1)).toMatchObject({ created: 2, solved: 1 })
  expect(report.days.at(-3)).toMatchObject({ created: 1, solved: 0 })
  expect(report.medianFirstReplyMinutes).toBeLessThan(1)
  expect(await show(solved.id)).toMatchObject({ code: 'ticket-not-found' })
})

test('customers are found by name and address, and the team names and tags them', async () => {
  const { requester } = await as(agent)(createTicket, {
    body: { subject: 'S', text: 'B', requester: { email: 'zelda.zimmer@zebra.test', name: 'Zelda Zimmer' } },
  })
  const found = async (q: string, reader = agent) =>
    (await as(reader)(listCustomers, { query: { q } })).items.map(({ id }) => id)
  expect([await found('zelda zim'), await found('zebra.test'), await found('zimmer zebra')]).toEqual(
    Array(3).fill([requester.id]),
  )
  expect(await found('zelda', globex.agent)).toEqual([])
  const changed = await as(agent)(changeCustomer, {
    params: { id: requester.id },
    body: { name: 'Zoe Zimmer', tags: ['vip', 'vip'] },
  })
  expect(changed).toMatchObject({
    name: 'Zoe Zimmer',
    tags: ['vip'],
    ticketCount: 1,
    emails: [{ address: 'zelda.zimmer@zebra.test', primary: true }],
  })
  expect(await found('zoe')).toEqual([requester.id])
})

test('a customer changes their own name, and a stranger is not found', async () => {
  expect(await as(customer)(changeOwnName, { body: { name: 'Olga Renamed' } })).toEqual({ name: 'Olga Renamed' })
  expect(await as(agent)(showCustomer, { params: { id: customer.id } })).toMatchObject({ name: 'Olga Renamed' })
  expect(await as(globex.agent)(showCustomer, { params: { id: customer.id } })).toMatchObject({
    code: 'customer-not-in-workspace',
  })
})
