import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTicket } from '#contract/tickets/tickets.ts'
import {
  changeCustomer,
  createCustomer,
  listCustomers,
  putCustomerByExternalId,
  showCustomer,
} from '#contract/workspace/customers.ts'
import { registerCustomer, validateRegisterCustomer } from '#contract/workspace/identity.ts'
import { listSessions } from '#contract/workspace/session.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { codeOf } from '#test/sign-in.ts'
import { acme, globex, newCustomer, owner, type Person } from '#test/world.ts'

const fresh = () => `${randomUUID()}@customer.test`
const key: Person = { ...acme.admin, token: await newKey(acme, ['customers:read', 'customers:write']) }
const ofMember: Person = {
  ...acme.agent,
  token: await newKey(acme, ['customers:read', 'customers:write'], { createdBy: acme.agent.id }),
}
const create = (body: object, person: Person | null = key) => as(person)(createCustomer, { body: body as never })
const put = (body: object, person = key) => as(person)(putCustomerByExternalId, { body: body as never })
const change = (id: string, body: object, person = key) => as(person)(changeCustomer, { params: { id }, body })
const find = (query: object, person = key) => as(person)(listCustomers, { query })
const addressesOf = ({ emails }: { emails: { address: string }[] }) => emails.map(({ address }) => address)
const mailsTo = async (addresses: string[]) =>
  (await owner.query('select 1 from outgoing_mails where recipient = any($1)', [addresses])).rows.length

describe('a program', () => {
  test('makes a customer with several addresses and an external id, and finds them by each', async () => {
    const [first, second] = [fresh(), fresh()]
    const externalId = `crm/${randomUUID()} ü`
    const made = await create({ emails: [first.toUpperCase(), second, first], name: 'Ida', tags: ['vip'], externalId })
    expect(made).toMatchObject({
      ...{ name: 'Ida', tags: ['vip'], externalId, language: null, ticketCount: 0 },
      emails: [
        { address: first, primary: true, verified: false },
        { address: second, primary: false, verified: false },
      ],
    })
    const { notes: _, ticketsByStatus: __, blockedAt: ___, mergedCustomers: ____, erasedAt: _____, ...listed } = made
    for (const query of [{ email: second }, { email: first.toUpperCase() }, { externalId }])
      expect(await find(query)).toEqual({ items: [listed], next: null })
    expect(await find({ email: `x${first}` })).toEqual({ items: [], next: null })
    expect(await find({ email: first.split('@')[0]! })).toMatchObject({ code: 'invalid' })
    expect(await find({ email: first, q: 'Ida' })).toMatchObject({ code: 'invalid' })
    expect(await mailsTo([first, second])).toBe(0)
  })

  test('is told who has an address or an external id already', async () => {
    const [email, externalId] = [fresh(), randomUUID()]
    const { id } = await create({ emails: [email], externalId })
    expect(await create({ emails: [fresh(), email] })).toMatchObject({
      ...{ status: 409, code: 'customer-address-taken', address: email, customerId: id },
    })
    expect(await create({ emails: [fresh()], externalId })).toMatchObject({
      ...{ status: 409, code: 'external-id-taken', customerId: id },
    })
    const { id: other } = await create({ emails: [fresh()] })
    expect(await change(other, { externalId })).toMatchObject({ code: 'external-id-taken', customerId: id })
    expect(await change(other, { emails: [email] })).toMatchObject({ code: 'customer-address-taken', customerId: id })
  })

  test('puts a customer by their external id, however often, and however many do so at once', async () => {
    const [externalId, email] = [randomUUID(), fresh()]
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => put({ externalId, emails: [email], name: 'Ivo' })),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    const { id } = answers[0]!
    expect(await put({ externalId, tags: ['a'] })).toMatchObject({ id, name: 'Ivo', tags: ['a'], externalId })
    expect(await put({ externalId: randomUUID(), name: 'Nobody' })).toMatchObject({
      ...{ code: 'invalid', fields: { emails: expect.any(String) } },
    })
  })

  test('gives an external id to whoever wrote before, once, and never to two in one', async () => {
    const customer = await newCustomer(acme, 'Known')
    const other = await newCustomer(acme, 'Other')
    const externalId = randomUUID()
    expect(await put({ externalId, emails: [customer.email] })).toMatchObject({ id: customer.id, name: 'Known' })
    const taken = { code: 'customer-address-taken' }
    expect(await put({ externalId: randomUUID(), emails: [customer.email] })).toMatchObject({
      ...{ ...taken, customerId: customer.id, externalId },
    })
    expect(await put({ externalId: randomUUID(), emails: [other.email, customer.email] })).toMatchObject(taken)
    expect(await put({ externalId, emails: [customer.email, other.email] })).toMatchObject(taken)
  })
})

