import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeTickets } from '#contract/tickets/changes.ts'
import { saveDraft, writeMessage } from '#contract/tickets/messages.ts'
import {
  changeTicket,
  createTicket,
  listTickets,
  markTicketSeen,
  showServiceReport,
  showTicket,
  snoozeTicket,
  trashTicket,
  untrashTicket,
} from '#contract/tickets/tickets.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { fileKey, mailKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { as } from '#test/ask.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, globex, makeWorkspace, owner, type Person, platform, runJobs, type World } from '#test/world.ts'
import { pruneEvents, pruneIdempotencyKeys, purgeTrashedTickets, settleTicketsByTime } from './jobs.ts'

const { agent, customer } = acme
type Upkeep = typeof settleTicketsByTime

/** Runs a scheduled job for all workspaces. */
async function run(job: Upkeep) {
  await inWorkspace(platform.app, acme.id, (tx) => enqueue(tx, job, {}))
  await runJobs()
}
const show = (id: string, reader = agent) => as(reader)(showTicket, { params: { id } })
const write = (id: string, body: object, person: Person = agent) =>
  as(person)(writeMessage, { params: { id }, body: { text: 'So it is', ...body } })
const age = (column: string, id: string, days: number) =>
  owner.query(`update tickets set ${column} = now() - make_interval(days => $2) where id = $1`, [id, days])
const trash = (id: string, person = agent) => as(person)(trashTicket, { params: { id } })
const count = async (from: string, ...values: unknown[]) =>
  (await owner.query(`select count(*)::int as count from ${from}`, values)).rows[0].count

const solvedFor = async (world: World, days: number) => {
  const { id } = await answeredTicket(world, 'solved')
  await age('solved_at', id, days)
  return id
}

test('each workspace closes what was solved after the days of its own, and keeps it open where it has none', async () => {
  const never = await makeWorkspace('never-closes', 'Never', ['Nan', 'Ned', 'Nel', 'Nic'])
  await as(never.admin)(changeWorkspace, { body: { closeDays: 0 } })
  await as(globex.admin)(changeWorkspace, { body: { closeDays: 3 } })
  const [ofAcme, ofGlobex, ofNever] = [
    await solvedFor(acme, 4),
    await solvedFor(globex, 4),
    await solvedFor(never, 400),
  ]
  await run(settleTicketsByTime)
  expect(await show(ofAcme)).toMatchObject({ status: 'solved', closedAt: null })
  expect(await show(ofGlobex, globex.agent)).toMatchObject({ status: 'closed', closedAt: expect.any(String) })
  expect(await show(ofNever, never.agent)).toMatchObject({ status: 'solved' })
})

test('what is solved in the trash or as spam does not close while it is there', async () => {
  const id = await solvedFor(acme, 8)
  await trash(id)
  await run(settleTicketsByTime)
  expect(await show(id)).toMatchObject({ status: 'solved' })
  await as(agent)(untrashTicket, { params: { id } })
  await run(settleTicketsByTime)
  expect(await show(id)).toMatchObject({ status: 'closed' })
})

test('given up are pending tickets alone, and not those that are snoozed', async () => {
  const world = await makeWorkspace('gives-up', 'Gives up', ['Gil', 'Gus', 'Gia', 'Gro'])
  await as(world.admin)(changeWorkspace, { body: { remindDays: 3 } })
  const [pending, open, onHold, snoozed] = [
    await answeredTicket(world, 'pending'),
    await answeredTicket(world, 'open'),
    await answeredTicket(world, 'on_hold'),
    await answeredTicket(world, 'pending'),
  ]
  await as(world.agent)(snoozeTicket, { params: snoozed, body: { until: '2100-01-01T00:00:00.000Z' } })
  await owner.query(`update tickets set updated_at = now() - interval '4 days' where workspace_id = $1`, [world.id])
  await run(settleTicketsByTime)
  const statusOf = async ({ id }: { id: string }) => (await show(id, world.agent)).status
  expect([await statusOf(pending), await statusOf(open), await statusOf(onHold), await statusOf(snoozed)]).toEqual([
    ...['solved', 'open', 'on_hold', 'pending'],
  ])
})

