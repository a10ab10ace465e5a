import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changeTicket } from '#contract/tickets/tickets.ts'
import {
  changeCustomer,
  changeOwnName,
  createCustomer,
  liftSuppression,
  listCustomerEvents,
  listCustomers,
  showCustomer,
} from '#contract/workspace/customers.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, makeWorkspace, newCustomer, type Person, platform } from '#test/world.ts'
import { suppressAddress } from './customer-accounts.ts'

const show = ({ id }: { id: string }, by: Person | null = acme.agent) => as(by)(showCustomer, { params: { id } })
const change = ({ id }: { id: string }, body: object, by: Person = acme.agent) =>
  as(by)(changeCustomer, { params: { id }, body })
const eventsOf = async ({ id }: { id: string }, by: Person = acme.agent) =>
  (await as(by)(listCustomerEvents, { params: { id }, query: {} })).items

describe('the profile of a customer', () => {
  test('has phone numbers, a time zone and notes, which a member changes', async () => {
    const customer = await newCustomer(acme, 'Pia')
    const wanted = {
      phones: ['+49 30 901820', '030/12345-6'],
      timeZone: 'Europe/Berlin',
      notes: 'Prefers the phone.\nNever before nine.',
    }
    expect(await change(customer, wanted)).toMatchObject(wanted)
    expect(await show(customer)).toMatchObject({ ...wanted, name: 'Pia' })
    expect(await change(customer, { phones: ['+49 30 901820', '+49 30 901820'] })).toMatchObject({
      phones: ['+49 30 901820'],
    })
    expect(await change(customer, { phones: [], timeZone: null, notes: '' })).toMatchObject({
      ...{ phones: [], timeZone: null, notes: '' },
    })
  })

  test('is complete when a program creates the customer', async () => {
    const body = { emails: [`${randomUUID()}@profile.example`], phones: ['+1 415 555 0100'], timeZone: 'Asia/Tokyo' }
    expect(await as(acme.agent)(createCustomer, { body: { ...body, notes: 'New' } })).toMatchObject({
      ...{ phones: body.phones, timeZone: 'Asia/Tokyo', notes: 'New', ticketsByStatus: {} },
    })
  })

  test.each([
    ['a phone number with letters', { phones: ['call me'] }, 'phones.0'],
    ['a phone number of two digits', { phones: ['12'] }, 'phones.0'],
    ['eleven phone numbers', { phones: Array.from({ length: 11 }, (_, at) => `+49 30 ${1000 + at}`) }, 'phones'],
    ['a time zone that does not exist', { timeZone: 'Europe/Atlantis' }, 'timeZone'],
    ['notes that are too long', { notes: 'n'.repeat(10_001) }, 'notes'],
    ['a NUL in notes', { notes: 'a\u0000b' }, 'notes'],
  ])('refuses %s and changes nothing', async (_, body, field) => {
    const customer = await newCustomer(acme, 'Pet')
    expect(await change(customer, { name: 'Changed', ...body })).toMatchObject({
      ...{ status: 400, code: 'invalid', fields: { [field]: expect.any(String) } },
    })
    expect(await show(customer)).toMatchObject({ name: 'Pet', phones: [], timeZone: null, notes: '' })
  })

  test('counts the tickets in each status, without those of others and without the trash', async () => {
    const place = await makeWorkspace(`count-${randomUUID().slice(0, 8)}`, 'Count', ['Ca', 'Ce', 'Ci', 'Co'])
    const [first] = await Promise.all([
      newTicket(place),
      newTicket(place),
      newTicket({ ...place, customer: place.otherCustomer }),
    ])
    await as(place.agent)(changeTicket, { params: { id: first.id }, body: { status: 'pending' } })
    expect(await show(place.customer, place.agent)).toMatchObject({
      ...{ ticketCount: 2, ticketsByStatus: { new: 1, pending: 1 } },
    })
  })
})

