import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createCustomerField } from '#contract/fields/custom-fields.ts'
import { beginDeflection } from '#contract/help/deflections.ts'
import { giveFeedback } from '#contract/knowledge-base/feedback.ts'
import { listDuplicates, mergeCustomer, undoCustomerMerge } from '#contract/overview/people.ts'
import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import { changeRequester } from '#contract/tickets/people.ts'
import { createTicket, listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { listAudit } from '#contract/workspace/audit.ts'
import { createCompany, putCompanyPerson } from '#contract/workspace/companies.ts'
import {
  blockCustomer,
  changeCustomer,
  createCustomer,
  listCustomerEvents,
  listCustomers,
  showCustomer,
} from '#contract/workspace/customers.ts'
import { refreshTokenCustomer } from '#contract/workspace/identity.ts'
import { as, ask } from '#test/ask.ts'
import { dumpWorkspace } from '#test/dump-workspace.ts'
import { mailIn, supportOf, ticketOf } from '#test/mail-in.ts'
import { newMessageId } from '#test/mailed-ticket.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { newKey } from '#test/new-key.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, globex, mailsTo, newCustomer, owner, type Person, runJobs } from '#test/world.ts'

for (const [key, label] of [
  ['plan', 'Plan'],
  ['city', 'City'],
] as const)
  await as(acme.admin)(createCustomerField, { body: { key, label, kind: 'text' } })

const newAddress = () => `p${randomUUID().slice(0, 12)}@people.example`
const create = (body: object = {}) => as(acme.admin)(createCustomer, { body: { emails: [newAddress()], ...body } })
const merge = (from: { id: string }, into: { id: string }, fields?: object, by: Person | null = acme.admin) =>
  as(by)(mergeCustomer, { params: { id: from.id }, body: { into: into.id, ...(fields && { fields }) } })
const undo = ({ id }: { id: string }, by: Person | null = acme.admin) => as(by)(undoCustomerMerge, { params: { id } })
const show = ({ id }: { id: string }, by: Person | null = acme.agent) => as(by)(showCustomer, { params: { id } })
const addressesOf = ({ emails }: { emails: { address: string }[] }) => emails.map(({ address }) => address)
const change = ({ id }: { id: string }, body: object) => as(acme.admin)(changeCustomer, { params: { id }, body })
const ticketsOf = async (person: Person) => (await as(person)(listTickets, { query: {} })).items.map(({ id }) => id)
const eventsOf = async ({ id }: { id: string }) =>
  (await as(acme.agent)(listCustomerEvents, { params: { id }, query: {} })).items.map(({ type }) => type)
const open = (person: Person) =>
  as(person)(createTicket, { body: { subject: 'My order is late', text: 'Where is it?' } })
/** Exchanges the refresh token of a customer, as browsers do when an access token is refused. */
async function renewed(person: Person): Promise<Person> {
  const body = { refreshToken: person.refreshToken }
  const { accessToken: token, refreshToken } = await as(null)(refreshTokenCustomer, { body })
  return { ...person, token, refreshToken }
}
const pair = async () => [await newCustomer(acme, 'Rosa'), await newCustomer(acme, 'Rosa')] as const

/** Two customers with rows in every table that a merge moves. */
async function richPair() {
  const [from, into] = await pair()
  for (const person of [from, into]) await change(person, { name: 'Rosa D.' })
  const domain = `d${randomUUID().slice(0, 8)}.example`
  const [both, own] = [
    await as(acme.admin)(createCompany, { body: { name: 'Lamps', domains: [domain] } }),
    await as(acme.admin)(createCompany, { body: { name: 'Chairs' } }),
  ]
  await change(into, { customFields: { plan: 'Scale' } })
  await change(from, {
    customFields: { plan: 'Free', city: 'Bonn' },
    ...{ emails: [from.email, `rosa@${domain}`], phones: ['+49 30 1234567'], tags: ['gold'], notes: 'Likes lamps' },
    ...{ externalId: `x-${from.id}`, language: 'de', timeZone: 'Europe/Berlin' },
  })
  for (const [company, person] of [
    [both, into],
    [own, from],
  ] as const)
    await as(acme.agent)(putCompanyPerson, {
      params: { id: company.id, customerId: person.id },
      body: { sharesTickets: true },
    })
  return { from, into }
}

async function withWork({ from, into }: Record<'from' | 'into', Person>) {
  const log = (requester: Person, ...cc: string[]) =>
    as(acme.agent)(createTicket, {
      body: { subject: 'A lamp', text: 'Dark', requester: { email: requester.email }, cc },
    })
  const [lamp, chair] = [await log(from, into.email), await log(into, from.email)]
  const third = await log(acme.customer, from.email, into.email)
  const fourth = await log(acme.customer, from.email)
  await as(from)(writeMessage, { params: { id: lamp.id }, body: { text: 'It is dark' } })
  const [rated, ratedByBoth] = [
    await newLiveArticle({ title: 'Lamps', visibility: 'customers' }),
    await newLiveArticle({ title: 'Chairs', visibility: 'customers' }),
  ]
  for (const [person, article] of [
    [from, rated],
    [from, ratedByBoth],
    [into, ratedByBoth],
  ] as const)
    await as(person)(giveFeedback, { params: { id: article.id }, body: { helpful: false, comment: 'Too short' } })
  await as(from)(beginDeflection, { body: { shown: [rated.id] } })
  await uploaded(from, textFile('unused.txt'))
  return { lamp, chair, third, fourth }
}

describe('a merge of customers', () => {
  test('gives addresses, phone numbers, companies, tickets and messages to the customer who stays', async () => {
    const people = await richPair()
    const { from, into } = people
    const { lamp, chair, third, fourth } = await withWork(people)
    expect(await merge(from, into)).toMatchObject({
      ...{ id: from.id, mergedInto: { id: into.id, name: 'Rosa D.' }, emails: [], ticketCount: 0, externalId: null },
    })
    const kept = await show(into)
    expect(kept).toMatchObject({
      ...{ name: 'Rosa D.', phones: ['+49 30 1234567'], tags: ['gold'], notes: 'Likes lamps', language: 'de' },
      ...{ externalId: `x-${from.id}`, timeZone: 'Europe/Berlin', ticketCount: 2, mergedInto: null },
      customFields: { plan: 'Scale', city: 'Bonn' },
      mergedCustomers: [{ id: from.id, name: 'Rosa D.' }],
    })
    expect(addressesOf(kept)[0]).toBe(into.email)
    expect(addressesOf(kept)).toHaveLength(3)
    expect(kept.companies.map(({ name }) => name).sort()).toEqual(['Chairs', 'Lamps'])
    const onTicket = async ({ id }: { id: string }) => {
      const { requester, cc } = await as(acme.agent)(showTicket, { params: { id } })
      return [requester.id, ...cc.map((person) => person.id)]
    }
    for (const ticket of [lamp, chair]) expect(await onTicket(ticket)).toEqual([into.id])
    for (const ticket of [third, fourth]) expect(await onTicket(ticket)).toEqual([acme.customer.id, into.id])
    const { items } = await as(acme.agent)(listMessages, { params: { id: lamp.id }, query: {} })
    expect(new Set(items.map(({ author }) => author.id))).toEqual(new Set([into.id]))
    expect((await ticketsOf(into)).sort()).toEqual([lamp.id, chair.id].sort())
    expect(await eventsOf(into)).toEqual(expect.arrayContaining(['merged-customer.added', 'customer.changed']))
    expect(await eventsOf(from)).toContain('customer-merge.set')
  })

  test('keeps the sessions of both, who then see the requests of both', async () => {
    const [from, into] = await pair()
    const [one, other] = [await open(from), await open(into)]
    expect(await ticketsOf(from)).toEqual([one.id])
    await merge(from, into)
    const all = [one.id, other.id].sort()
    const joined = await renewed(from)
    expect((await ticketsOf(joined)).sort()).toEqual(all)
    expect((await ticketsOf(into)).sort()).toEqual(all)
    await undo(from)
    expect(await ticketsOf(await renewed(joined))).toEqual([one.id])
    expect(await ticketsOf(into)).toEqual([other.id])
  })

  test('takes the values that the member chose', async () => {
    const [from, into] = [
      await create({ name: 'R. Delgado', externalId: randomUUID() }),
      await create({ name: 'Rosa' }),
    ]
    const fields = { name: 'Rosa Delgado', language: 'es', timeZone: 'Europe/Madrid', externalId: null }
    await merge(from, into, fields)
    expect(await show(into)).toMatchObject(fields)
    const third = await create()
    expect(await merge(third, into, { timeZone: 'Mars/Olympus' })).toMatchObject({ status: 400 })
    const { externalId } = await create({ externalId: randomUUID() })
    expect(await merge(third, into, { externalId })).toMatchObject({ code: 'external-id-taken' })
  })

  test('takes the values of fields that the member chose, and queries find them', async () => {
    const { from, into } = await richPair()
    await as(acme.agent)(createTicket, { body: { subject: 'A lamp', text: 'Dark', requester: { email: into.email } } })
    const city = `Bonn ${randomUUID()}`
    await merge(from, into, { customFields: { plan: 'Free', city } })
    expect((await show(into)).customFields).toEqual({ plan: 'Free', city })
    expect((await as(acme.agent)(listTickets, { query: { q: `customer.city="${city}"` } })).items).toHaveLength(1)
    const third = await create()
    expect(await merge(third, into, { customFields: { town: 'Bonn' } })).toMatchObject({
      ...{ status: 400, fields: { 'customFields.town': expect.stringContaining('There is no field "town"') } },
    })
  })

  test('lists and searches find only the customer who stays, by the addresses of both', async () => {
    const name = `Quokka${randomUUID().slice(0, 8)}`
    const [from, into] = [await create({ name }), await create({ name })]
    await merge(from, into)
    const found = async (query: { q?: string; email?: string }) =>
      (await as(acme.agent)(listCustomers, { query })).items.map(({ id }) => id)
    expect(await found({ q: name })).toEqual([into.id])
    expect(await found({ q: addressesOf(from)[0]! })).toEqual([into.id])
    expect(await found({ email: addressesOf(from)[0]! })).toEqual([into.id])
    expect(await found({})).not.toContain(from.id)
  })

  test('is recorded in the audit log', async () => {
    const [from, into] = [await create(), await create({ name: 'Rosa' })]
    await merge(from, into)
    await undo(from)
    const { items } = await as(acme.admin)(listAudit, { query: { limit: 2 } })
    expect(items).toMatchObject([
      { action: 'customer.unmerged', actor: { id: acme.admin.id }, subject: { id: into.id, name: 'Rosa' } },
      { action: 'customer.merged', detail: { merged: from.id } },
    ])
  })

  test('later mail from the merged address is a request of the customer who stays, answered at that address', async () => {
    const [from, into] = await pair()
    const [earlier, messageId] = [await open(from), newMessageId()]
    await merge(from, into)
    await mailIn({ from: from.email, to: supportOf(acme), subject: 'Again', text: 'Hello?', messageId })
    const { requester } = await as(acme.agent)(showTicket, { params: { id: await ticketOf(messageId) } })
    expect(requester).toMatchObject({ id: into.id })
    await as(acme.agent)(writeMessage, { params: { id: earlier.id }, body: { text: 'To the former address' } })
    await runJobs()
    expect((await mailsTo(from.email)).map(({ text }) => text).join()).toContain('To the former address')
    expect((await mailsTo(into.email)).map(({ text }) => text).join()).not.toContain('To the former address')
  })

  test('mail that arrives during a merge is a request of the customer who stays', async () => {
    const [from, into] = await pair()
    const messageId = newMessageId()
    const client = await owner.connect()
    await client.query('begin')
    await client.query('select from customers where workspace_id = $1 and id = $2 for update', [acme.id, from.id])
    const merging = merge(from, into)
    await untilWaiting(1)
    const arriving = mailIn({ from: from.email, to: supportOf(acme), subject: 'Now', text: 'Hello?', messageId })
    await untilWaiting(2)
    await client.query('commit')
    client.release()
    await Promise.all([merging, arriving])
    await runJobs()
    const { requester } = await as(acme.agent)(showTicket, { params: { id: await ticketOf(messageId) } })
    const kept = await show(from)
    expect(requester!.id).toBe(into.id)
    expect(kept.ticketCount).toBe(0)
  })
})

describe('the undo of a merge of customers', () => {
  test('restores every row', async () => {
    const people = await richPair()
    await withWork(people)
    await runJobs()
    const before = await dumpWorkspace(acme)
    await merge(people.from, people.into, { name: 'Another name' })
    expect(await dumpWorkspace(acme)).not.toEqual(before)
    expect(await undo(people.from)).toMatchObject({
      ...{ id: people.from.id, mergedInto: null, left: { fields: [], addresses: [], tickets: 0 } },
    })
    expect(await dumpWorkspace(acme)).toEqual(before)
  })

  test('leaves and names what somebody changed since', async () => {
    const [from, into] = await pair()
    const [taken, moved] = [await open(from), await open(from)]
    await change(from, { emails: [from.email, newAddress()] })
    const second = addressesOf(await show(from))[1]!
    await merge(from, into, { name: 'Joined' })
    await as(acme.agent)(changeRequester, { params: { id: taken.id }, body: { email: newAddress() } })
    await change(into, { name: 'Renamed', emails: [into.email, from.email] })
    expect(await undo(from)).toMatchObject({ left: { fields: ['name'], addresses: [second], tickets: 1 } })
    expect(await show(into)).toMatchObject({ name: 'Renamed' })
    const { requester } = await as(acme.agent)(showTicket, { params: { id: moved.id } })
    expect(requester!.id).toBe(from.id)
  })

  test('leaves the values of fields that somebody changed since, and restores the others', async () => {
    const { from, into } = await richPair()
    await merge(from, into, { customFields: { plan: 'Free' } })
    await change(into, { customFields: { plan: 'Custom' } })
    expect(await undo(from)).toMatchObject({ left: { fields: ['customFields.plan'] } })
    expect((await show(into)).customFields).toEqual({ plan: 'Custom', city: null })
    expect((await show(from)).customFields).toEqual({ plan: 'Free', city: 'Bonn' })
  })

  test('is refused without a merge, after a day, and before a later merge of the other customer is undone', async () => {
    const [first, second, third] = [await create(), await create(), await create({ name: 'Third' })]
    expect(await undo(first)).toMatchObject({ code: 'customer-not-merged' })
    await merge(first, second)
    await merge(second, third)
    expect(await undo(first)).toMatchObject({ code: 'customer-merged' })
    await undo(second)
    await owner.query(
      `update customer_merges set merged_at = now() - interval '25 hours' where workspace_id = $1 and customer_id = $2`,
      [acme.id, first.id],
    )
    expect(await undo(first)).toMatchObject({ status: 409, code: 'merge-not-undoable' })
    expect((await show(second)).mergedCustomers).toEqual([])
  })
})

test('a customer is not merged into themselves, into a merged or blocked one, or into one of another workspace', async () => {
  const [one, other, blocked, gone] = [await create(), await create(), await create(), await create()]
  await as(acme.agent)(blockCustomer, { params: { id: blocked.id } })
  await merge(gone, other)
  expect(await merge(one, one)).toMatchObject({ status: 409, code: 'customer-merge-into-itself' })
  expect(await merge(one, gone)).toMatchObject({ status: 409, code: 'customer-merged' })
  expect(await merge(gone, one)).toMatchObject({ status: 409, code: 'customer-merged' })
  expect(await merge(one, blocked)).toMatchObject({ status: 409, code: 'merge-of-blocked' })
  expect(await merge(blocked, one)).toMatchObject({ status: 409, code: 'merge-of-blocked' })
  expect(await merge(one, globex.customer)).toMatchObject({ status: 404, code: 'customer-not-in-workspace' })
  expect(await change(gone, { name: 'New' })).toMatchObject({ code: 'customer-merged' })
})

test('a merge that makes too much of one customer is refused with the limit', async () => {
  const many = (count: number) => Array.from({ length: count }, newAddress)
  const [one, other] = [await create({ emails: many(11) }), await create({ emails: many(10) })]
  expect(await merge(one, other)).toMatchObject({
    status: 409,
    code: 'merge-too-large',
    detail: expect.stringContaining('20 addresses'),
  })
})

test('the same name or external id is suggested, whatever its case and accents', async () => {
  const mark = randomUUID().slice(0, 8)
  const one = await create({ name: `José ${mark}`, externalId: `ext-${mark}` })
  const same = await create({ name: `jose ${mark}` })
  const sameId = await create({ name: 'Somebody', externalId: `EXT-${mark}` })
  await create({ name: `José ${mark} Diaz` })
  const { items } = await as(acme.agent)(listDuplicates, { params: { id: one.id } })
  expect(items.map(({ id }) => id).sort()).toEqual([same.id, sameId.id].sort())
})

test('only admins merge and part customers with addresses, because an address gives access to tickets', async () => {
  const [one, other] = [await create(), await create()]
  expect(await merge(one, other, {}, acme.agent)).toMatchObject({ status: 403, code: 'addresses-by-admins' })
  await merge(one, other)
  expect(await undo(one, acme.agent)).toMatchObject({ status: 403, code: 'addresses-by-admins' })
  expect(await undo(one)).toMatchObject({ mergedInto: null })
})

test('customers, other workspaces and keys without the scope merge nothing and undo nothing', async () => {
  const [one, other] = [await create(), await create()]
  const key: Person = { ...acme.admin, token: await newKey(acme, ['customers:read']) }
  const statuses = async (endpoint: typeof mergeCustomer | typeof undoCustomerMerge, body: object) =>
    Promise.all(
      [acme.customer, globex.admin, key, null].map(
        async (person) =>
          (await ask(person, endpoint as typeof mergeCustomer, { params: { id: one.id }, body: body as never }))
            .statusCode,
      ),
    )
  expect(await statuses(mergeCustomer, { into: other.id })).toEqual([403, 404, 403, 401])
  await merge(one, other)
  expect(await statuses(undoCustomerMerge, {})).toEqual([403, 404, 403, 401])
})