test('what goes for good takes everything along that was about it, and nothing else', async () => {
  const file = await uploaded(customer, textFile('proof.txt'))
  const { id } = await as(customer)(createTicket, { body: { subject: 'Numbat', text: 'See', attachments: [file.id] } })
  const other = await newTicket(acme, { subject: 'Numbat too' })
  await write(id, { cc: ['zoe@purge.test'] })
  const held = await write(id, { sendAt: new Date(Date.now() + 3600_000).toISOString() })
  await as(agent)(saveDraft, { params: { id }, body: { kind: 'reply', html: '<p>Dear</p>' } })
  await as(agent)(markTicketSeen, { params: { id }, body: { seq: 1 } })
  await as(agent)(changeTickets, { body: { ids: [id, other.id], changes: { priority: 'high' } } })
  await trash(id)
  await age('trashed_at', id, 31)
  await run(purgeTrashedTickets)

  expect(await show(id)).toMatchObject({ code: 'ticket-not-found' })
  expect((await as(agent)(listTickets, { query: { q: 'numbat' } })).items.map((row) => row.id)).toEqual([other.id])
  await expect(platform.storage.read(fileKey(acme.id, file.id))).rejects.toThrow()
  const left = [
    await count('messages where ticket_id = $1', id),
    await count('drafts where ticket_id = $1', id),
    await count('ticket_copies where ticket_id = $1', id),
    await count('ticket_reads where ticket_id = $1', id),
    await count('ticket_search where ticket_id = $1', id),
    await count('changed_tickets where ticket_id = $1', id),
    await count('outgoing_mails where ticket_id = $1', id),
    await count('history where subject_id = $1', id),
    await count('files where id = $1', file.id),
  ]
  expect(left).toEqual(Array(9).fill(0))
  expect(await show(other.id)).toMatchObject({ priority: 'high' })
  // Also runs the later jobs of the deleted ticket, such as the job of the scheduled reply.
  await runJobs({ laterSeconds: 3600 })
  expect(await count('messages where id = $1', held.id)).toBe(0)
})

test('what followed or went into a ticket stays when that one goes for good', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  await owner.query(`update tickets set status = 'closed', closed_at = now() where id = $1`, [id])
  const { ticketId: followUp } = await write(id, {}, customer)
  const merged = await newTicket(acme)
  await owner.query(`update tickets set status = 'closed', merged_into = $2 where id = $1`, [merged.id, id])
  await trash(id)
  await age('trashed_at', id, 31)
  await run(purgeTrashedTickets)
  expect(await show(followUp)).toMatchObject({ status: 'new', followUpOf: null })
  expect(await show(merged.id)).toMatchObject({ status: 'closed', mergedInto: null })
})

test('of the mails of what goes for good only that they came is remembered', async () => {
  const { id } = await newTicket(acme)
  const mailId = randomUUID()
  await platform.storage.put(mailKey(acme.id, mailId), Buffer.from('Subject: Secret\r\n\r\n'))
  await owner.query(
    `insert into inbound_mails (workspace_id, id, address, dedup_key, bytes, state, ticket_id, message_id, from_address, subject)
     select $1, $2::uuid, 'support', $2::text, 20, 'done', $3, id, 'secret@person.test', 'Secret' from messages where ticket_id = $3`,
    [acme.id, mailId, id],
  )
  await trash(id)
  await age('trashed_at', id, 31)
  await run(purgeTrashedTickets)
  const { rows } = await owner.query(
    'select ticket_id, message_id, from_address, subject, is_purged from inbound_mails where id = $1',
    [mailId],
  )
  expect(rows).toEqual([{ ticket_id: null, message_id: null, from_address: '', subject: '', is_purged: true }])
  await expect(platform.storage.read(mailKey(acme.id, mailId))).rejects.toThrow()
})

