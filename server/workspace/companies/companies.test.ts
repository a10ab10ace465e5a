import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listTickets } from '#contract/tickets/tickets.ts'
import {
  changeCompany,
  createCompany,
  deleteCompany,
  listCompanies,
  listCompanyEvents,
  listCompanyPeople,
  putCompanyPerson,
  removeCompanyPerson,
  showCompany,
} from '#contract/workspace/companies.ts'
import { changeCustomer, createCustomer, listCustomerEvents, showCustomer } from '#contract/workspace/customers.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, newCustomer, owner, type Person } from '#test/world.ts'

const newDomain = () => `d${randomUUID().slice(0, 12)}.example`
const create = (body: object, by: Person | null = acme.admin) =>
  as(by)(createCompany, { body: { name: 'Lamps', ...body } })
const change = ({ id }: { id: string }, body: object, by: Person = acme.admin) =>
  as(by)(changeCompany, { params: { id }, body })
const show = ({ id }: { id: string }, by: Person | null = acme.agent) => as(by)(showCompany, { params: { id } })
const people = async ({ id }: { id: string }) =>
  (await as(acme.agent)(listCompanyPeople, { params: { id }, query: {} })).items
const events = (
  { id }: { id: string },
  query: { limit?: number; cursor?: string } = {},
  by: Person | null = acme.agent,
) => as(by)(listCompanyEvents, { params: { id }, query })
const put = (company: { id: string }, customer: { id: string }, sharesTickets = true, by: Person | null = acme.agent) =>
  as(by)(putCompanyPerson, { params: { id: company.id, customerId: customer.id }, body: { sharesTickets } })
const remove = (company: { id: string }, customer: { id: string }, by: Person = acme.agent) =>
  as(by)(removeCompanyPerson, { params: { id: company.id, customerId: customer.id } })
const customerAt = (...addresses: string[]) => as(acme.admin)(createCustomer, { body: { emails: addresses } })
const companiesOf = async ({ id }: { id: string }) =>
  (await as(acme.agent)(showCustomer, { params: { id } })).companies.map((company) => company.id)

describe('a company', () => {
  test('is created, changed, found and deleted by a member', async () => {
    const domain = newDomain()
    const name = `Lamp ${randomUUID().slice(0, 8)}`
    const company = await create({ name, domains: [domain.toUpperCase(), domain], tags: ['gold', 'gold'] }, acme.agent)
    expect(company).toMatchObject({ name, domains: [domain], tags: ['gold'], sharesTickets: false, peopleCount: 0 })
    expect(await change(company, { notes: 'Pays late', name: `${name} Ltd` }, acme.agent)).toMatchObject({
      ...{ name: `${name} Ltd`, notes: 'Pays late', domains: [domain] },
    })
    for (const q of [name, domain, domain.slice(0, 6)])
      expect(await as(acme.agent)(listCompanies, { query: { q } })).toMatchObject({ items: [{ id: company.id }] })
    expect(await as(acme.agent)(deleteCompany, { params: { id: company.id } })).toEqual({})
    expect(await show(company)).toMatchObject({ status: 404, code: 'company-not-found' })
  })

  test('is read page by page, newest first', async () => {
    const [first, second] = [await create({}, globex.admin), await create({}, globex.admin)]
    const page = await as(globex.agent)(listCompanies, { query: { limit: 1 } })
    const next = await as(globex.agent)(listCompanies, { query: { limit: 1, cursor: page.next! } })
    expect([...page.items, ...next.items].map(({ id }) => id)).toEqual([second.id, first.id])
  })

  test('is not overwritten when somebody else changed it meanwhile', async () => {
    const company = await create({})
    await change(company, { notes: 'Theirs' })
    expect(await change(company, { notes: 'Mine', base: { notes: '' } })).toMatchObject({
      status: 409,
      code: 'conflict',
    })
    expect(await show(company)).toMatchObject({ notes: 'Theirs' })
  })

  test('has a history with the old and new values, read page by page, latest first', async () => {
    const company = await create({ name: 'Wick' })
    await change(company, { name: 'Wick Ltd' }, acme.agent)
    const first = await events(company, { limit: 1 })
    const second = await events(company, { limit: 1, cursor: first.next! })
    expect(first.items).toMatchObject([
      {
        ...{ type: 'company.changed', old: { name: 'Wick' }, new: { name: 'Wick Ltd' } },
        actor: { type: 'agent', name: `${acme.agent.name} Test` },
      },
    ])
    expect(second).toMatchObject({ items: [{ type: 'company.created' }], next: null })
  })

  test.each([
    ['a domain of a public mail provider', { domains: ['example-of-acme.example', 'gmail.com'] }, 'domains.1'],
    ['a text that is no domain', { domains: ['not a domain'] }, 'domains.0'],
    ['an empty name', { name: ' ' }, 'name'],
    ['too many domains', { domains: Array.from({ length: 51 }, (_, at) => `d${at}.example`) }, 'domains'],
  ])('refuses %s', async (_, body, field) => {
    expect(await create(body)).toMatchObject({ status: 400, code: 'invalid', fields: { [field]: expect.any(String) } })
  })

  test('has its domains alone in its workspace', async () => {
    const domain = newDomain()
    const company = await create({ domains: [domain] })
    expect(await create({ domains: [domain] })).toMatchObject({
      ...{ status: 409, code: 'domain-taken', domain, companyId: company.id },
    })
    expect(await create({ domains: [domain] }, globex.admin)).toMatchObject({ domains: [domain] })
  })

  test('does not exist for another workspace, a customer, or a key without the scope', async () => {
    const company = await create({})
    const customer = await newCustomer(acme, 'Cem')
    const key = { ...acme.admin, token: await newKey(acme, ['tickets:read']) }
    const asked = { params: { id: company.id } }
    const answers = await Promise.all([
      show(company, globex.admin),
      change(company, { name: 'Mine' }, globex.admin),
      as(globex.admin)(deleteCompany, asked),
      as(globex.admin)(listCompanyPeople, { ...asked, query: {} }),
      put(company, globex.customer, true, globex.admin),
      put(company, globex.customer, true, acme.admin),
      show(company, customer),
      as(customer)(listCompanies, { query: {} }),
      show(company, key),
      show(company, null),
      events(company, {}, globex.admin),
      events(company, {}, customer),
      events(company, {}, key),
    ])
    expect(answers.map(({ status }) => status)).toEqual([
      ...[404, 404, 404, 404, 404, 404, 403, 403, 403, 401],
      ...[404, 403, 403],
    ])
    expect(await show(company)).toMatchObject({ name: 'Lamps', peopleCount: 0 })
  })
})

