import { afterEach, describe, expect, test } from 'vitest'
import { changeTicket, createTicket, listTickets } from '#contract/tickets/tickets.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { as, ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, owner, platform } from '#test/world.ts'
import { record, recordAll } from './record.ts'
import { following, type NewEvent, on, type Subscription } from './subscription.ts'

const { agent, customer } = acme
const before = platform.app.subscriptions
afterEach(() => {
  platform.app.subscriptions = before
})

const listenTo = (...more: Subscription[]) => {
  platform.app.subscriptions = [...before, ...more]
}
/** Writes a row that exists later only if the transaction is committed. */
const note = (tx: WorkspaceTx, action: string, subjectId: string) =>
  tx.insertInto('auditLog').values({ action, subjectId, actorType: 'system' }).execute()
const notesOf = async (action: string) =>
  (await owner.query('select workspace_id, subject_id from audit_log where action = $1', [action])).rows
const open = (subject: string) => ask(customer, createTicket, { body: { subject, text: 'Words' } })
const subjectsOf = async () => (await as(agent)(listTickets, { query: {} })).items.map(({ subject }) => subject)
const hintsOn = async (id: string, type: string) =>
  (
    await owner.query(
      'select workspace_id, subject_type, subject_id, customer_ids, member_id from live_events where subject_id = $1 and type = $2',
      [id, type],
    )
  ).rows
const linesOf = async (id: string) =>
  (
    await owner.query(
      'select type, actor_type, cause, depth, old, new from history where subject_id = $1 order by id',
      [id],
    )
  ).rows
const inAcme = <T>(work: (tx: WorkspaceTx) => Promise<T>) => inWorkspace(platform.app, acme.id, work)

const tagged = (id: string, depth?: number): NewEvent => ({
  type: 'tags.changed',
  subject: { type: 'ticket', id },
  audience: 'team',
  old: [],
  new: ['odd'],
  by: { actor: { type: 'agent', id: agent.id }, ...(depth !== undefined && { depth }) },
})

describe('whoever listens to an event', () => {
  test('hears of it once, in its transaction, and of no other', async () => {
    listenTo(on('ticket.created', (tx, { subject }) => note(tx, 'heard', subject.id)))
    const { id } = (await open('Heard')).json()
    await as(agent)(changeTicket, { params: { id }, body: { priority: 'high' } })
    expect(await notesOf('heard')).toEqual([{ workspace_id: acme.id, subject_id: id }])
  })

  test('is not heard of again where the change fails afterwards, and neither is the change', async () => {
    listenTo(
      on('ticket.created', (tx, { subject }) => note(tx, 'undone', subject.id)),
      on('ticket.created', async () => Promise.reject(new Error('A listener is broken'))),
    )
    const answer = await open('Undone')
    expect(answer.json()).toMatchObject({ status: 500, code: 'internal-error' })
    expect(await notesOf('undone')).toEqual([])
    expect(await subjectsOf()).not.toContain('Undone')
  })

  test('knows what the event declares', async () => {
    const heard: NewEvent<'ticket.created'>[] = []
    listenTo(on('ticket.created', async (_, event) => heard.push(event)))
    const { id, number } = (await open('Told')).json()
    expect(heard).toMatchObject([
      {
        type: 'ticket.created',
        subject: { type: 'ticket', id },
        new: { number, status: 'new', channel: 'portal' },
        by: { actor: { type: 'customer', id: customer.id } },
        with: { isAcknowledged: true },
      },
    ])
  })
})

describe('what follows from an event', () => {
  test('says by what it was caused, and how many events led to it', async () => {
    listenTo(
      on('priority.changed', (tx, event) =>
        record(tx, { ...tagged(event.subject.id), by: following(event, 'by-priority') }),
      ),
    )
    const { id } = await newTicket(acme)
    await as(agent)(changeTicket, { params: { id }, body: { priority: 'high' } })
    const lines = await linesOf(id)
    expect(lines.find(({ type }) => type === 'priority.changed')).toMatchObject({ actor_type: 'agent', depth: 0 })
    expect(lines.find(({ type }) => type === 'tags.changed')).toEqual({
      type: 'tags.changed',
      actor_type: 'system',
      cause: 'by-priority',
      depth: 1,
      old: [],
      new: ['odd'],
    })
  })

  test('follows from eight others at most: a loop is a bug that leaves nothing', async () => {
    let rounds = 0
    listenTo(
      on('tags.changed', (tx, event) => {
        rounds += 1
        return record(tx, { ...tagged(event.subject.id), by: following(event, 'round') })
      }),
    )
    const { id } = await newTicket(acme)
    const lines = await linesOf(id)
    const answer = await ask(agent, changeTicket, { params: { id }, body: { tags: ['loop'] } })
    expect([answer.statusCode, rounds]).toEqual([500, 9])
    expect(await linesOf(id)).toEqual(lines)
  })

  test.each([
    [8, true],
    [9, false],
  ])('from %i others is written: %s', async (depth, isWritten) => {
    const { id } = await newTicket(acme)
    const [outcome] = await Promise.allSettled([inAcme((tx) => record(tx, tagged(id, depth)))])
    const written = (await linesOf(id)).filter(({ type }) => type === 'tags.changed')
    expect([outcome!.status === 'fulfilled', written.length === 1]).toEqual([isWritten, isWritten])
  })
})

describe('open pages', () => {
  test.each([
    ['the team', 'team', { customer_ids: [], member_id: null }],
    ['customers, too', { customers: [customer.id] }, { customer_ids: [customer.id], member_id: null }],
    ['one member alone', { member: agent.id }, { customer_ids: [], member_id: agent.id }],
  ] as const)('are told of one event by its subject: %s', async (_, audience, hint) => {
    const { id } = await newTicket(acme)
    await inAcme((tx) => record(tx, { ...tagged(id), audience } as NewEvent))
    expect(await hintsOn(id, 'tags.changed')).toEqual([
      { workspace_id: acme.id, subject_type: 'ticket', subject_id: id, ...hint },
    ])
  })

  test('are told of what no history has', async () => {
    const { id } = await newTicket(acme)
    const lines = await linesOf(id)
    await inAcme((tx) => record(tx, { ...tagged(id), type: 'ticket.seen', audience: { member: agent.id } }))
    expect(await hintsOn(id, 'ticket.seen')).toHaveLength(1)
    expect(await linesOf(id)).toEqual(lines)
  })

  test('are told of every event of one act, and of none where nothing happened', async () => {
    const [one, other] = [await newTicket(acme), await newTicket(acme)]
    await inAcme((tx) => recordAll(tx, [tagged(one.id), tagged(other.id)]))
    await inAcme((tx) => recordAll(tx, []))
    expect([await hintsOn(one.id, 'tags.changed'), await hintsOn(other.id, 'tags.changed')]).toMatchObject([
      [{ subject_id: one.id }],
      [{ subject_id: other.id }],
    ])
  })

  test('of another workspace are told nothing', async () => {
    const { id } = await newTicket(acme)
    await inAcme((tx) => record(tx, tagged(id)))
    const { rows } = await owner.query('select from live_events where workspace_id = $1', [globex.id])
    expect(rows).toEqual([])
  })
})