describe('the addresses of a customer', () => {
  test('are changed by admins and their keys alone', async () => {
    const customer = await newCustomer(acme, 'Ann')
    const emails = [fresh()]
    for (const person of [acme.agent, ofMember]) {
      expect(await change(customer.id, { emails }, person)).toMatchObject({ status: 403, code: 'addresses-by-admins' })
      expect(await change(customer.id, { emails: [customer.email] }, person)).toMatchObject({ id: customer.id })
    }
    expect(await put({ externalId: randomUUID(), emails: [customer.email, ...emails] }, ofMember)).toMatchObject({
      code: 'addresses-by-admins',
    })
    expect((await as(key)(showCustomer, { params: { id: customer.id } })).externalId).toBeNull()
    expect(addressesOf(await change(customer.id, { emails }, acme.admin))).toEqual(emails)
  })

  test('keep what is known of them, and whoever loses one is signed out, which is noted', async () => {
    const customer = await newCustomer(acme, 'Bea')
    const added = fresh()
    const sessions = () => as(customer)(listSessions, {})
    const both = await change(customer.id, { emails: [customer.email, added] })
    expect(both.emails).toMatchObject([
      { verified: true, primary: true },
      { address: added, verified: false },
    ])
    expect(await sessions()).toMatchObject({ items: expect.any(Array) })
    const turned = await change(customer.id, { emails: [added, customer.email] })
    expect(turned.emails).toMatchObject([
      { address: added, primary: true, verified: false },
      { address: customer.email, primary: false, verified: true },
    ])
    expect(await sessions()).toMatchObject({ status: 401 })
    const { rows } = await owner.query(
      `select detail from audit_log where action = 'address.changed' and subject_id = $1`,
      [customer.id],
    )
    expect(rows).toHaveLength(2)
    const alone = await change(customer.id, { emails: [added] })
    expect(addressesOf(alone)).toEqual([added])
    expect(await find({ email: customer.email })).toEqual({ items: [], next: null })
    expect(await mailsTo([added])).toBe(0)
  })

  test('change for whoever read them last alone', async () => {
    const customer = await newCustomer(acme, 'Cas')
    const [one, other] = [fresh(), fresh()]
    const base = { emails: [customer.email] }
    await change(customer.id, { emails: [customer.email, one], base })
    expect(await change(customer.id, { emails: [customer.email, other], base })).toMatchObject({ code: 'conflict' })
  })

  test('prove themselves and no other, where somebody signs in with one', async () => {
    const [first, second] = [fresh(), fresh()]
    const { id } = await create({ emails: [first, second] })
    const { domain } = acme
    const asked = { body: { email: second, workspaceName: domain } }
    const { customerGuidId } = await as(null)(registerCustomer, asked)
    expect(customerGuidId).toBe(id)
    const body = { userGuidId: id, code: await codeOf(second) }
    expect(await as(null)(validateRegisterCustomer, { body })).toMatchObject({ message: 'EmailValidated' })
    expect((await as(key)(showCustomer, { params: { id } })).emails).toMatchObject([
      { address: first, verified: false, primary: true },
      { address: second, verified: true, primary: false },
    ])
  })

  test('each lead to the same person where somebody writes from it', async () => {
    const [first, second] = [fresh(), fresh()]
    const { id } = await create({ emails: [first, second] })
    const body = { subject: 'S', text: 'T', requester: { email: second } }
    const ticket = await as(acme.agent)(createTicket, { body })
    expect(ticket.requester).toMatchObject({ id, email: first })
  })
})

test('another workspace, a customer and nobody write no customer, and an address is taken in its own workspace alone', async () => {
  const customer = await newCustomer(acme, 'Dot')
  const [externalId, email] = [randomUUID(), fresh()]
  await change(customer.id, { externalId })
  expect(await find({ externalId }, globex.admin)).toEqual({ items: [], next: null })
  expect(await find({ email: customer.email }, globex.admin)).toEqual({ items: [], next: null })
  expect(await change(customer.id, { emails: [email] }, globex.admin)).toMatchObject({ status: 404 })
  const theirs = await put({ externalId, emails: [customer.email], name: 'Theirs' }, globex.admin)
  expect(theirs).toMatchObject({ name: 'Theirs', externalId })
  expect(theirs.id).not.toBe(customer.id)
  expect(await as(key)(showCustomer, { params: { id: customer.id } })).toMatchObject({
    name: expect.stringContaining('Dot'),
  })
  expect([await create({ emails: [email] }, acme.customer), await create({ emails: [email] }, null)]).toMatchObject([
    { status: 403 },
    { status: 401 },
  ])
})