describe('a customer with an address of the domain', () => {
  test('joins when they appear, and those who were there join when the company gets the domain', async () => {
    const [first, second] = [newDomain(), newDomain()]
    const early = await customerAt(`early@${second}`)
    const company = await create({ domains: [first] })
    const late = await customerAt(`other@customer.test`.replace('other', randomUUID()), `late@${first}`)
    const elsewhere = await customerAt(`late@sub.${first}`)
    expect(await companiesOf(late)).toEqual([company.id])
    expect(await companiesOf(elsewhere)).toEqual([])
    await change(company, { domains: [first, second] })
    expect((await people(company)).map(({ id }) => id)).toEqual([early.id, late.id])
    expect(await show(company)).toMatchObject({ peopleCount: 2 })
  })

  test('leaves with the address or the domain, and a person who was added stays', async () => {
    const domain = newDomain()
    const company = await create({ domains: [domain] })
    const [moving, staying] = [await customerAt(`a@${domain}`), await customerAt(`b@${domain}`)]
    const added = await newCustomer(acme, 'Ada')
    await put(company, added)
    const params = { id: moving.id }
    await as(acme.admin)(changeCustomer, { params, body: { emails: [`${randomUUID()}@customer.test`] } })
    expect((await people(company)).map(({ id }) => id).sort()).toEqual([added.id, staying.id].sort())
    await change(company, { domains: [] })
    expect((await people(company)).map(({ id }) => id)).toEqual([added.id])
  })

  test('joins once, although the company and the customer are written at the same time', async () => {
    const domain = newDomain()
    const [company, customer] = await Promise.all([create({ domains: [domain] }), customerAt(`a@${domain}`)])
    expect(await companiesOf(customer)).toEqual([company.id])
  })

  test('cannot be removed, but can be an exception', async () => {
    const domain = newDomain()
    const company = await create({ domains: [domain] })
    const customer = await customerAt(`a@${domain}`)
    expect(await remove(company, customer)).toMatchObject({ status: 409, code: 'person-by-domain' })
    expect(await put(company, customer, false)).toMatchObject({ isByDomain: true, sharesTickets: false })
  })
})

describe('the people of a company', () => {
  test('are added and removed, which their history tells', async () => {
    const company = await create({ name: 'Kiln' })
    const customer = await newCustomer(acme, 'Pam')
    expect(await put(company, customer)).toMatchObject({ id: customer.id, address: customer.email, isByDomain: false })
    expect(await companiesOf(customer)).toEqual([company.id])
    expect(await remove(company, customer)).toEqual({})
    expect(await remove(company, customer)).toEqual({})
    const events = await as(acme.agent)(listCustomerEvents, { params: { id: customer.id }, query: {} })
    expect(events.items).toMatchObject([
      { type: 'company-person.removed', new: { name: 'Kiln' } },
      { type: 'company-person.added', new: { name: 'Kiln' } },
    ])
  })

  test('belong to at most 20 companies', async () => {
    const customer = await newCustomer(acme, 'Mia')
    await owner.query(
      `with made as (insert into companies (workspace_id, name) select $1, 'Many' from generate_series(1, 20) returning id)
       insert into company_people (workspace_id, company_id, customer_id, is_by_domain) select $1, id, $2, false from made`,
      [acme.id, customer.id],
    )
    expect(await put(await create({}), customer)).toMatchObject({ status: 409, code: 'too-many-companies' })
  })
})

test('tickets are found by the company of their requester', async () => {
  const domain = newDomain()
  const company = await create({ name: `Quarry ${domain}`, domains: [domain] })
  const customer = { ...acme.customer, ...(await customerAt(`a@${domain}`)) }
  await put(company, acme.otherCustomer)
  const ticket = await newTicket({ ...acme, customer: acme.otherCustomer })
  const other = await newTicket({ ...acme, customer: await newCustomer(acme, 'Lone') })
  const found = async (q: string, by = acme.agent) =>
    (await as(by)(listTickets, { query: { q, limit: 100 } })).items?.map(({ id }) => id)
  for (const value of [company.id, domain, `"Quarry ${domain}"`])
    expect(await found(`company:${value}`)).toContain(ticket.id)
  expect(await found(`company:${company.id}`)).not.toContain(other.id)
  expect(await found('company:none')).toContain(other.id)
  expect(await found('company:any')).toContain(ticket.id)
  expect(await found(`company:${company.id}`, globex.agent)).toEqual([])
  expect(customer.companies).toMatchObject([{ id: company.id }])
})