test('the trash keeps what is younger, what was taken out, and what is of a workspace that threw nothing away', async () => {
  const [young, rescued, theirs] = [await newTicket(acme), await newTicket(acme), await newTicket(globex)]
  await trash(young.id)
  await age('trashed_at', young.id, 29)
  await trash(rescued.id)
  await age('trashed_at', rescued.id, 31)
  await as(agent)(untrashTicket, { params: rescued })
  await run(purgeTrashedTickets)
  expect(await show(young.id)).toMatchObject({ isTrashed: true })
  expect(await show(rescued.id)).toMatchObject({ isTrashed: false })
  expect(await show(theirs.id, globex.agent)).toMatchObject({ isTrashed: false })
})

test('changes that can no longer be undone are forgotten, and their rows with them', async () => {
  const { id } = await newTicket(acme)
  const change = () => as(agent)(changeTickets, { body: { ids: [id], changes: { addTags: [randomUUID()] } } })
  const [old, young] = [await change(), await change()]
  await owner.query(`update ticket_changes set created_at = now() - interval '61 minutes' where id = $1`, [old.id])
  await run(pruneEvents)
  const { rows } = await owner.query('select change_id from changed_tickets where ticket_id = $1', [id])
  expect(rows).toEqual([{ change_id: young.id }])
  expect(await count('ticket_changes where id = $1', old.id)).toBe(0)
})

test('hints to open pages are kept for ten minutes, the history for good', async () => {
  const [old, young] = [await newTicket(acme), await newTicket(acme)]
  await write(old.id, { kind: 'note' })
  await runJobs()
  await owner.query(`update live_events set id = uuidv7(interval '-11 minutes') where subject_id = $1`, [old.id])
  await owner.query(`update history set created_at = now() - interval '11 years' where subject_id = $1`, [old.id])
  await run(pruneEvents)
  const told = (id: string) => count('live_events where subject_id = $1', id)
  expect(await told(old.id)).toBe(0)
  expect(await told(young.id)).toBeGreaterThan(0)
  expect(await count(`history where subject_id = $1 and type in ('ticket.created', 'status.changed')`, old.id)).toBe(2)
})

test('after a day an Idempotency-Key is free again', async () => {
  const { id } = await newTicket(acme)
  const headers = { 'idempotency-key': randomUUID() }
  const change = () => as(agent)(changeTicket, { params: { id }, body: { priority: 'low' } }, headers)
  const first = await change()
  await as(agent)(changeTicket, { params: { id }, body: { type: 'task' } })
  await run(pruneIdempotencyKeys)
  expect(await change()).toEqual(first)
  await owner.query(`update idempotency_keys set created_at = now() - interval '25 hours' where key = $1`, [
    headers['idempotency-key'],
  ])
  await run(pruneIdempotencyKeys)
  expect(await change()).toMatchObject({ type: 'task', priority: 'low' })
})

test('the report leaves out spam and trash, and counts a day as its workspace’s clock does', async () => {
  const world = await makeWorkspace('clock', 'Clock', ['Cia', 'Cal', 'Coe', 'Cub'])
  const [early, late, spam, trashed] = [
    await newTicket(world),
    await newTicket(world),
    await newTicket(world),
    await newTicket(world),
  ]
  await owner.query('update tickets set spam_at = now() where id = $1', [spam.id])
  await trash(trashed.id, world.agent)
  // This zone is UTC+14. The two tickets are created on different days in this zone, but on the same day in UTC.
  const zone = 'Pacific/Kiritimati'
  await owner.query('update workspaces set time_zone = $2 where id = $1', [world.id, zone])
  const createAt = (id: string, minutes: number) =>
    owner.query(
      `update tickets set created_at = (date_trunc('day', now() at time zone $2) + make_interval(mins => $3)) at time zone $2
       where id = $1`,
      [id, zone, minutes],
    )
  await createAt(early.id, 0)
  await createAt(late.id, -1)
  const { days } = await as(world.agent)(showServiceReport, {})
  expect(days.map(({ created }) => created)).toEqual([...Array(12).fill(0), 1, 1])
})
