import { expect, test } from 'vitest'
import { archiveTicketField, changeTicketField, createTicketField } from '#contract/fields/custom-fields.ts'
import type { InputOf } from '#contract/pages.ts'
import { changeTicket, listTickets } from '#contract/tickets/tickets.ts'
import { createTicketView, setViewDisplay, showTicketView, showViewDisplay } from '#contract/tickets/views.ts'
import { createCompany, deleteCompany, putCompanyPerson } from '#contract/workspace/companies.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { globex, makeWorkspace, newCustomer, type Person } from '#test/world.ts'

const world = await makeWorkspace('ticket-groups', 'Groups', ['Gil', 'Gus', 'Gia', 'Geo'])
type ListQuery = InputOf<typeof listTickets>['query']
const list = (query: ListQuery, person: Person = world.agent) =>
  as(person)(listTickets, { query: { view: 'active', ...query } })

const newCompany = async (name: string, people: Person[]) => {
  const { id } = await as(world.admin)(createCompany, { body: { name } })
  for (const { id: customerId } of people)
    await as(world.admin)(putCompanyPerson, { params: { id, customerId }, body: { sharesTickets: false } })
  return id
}

/** Reads all pages. Returns the ids of the tickets of each group in the order of the pages. */
async function readPages(query: ListQuery) {
  const found: { value: string; ids: string[] }[] = []
  let cursor: string | null | undefined
  do {
    const { items, groups, next } = await list({ ...query, ...(cursor && { cursor }) })
    let from = 0
    for (const { value, shown } of groups!) {
      const ids = items.slice(from, from + shown).map(({ id }) => id)
      from += shown
      const last = found.at(-1)
      if (last?.value === value) last.ids.push(...ids)
      else found.push({ value, ids })
    }
    expect(from).toBe(items.length)
    cursor = next
  } while (cursor)
  return found
}

const [ofTwo, ofOne, ofNone] = [world.customer, world.otherCustomer, await newCustomer(world, 'Nora')]
const older = await newCompany('Zeta', [ofTwo])
const newer = await newCompany('Alpha', [ofTwo, ofOne])
await newCompany('Without tickets', [])
const tickets: Record<string, string[]> = { none: [], [older]: [], [newer]: [] }
for (const [group, requester] of [
  ['none', ofNone],
  [older, ofTwo],
  [newer, ofOne],
  [older, ofTwo],
  ['none', ofNone],
] as const)
  tickets[group]!.push((await newTicket({ ...world, customer: requester })).id)
const byCompany = [
  { value: 'none', ids: tickets.none },
  { value: newer, ids: tickets[newer] },
  { value: older, ids: tickets[older] },
]

test('tickets are grouped by the company of their requester, or the oldest of several', async () => {
  const { groups, next } = await list({ group: 'company', order: 'created' })
  expect(groups).toEqual([
    { value: 'none', name: null, shown: 2, count: 2, isMore: false },
    { value: newer, name: 'Alpha', shown: 1, count: 1, isMore: false },
    { value: older, name: 'Zeta', shown: 2, count: 2, isMore: false },
  ])
  expect(next).toBeNull()
})

test.each([1, 2, 3, 5])('pages of %i tickets in groups have each ticket once, group after group', async (limit) => {
  expect(await readPages({ group: 'company', q: 'order:created', limit })).toEqual(byCompany)
})

test('a page names the folded groups among its groups, and each is on one page', async () => {
  const folded = [{ ...byCompany[0], ids: [] }, byCompany[1], { ...byCompany[2], ids: [] }]
  expect(await readPages({ group: 'company', limit: 1, folded: `none,${older}` })).toEqual(folded)
  const middle = [byCompany[0], { ...byCompany[1], ids: [] }, byCompany[2]]
  expect(await readPages({ group: 'company', q: 'order:created', limit: 2, folded: newer })).toEqual(middle)
})