describe('the history of a customer', () => {
  test('tells who changed what, latest first', async () => {
    const customer = await newCustomer(acme, 'Hal')
    await change(customer, { tags: ['vip'] })
    await change(customer, { tags: ['vip'] })
    await as(customer)(changeOwnName, { body: { name: 'Hale' } })
    expect(await eventsOf(customer)).toMatchObject([
      {
        type: 'customer.changed',
        actor: { type: 'customer', name: 'Hale' },
        old: { name: 'Hal' },
        new: { name: 'Hale' },
      },
      { type: 'customer.changed', actor: { type: 'agent' }, old: { tags: [] }, new: { tags: ['vip'] } },
    ])
  })

  test('is read page by page', async () => {
    const customer = await newCustomer(acme, 'Hob')
    await change(customer, { name: 'One' })
    await change(customer, { name: 'Two' })
    const asked = { params: { id: customer.id }, query: { limit: 1 } }
    const first = await as(acme.agent)(listCustomerEvents, asked)
    const second = await as(acme.agent)(listCustomerEvents, { ...asked, query: { limit: 1, cursor: first.next! } })
    expect([first.items[0]!.new, second.items[0]!.new, second.next]).toEqual([{ name: 'Two' }, { name: 'One' }, null])
  })

  test('is not for another workspace, the customer, or a key without the scope', async () => {
    const customer = await newCustomer(acme, 'Hex')
    const asked = { params: { id: customer.id }, query: {} }
    const key = { ...acme.admin, token: await newKey(acme, ['tickets:read']) }
    const answers = [globex.admin, customer, key].map((by) => as(by)(listCustomerEvents, asked))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 403, 403])
  })
})

describe('a customer is found', () => {
  const word = () => randomUUID().slice(0, 8)
  const found = async (q: string, by = acme.agent) =>
    (await as(by)(listCustomers, { query: { q } })).items.map(({ id }) => id)

  test('by any part of the digits of a phone number, however it is written', async () => {
    const customer = await newCustomer(acme, 'Phil')
    await change(customer, { phones: ['+49 (30) 9018-2077'] })
    const texts = ['+49 30 90182077', '030 9018 2077', '90182077', '2077', '30-9018']
    expect(await Promise.all(texts.map((text) => found(text)))).toEqual(texts.map(() => [customer.id]))
    expect(await found('90182078')).toEqual([])
    expect(await found('90182077', globex.agent)).toEqual([])
    await change(customer, { phones: [] })
    expect(await found('90182077')).toEqual([])
  })

  test('by the external id, and by its beginning', async () => {
    const customer = await newCustomer(acme, 'Exa')
    const externalId = `crm${word()}/77`
    await change(customer, { externalId })
    expect([await found(externalId), await found(externalId.slice(0, 9))]).toEqual([[customer.id], [customer.id]])
  })
})

describe('an address that bounced', () => {
  const bounced = async (name: string) => {
    const customer = await newCustomer(acme, name)
    await inWorkspace(platform.app, acme.id, (tx) =>
      suppressAddress(tx, customer.email, { reason: { code: 'bounced-with-status', status: '5.1.1' }, days: 30 }),
    )
    return customer
  }
  const lift = (address: string, by: Person | null = acme.agent) => as(by)(liftSuppression, { query: { address } })

  test('is shown with the reason, and mails go there again after a member says so', async () => {
    const customer = await bounced('Bo')
    expect(await show(customer)).toMatchObject({ emails: [{ suppression: { reason: { status: '5.1.1' } } }] })
    expect(await lift(customer.email)).toEqual({})
    expect(await show(customer)).toMatchObject({ emails: [{ suppression: null }] })
    expect(await eventsOf(customer)).toMatchObject([{ type: 'suppression.lifted', new: { address: customer.email } }])
    await lift(customer.email)
    expect(await eventsOf(customer)).toHaveLength(1)
  })

  test('stays as it is for other workspaces, customers and unknown addresses', async () => {
    const customer = await bounced('Bea')
    const answers = await Promise.all([
      lift(customer.email, globex.admin),
      lift(customer.email, customer),
      lift(customer.email, null),
      lift(`${randomUUID()}@profile.example`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 403, 401, 404])
    expect(await show(customer)).toMatchObject({ emails: [{ suppression: { reason: { status: '5.1.1' } } }] })
  })
})
