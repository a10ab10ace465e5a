import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Batch, cancelBatch, showBatch, undoBatch } from '#contract/bulk/batches.ts'
import type { InputOf } from '#contract/pages.ts'
import { changeTicketsInBatch, countMatchingTickets } from '#contract/tickets/changes.ts'
import { listMessages, redactMessage } from '#contract/tickets/messages.ts'
import { changeTicket, showTicket } from '#contract/tickets/tickets.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { deleteTickets } from '#server/tickets/ticket/delete-tickets.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import {
  acme,
  globex,
  mailsTo,
  makeWorkspace,
  newCustomer,
  newMember,
  owner,
  type Person,
  platform,
  runJobs,
} from '#test/world.ts'

type StartedBatch = Batch & { code?: string }

const asAgent = as(acme.agent)
const start = (body: InputOf<typeof changeTicketsInBatch>['body'], person: Person = acme.agent) =>
  as(person)(changeTicketsInBatch, { body }) as Promise<StartedBatch>
const show = (id: string) => asAgent(showTicket, { params: { id } })
const count = (query: object, person: Person = acme.agent) => as(person)(countMatchingTickets, { query })

async function finish(started: StartedBatch, person: Person = acme.agent) {
  expect(started.code).toBeUndefined()
  await runJobs()
  return as(person)(showBatch, { params: { id: started.id } })
}
const undo = async ({ id }: { id: string }) => finish(await asAgent(undoBatch, { params: { id } }))

async function newTicketWithMessage(text: string) {
  const { id } = await newTicket(acme, { text })
  const { items } = await asAgent(listMessages, { params: { id }, query: {} })
  return { id, messageId: items[0]!.id }
}

afterEach(async () => {
  await owner.query(`update batches set state = 'cancelled', ended_at = now() where state in ('waiting', 'running')`)
})

