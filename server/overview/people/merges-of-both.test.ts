import { describe, expect, test } from 'vitest'
import { mergeCustomer, undoCustomerMerge } from '#contract/overview/people.ts'
import { mergeTicket, undoMerge } from '#contract/tickets/merging.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { createTicket, showTicket } from '#contract/tickets/tickets.ts'
import { changeCustomer } from '#contract/workspace/customers.ts'
import { as } from '#test/ask.ts'
import { dumpWorkspace } from '#test/dump-workspace.ts'
import { makeWorkspace, newCustomer, type Person, runJobs } from '#test/world.ts'

const world = await makeWorkspace('both-merges', 'Both merges', ['Ada', 'Carl', 'Olga', 'Omar'])
const { agent, admin, customer } = world

type Arrangement = { requester: Person; cc: string[] }
type People = { old: Person; kept: Person }

/** Two tickets and two entries of one person. `target` says who is on the ticket into which the other one is merged. */
async function arranged({ source, target }: Record<'source' | 'target', (people: People) => Arrangement>) {
  const people = { old: await newCustomer(world, 'Rosa'), kept: await newCustomer(world, 'Rosa') }
  // People of the tests have no words of a search before their first change.
  for (const { id } of [people.old, people.kept])
    await as(agent)(changeCustomer, { params: { id }, body: { name: 'Rosa D.' } })
  const open = ({ requester, cc }: Arrangement) =>
    as(agent)(createTicket, {
      body: { subject: 'A lamp', text: 'Dark', requester: { email: requester.email }, cc },
    })
  const [from, into] = [await open(source(people)), await open(target(people))]
  await runJobs()
  const mergeOf = (id: string) => ({
    merge: () => as(agent)(mergeTicket, { params: { id }, body: { into: into.id, copyRequester: true } }),
    undo: () => as(agent)(undoMerge, { params: { id } }),
  })
  const customers = {
    merge: () => as(admin)(mergeCustomer, { params: { id: people.old.id }, body: { into: people.kept.id } }),
    undo: () => as(admin)(undoCustomerMerge, { params: { id: people.old.id } }),
  }
  const copies = async () => (await as(agent)(showTicket, { params: { id: into.id } })).cc.map(({ id }) => id)
  return { ...people, from, into, open, mergeOf, tickets: mergeOf(from.id), customers, copies }
}

const byCarl = () => ({ requester: customer, cc: [] })
const byOld = ({ old }: People) => ({ requester: old, cc: [] })
const arrangements = [
  ['whose requester is merged', { source: byOld, target: byCarl }],
  [
    'with a copy who is merged',
    { source: ({ old }: People) => ({ requester: customer, cc: [old.email] }), target: byCarl },
  ],
  [
    'into a ticket with the customer who stays in CC',
    { source: byOld, target: ({ kept }: People) => ({ requester: customer, cc: [kept.email] }) },
  ],
  [
    'of the customer who stays into a ticket with the merged one in CC',
    {
      source: ({ kept }: People) => ({ requester: kept, cc: [] }),
      target: ({ old }: People) => ({ requester: customer, cc: [old.email] }),
    },
  ],
  [
    'into a ticket of the customer who stays',
    { source: byOld, target: ({ kept }: People) => ({ requester: kept, cc: [] }) },
  ],
  [
    'of the customer who stays into a ticket of the merged one',
    { source: ({ kept }: People) => ({ requester: kept, cc: [] }), target: byOld },
  ],
  [
    'that brings both customers',
    { source: ({ old, kept }: People) => ({ requester: old, cc: [kept.email] }), target: byCarl },
  ],
] as const

describe.each(arrangements)('a merge of a ticket %s, and a merge of customers', (_, arrangement) => {
  test('are undone in the reverse order, row for row', async () => {
    const { tickets, customers } = await arranged(arrangement)
    const before = await dumpWorkspace(world)
    await tickets.merge()
    const merged = await dumpWorkspace(world)
    await customers.merge()
    await customers.undo()
    expect(await dumpWorkspace(world)).toEqual(merged)
    await tickets.undo()
    expect(await dumpWorkspace(world)).toEqual(before)
  })

  test('are undone in the same order, row for row', async () => {
    const { tickets, customers } = await arranged(arrangement)
    const before = await dumpWorkspace(world)
    await tickets.merge()
    await customers.merge()
    await tickets.undo()
    await customers.undo()
    expect(await dumpWorkspace(world)).toEqual(before)
  })

  test('are undone row for row when the customers were merged first', async () => {
    const { tickets, customers } = await arranged(arrangement)
    const before = await dumpWorkspace(world)
    await customers.merge()
    const merged = await dumpWorkspace(world)
    await tickets.merge()
    await tickets.undo()
    expect(await dumpWorkspace(world)).toEqual(merged)
    await tickets.merge()
    await customers.undo()
    await tickets.undo()
    expect(await dumpWorkspace(world)).toEqual(before)
  })
})

describe('the undo of a ticket merge after a merge of customers', () => {
  test('removes the customer who stays, whom the merge had brought under the other name', async () => {
    const { tickets, customers, copies, kept } = await arranged(arrangements[0][1])
    await tickets.merge()
    await customers.merge()
    expect(await copies()).toEqual([kept.id])
    await tickets.undo()
    expect(await copies()).toEqual([])
  })

  test.each([arrangements[2], arrangements[3]])(
    'keeps a customer who was in CC before a merge %s',
    async (_, arrangement) => {
      const { tickets, customers, copies, kept } = await arranged(arrangement)
      await tickets.merge()
      await customers.merge()
      await tickets.undo()
      expect(await copies()).toEqual([kept.id])
    },
  )

  test('leaves out of CC whom somebody removed before the customers part', async () => {
    const { tickets, customers, copies, into } = await arranged(arrangements[3][1])
    await tickets.merge()
    await customers.merge()
    await tickets.undo()
    await as(agent)(writeMessage, { params: { id: into.id }, body: { text: 'Only for Carl', cc: [] } })
    expect(await copies()).toEqual([])
    await customers.undo()
    expect(await copies()).toEqual([])
  })

  test('passes the customer on to another merge that brought them, and the customers part again', async () => {
    const { tickets, mergeOf, customers, copies, open, old, kept, into } = await arranged(arrangements[0][1])
    const second = await open({ requester: kept, cc: [] })
    const other = mergeOf(second.id)
    await tickets.merge()
    await other.merge()
    await customers.merge()
    await other.undo()
    expect(await copies()).toEqual([kept.id])
    await customers.undo()
    expect(await copies()).toEqual([old.id])
    await tickets.undo()
    expect(await copies()).toEqual([])
    expect(await as(agent)(showTicket, { params: { id: into.id } })).toMatchObject({ requester: { id: customer.id } })
  })
})