test('tickets are grouped by a field with one choice, in the order of its options', async () => {
  const options = [{ key: 'pro', label: 'Professional' }, { key: 'a, "b"' }, { key: 'none' }, { key: 'unused' }]
  const body = { key: 'plan', label: 'Plan', kind: 'select', options } as const
  const field = await as(world.admin)(createTicketField, { body })
  const [first, second, third, ...others] = Object.values(tickets).flat()
  for (const [id, plan] of [
    [first, 'none'],
    [second, 'a, "b"'],
    [third, 'pro'],
  ])
    await as(world.agent)(changeTicket, { params: { id: id! }, body: { customFields: { plan } } })
  const { groups } = await list({ group: 'field.plan' })
  expect(groups).toEqual([
    { value: 'none', name: null, shown: 2, count: 2, isMore: false },
    { value: 'pro', name: 'Professional', shown: 1, count: 1, isMore: false },
    { value: '"a, \\"b\\""', name: 'a, "b"', shown: 1, count: 1, isMore: false },
    { value: '"none"', name: 'none', shown: 1, count: 1, isMore: false },
  ])
  expect((await readPages({ group: 'field.plan', limit: 2 })).map(({ ids }) => ids)).toEqual([
    expect.toSatisfy((ids: string[]) => ids.toSorted().join() === others.toSorted().join()),
    [third],
    [second],
    [first],
  ])
  const folded = await list({ group: 'field.plan', folded: '"a, \\"b\\"",none' })
  expect(folded.items.map(({ id }) => id)).toEqual([third, first])
  for (const { value, count } of groups!) expect((await list({ q: `field.plan:${value}` })).items).toHaveLength(count)
  await as(world.admin)(changeTicketField, { params: { id: field.id }, body: { options: options.slice(1) } })
  expect((await list({ group: 'field.plan' })).groups!.map(({ name }) => name)).toEqual([
    ...[null, 'a, "b"', 'none', 'Professional'],
  ])
})

test('a list is not grouped by a field that does not exist or has several choices', async () => {
  const body = { key: 'parts', label: 'Parts', kind: 'select', many: true, options: [{ key: 'lamp' }] } as const
  await as(world.admin)(createTicketField, { body })
  expect(await list({ group: 'field.other' })).toMatchObject({
    ...{ status: 400, fields: { group: 'There is no ticket field "other". Fields to group by: field.plan' } },
  })
  expect(await list({ group: 'field.parts' })).toMatchObject({
    ...{
      status: 400,
      fields: { group: expect.stringMatching(/another kind of field.*Fields to group by: field.plan/) },
    },
  })
  // @ts-expect-error tickets have no colour
  expect(await list({ group: 'colour' })).toMatchObject({
    status: 400,
    fields: { group: expect.stringMatching(/Name one of status/) },
  })
  expect(await list({ group: 'company' }, world.customer)).toMatchObject({ code: 'not-allowed' })
})

test('a view keeps its group when the key of the field changes, and has none after the field was archived', async () => {
  const body = { key: 'size', label: 'Size', kind: 'select', options: [{ key: 'large' }] } as const
  const { id } = await as(world.admin)(createTicketField, { body })
  const view = await as(world.admin)(createTicketView, {
    body: { name: 'By size', visibility: 'everyone', group: 'field.size' },
  })
  expect(view).toMatchObject({ group: 'field.size' })
  const params = { id: view.id }
  const own = { columns: ['subject'], group: 'field.size', folded: ['large'] } as const
  await as(world.agent)(setViewDisplay, {
    params,
    body: { ...own, columns: [...own.columns], folded: [...own.folded] },
  })
  await as(world.admin)(changeTicketField, { params: { id }, body: { key: 'measure' } })
  expect(await as(world.admin)(showTicketView, { params })).toMatchObject({ group: 'field.measure' })
  expect(await as(world.agent)(showViewDisplay, { params })).toMatchObject({
    ...{ group: 'field.measure', folded: ['large'] },
  })
  await as(world.admin)(archiveTicketField, { params: { id } })
  expect(await as(world.admin)(showTicketView, { params })).toMatchObject({ group: null, columns: view.columns })
  expect(await as(world.agent)(showViewDisplay, { params })).toMatchObject({ group: null })
})

test('a page after a group that is empty by now begins with the next group, and is refused if the group was deleted', async () => {
  const first = await list({ group: 'company', q: 'order:created', limit: 3 })
  await as(world.admin)(changeTicket, { params: { id: tickets[newer]![0]! }, body: { status: 'solved' } })
  const second = await list({ group: 'company', q: 'order:created', limit: 3, cursor: first.next! })
  expect(second.items.map(({ id }) => id)).toEqual(tickets[older])
  expect(second.groups!.map(({ value }) => value)).toEqual([older])
  const inOlder = await list({ group: 'company', q: 'order:created', limit: 3 })
  await as(world.admin)(deleteCompany, { params: { id: older } })
  expect(await list({ group: 'company', q: 'order:created', limit: 3, cursor: inOlder.next! })).toMatchObject({
    ...{ status: 400, code: 'invalid', fields: { cursor: /does not exist any more/ } },
  })
  expect((await list({ group: 'company' })).groups!.map(({ name, count }) => [name, count])).toEqual([
    [null, 2],
    ['Alpha', 2],
  ])
})

test('another workspace finds none of the companies and fields', async () => {
  expect((await list({ group: 'company' }, globex.agent)).groups!.map(({ value }) => value)).not.toContain(newer)
  expect(await list({ group: 'field.plan' }, globex.agent)).toMatchObject({ status: 400 })
})