describe('a batch of tickets', () => {
  test('changes all that words find in a view, and is undone', async () => {
    const found = []
    for (const subject of ['Quokka one', 'Quokka two', 'Quokka three']) found.push(await newTicket(acme, { subject }))
    const solved = await newTicket(acme, { subject: 'Quokka solved' })
    await asAgent(changeTicket, { params: { id: solved.id }, body: { status: 'solved' } })
    const query = { view: 'active', q: 'quokka' }
    expect(await count(query)).toEqual({ count: 3, isMore: false })
    const batch = await finish(await start({ change: { status: 'pending', addTags: ['roof'] }, query }))
    expect(batch).toMatchObject({ kind: 'tickets', state: 'done', total: 3, done: 3, failed: 0, canUndo: true })
    for (const { id } of found) expect(await show(id)).toMatchObject({ status: 'pending', tags: ['roof'] })
    expect(await undo(batch)).toMatchObject({ done: 3, failed: 0 })
    for (const { id } of found) expect(await show(id)).toMatchObject({ status: 'new', tags: [] })
  })

  test('changes up to 50,000 tickets, and refuses more', async () => {
    const world = await makeWorkspace('crowded', 'Crowded', ['Ann', 'Bea', 'Cem', 'Dov'])
    const plant = (first: number, last: number) =>
      owner.query(
        `insert into tickets (workspace_id, number, subject, channel, requester_id)
         select $1, n, 'Lamp', 'email', $2 from generate_series($3::int, $4::int) n`,
        [world.id, world.customer.id, first, last],
      )
    await plant(1, 50_000)
    const everything = { change: { priority: 'high' as const }, query: { view: 'all' } }
    const started = await start(everything, world.agent)
    expect(started).toMatchObject({ total: 50_000, state: 'waiting' })
    await as(world.agent)(cancelBatch, { params: { id: started.id } })
    await plant(50_001, 50_001)
    expect(await start(everything, world.agent)).toMatchObject({ status: 409, code: 'batch-too-large' })
  })

  test('changes all tickets of an assignee, in the views that the caller names', async () => {
    const { id } = await newTicket(acme)
    await asAgent(changeTicket, { params: { id }, body: { assignee: acme.admin.id, tags: ['only-this'] } })
    const query = { view: 'active', assignee: acme.admin.id }
    const { count: all } = await count(query)
    const batch = await finish(await start({ change: { priority: 'urgent' }, query }))
    expect(batch).toMatchObject({ total: all, done: all })
    expect(await show(id)).toMatchObject({ priority: 'urgent' })
  })

  test('names the tickets that refuse, and changes the others', async () => {
    const [open, closed] = [await newTicket(acme), await newTicket(acme, { subject: 'Over' })]
    await owner.query(`update tickets set status = 'closed', closed_at = now() where id = $1`, [closed!.id])
    const batch = await finish(await start({ change: { priority: 'high' }, ids: [open!.id, closed!.id] }))
    expect(batch).toMatchObject({ done: 1, failed: 1, failures: [{ subject: closed!.id }] })
    expect(batch.failures[0]!.label).toContain('Over')
  })

  test('is undone only where nobody changed the ticket since', async () => {
    const [one, other] = [await newTicket(acme), await newTicket(acme)]
    const batch = await finish(await start({ change: { priority: 'low' }, ids: [one!.id, other!.id] }))
    await asAgent(changeTicket, { params: { id: one!.id }, body: { priority: 'urgent' } })
    expect(await undo(batch)).toMatchObject({ done: 1, failed: 1 })
    expect(await show(one!.id)).toMatchObject({ priority: 'urgent' })
  })

  test('keeps no words of messages for its undo', async () => {
    const { id, messageId } = await newTicketWithMessage('My card is 4711')
    const batch = await finish(await start({ change: { tags: ['card'] }, ids: [id] }))
    const { rows } = await owner.query('select before::text as before from batch_items where batch_id = $1', [batch.id])
    expect(rows[0].before).not.toContain('4711')
    await as(acme.admin)(redactMessage, { params: { id, messageId } })
    await undo(batch)
    const row = await owner.query('select snippet from tickets where id = $1', [id])
    expect(row.rows[0].snippet).not.toContain('4711')
  })

  test('sends no mail: a batch may change thousands of tickets', async () => {
    const [dora, quinn] = [await newMember(acme, 'Dora'), await newCustomer(acme, 'Quinn')]
    const { id } = await newTicket({ ...acme, customer: quinn })
    await owner.query('update service_settings set tells_solved = true where workspace_id = $1', [acme.id])
    await runJobs()
    const before = (await mailsTo(quinn.email)).length
    await finish(await start({ change: { assignee: dora.id, status: 'solved' }, ids: [id] }))
    await runJobs({ laterSeconds: 120 })
    expect(await mailsTo(dora.email)).toHaveLength(0)
    expect(await mailsTo(quinn.email)).toHaveLength(before)
  })

  test('keeps nothing of a ticket that is deleted permanently', async () => {
    const [one, other] = [
      await newTicket(acme, { subject: 'My card is 4711' }),
      await newTicket(acme, { subject: 'Card 4711' }),
    ]
    await owner.query(`update tickets set status = 'closed', closed_at = now() where id = $1`, [other!.id])
    const batch = await finish(await start({ change: { subject: 'Card' }, ids: [one!.id, other!.id] }))
    const kept = async () =>
      (
        await owner.query('select concat(before, label) as kept from batch_items where batch_id = $1', [batch.id])
      ).rows.map(({ kept }) => kept)
    expect(await kept()).toEqual([expect.stringContaining('4711'), expect.stringContaining('4711')])
    await inWorkspace(platform.app, acme.id, (tx) => deleteTickets(tx, [one!.id, other!.id]))
    expect(await kept()).toEqual(['', ''])
  })

  test('keeps of each ticket only the columns that it changed', async () => {
    const { id } = await newTicket(acme)
    const batch = await finish(await start({ change: { priority: 'urgent' }, ids: [id] }))
    const { rows } = await owner.query('select before from batch_items where batch_id = $1', [batch.id])
    expect(rows[0].before.rowBefore).toMatchObject({ priority: 'normal' })
    expect(Object.keys(rows[0].before.rowBefore)).not.toContain('subject')
  })

  test('changes the others when some fail in the middle, also when they had begun to change', async () => {
    const world = await makeWorkspace('batch-with-faults', 'Faults', ['Ava', 'Ari', 'Abe', 'Amy'])
    const ids: string[] = []
    for (let at = 0; at < 7; at += 1) ids.push((await newTicket(world)).id)
    await runJobs()
    await owner.query(`update tickets set status = 'closed', closed_at = now() where id = $1`, [ids[2]])
    await owner.query(
      `create function refuse_second() returns trigger language plpgsql as $$
       begin raise exception 'a fault'; end $$`,
    )
    await owner.query(`create trigger refuse_second after insert on history for each row
      when (new.subject_id = '${ids[4]}') execute function refuse_second()`)
    try {
      const started = await start({ change: { priority: 'high' }, ids }, world.agent)
      // A fault on the server is tried three times.
      await vi.waitFor(async () => {
        await runJobs({ laterSeconds: 30 })
        expect(await as(world.agent)(showBatch, { params: { id: started.id } })).toMatchObject({ state: 'done' })
      }, 30_000)
      expect(await finish(started, world.agent)).toMatchObject({ state: 'done', done: 5, failed: 2 })
    } finally {
      await owner.query('drop trigger refuse_second on history; drop function refuse_second()')
    }
    const priorities = await Promise.all(
      ids.map(async (id) => (await as(world.agent)(showTicket, { params: { id } })).priority),
    )
    expect(priorities).toEqual(['high', 'high', 'normal', 'high', 'normal', 'high', 'high'])
  })

  test('gives no ticket back to a member who left', async () => {
    const leaver = await newMember(acme, 'Leaver')
    const { id } = await newTicket(acme)
    await asAgent(changeTicket, { params: { id }, body: { assignee: leaver.id } })
    const batch = await finish(await start({ change: { assignee: acme.admin.id }, ids: [id] }))
    await owner.query(`update members set status = 'deactivated' where id = $1`, [leaver.id])
    expect(await undo(batch)).toMatchObject({ done: 1, failed: 0 })
    expect(await show(id)).toMatchObject({ assignee: null })
  })

  test('changes and restores nothing once the trial has ended', async () => {
    const world = await makeWorkspace('batch-after-trial', 'After', ['Bea', 'Ben', 'Bob', 'Bud'])
    const { id } = await newTicket(world)
    const body = { change: { priority: 'high' as const }, ids: [id] }
    const batch = await finish(await start(body, world.agent), world.agent)
    const started = await start({ ...body, change: { priority: 'low' } }, world.agent)
    await owner.query(`update service_settings set started_at = now() - interval '15 days' where workspace_id = $1`, [
      world.id,
    ])
    const reason = expect.stringContaining('trial')
    expect(await finish(started, world.agent)).toMatchObject({ state: 'failed', done: 0, failed: 0, reason })
    expect(await as(world.agent)(undoBatch, { params: { id: batch.id } })).toMatchObject({ code: 'trial-ended' })
    expect(await as(world.agent)(showTicket, { params: { id } })).toMatchObject({ priority: 'high' })
  })

  test('of another workspace finds and changes nothing, and customers have none', async () => {
    const { id } = await newTicket(acme, { subject: 'Numbat' })
    expect(await count({ q: 'numbat' })).toMatchObject({ count: 1 })
    expect(await count({ q: 'numbat' }, globex.admin)).toMatchObject({ count: 0 })
    const strange = await finish(await start({ change: { trash: true }, ids: [id] }, globex.admin), globex.admin)
    expect(strange).toMatchObject({ done: 0, failed: 1, failures: [{ label: '' }] })
    expect(await show(id)).toMatchObject({ isTrashed: false })
    expect((await start({ change: { trash: true }, ids: [id] }, acme.customer)).code).toBe('not-allowed')
    expect((await count({ q: 'numbat' }, acme.customer)).code).toBe('not-allowed')
    expect((await start({ change: {}, ids: [id] })).code).toBe('invalid')
    expect((await start({ change: { trash: true }, query: { q: 'no such word here' } })).code).toBe('batch-empty')
  })
})
