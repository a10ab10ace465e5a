import { expect, test } from 'vitest'
import {
  archiveCustomerField,
  changeCompanyField,
  changeCustomerField,
  createCompanyField,
  createCustomerField,
  listCompanyFields,
  listCustomerFields,
  listTicketFields,
  type NewCustomField,
  restoreCustomerField,
} from '#contract/fields/custom-fields.ts'
import type { InputOf } from '#contract/pages.ts'
import { createTicket, listTickets } from '#contract/tickets/tickets.ts'
import {
  changeCompany,
  createCompany,
  deleteCompany,
  listCompanies,
  putCompanyPerson,
  showCompany,
} from '#contract/workspace/companies.ts'
import {
  blockCustomer,
  changeCustomer,
  createCustomer,
  listCustomerEvents,
  listCustomers,
  putCustomerByExternalId,
  showCustomer,
} from '#contract/workspace/customers.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { acme, globex, makeWorkspace, owner, type Person, type World } from '#test/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers and refusals are compared by their content
type Answer = any

const found = (name: string) => makeWorkspace(`profiles-${name}`, name, ['Ann', 'Bea', 'Cem', 'Dov'])
type NewField = Pick<NewCustomField, 'key' | 'label'> & Partial<NewCustomField>
const field = (world: World, body: NewField): Promise<Answer> =>
  as(world.admin)(createCustomerField, { body: { kind: 'text', ...body } })
const companyField = (world: World, body: NewField): Promise<Answer> =>
  as(world.admin)(createCompanyField, { body: { kind: 'text', ...body } })
const options = [
  { key: 'free', label: 'Free' },
  { key: 'pro', label: 'Pro' },
]
const plan = (world: World) => field(world, { key: 'plan', label: 'Plan', kind: 'select', options })
const newPerson = (world: World, body: Partial<InputOf<typeof createCustomer>['body']> = {}): Promise<Answer> =>
  as(world.agent)(createCustomer, { body: { emails: [`p${Math.random()}@profiles.example`], ...body } })
const change = (person: Person, id: string, body: InputOf<typeof changeCustomer>['body']): Promise<Answer> =>
  as(person)(changeCustomer, { params: { id }, body })
const show = (person: Person, id: string): Promise<Answer> => as(person)(showCustomer, { params: { id } })
const eventsOf = async (person: Person, id: string): Promise<Answer> =>
  (await as(person)(listCustomerEvents, { params: { id }, query: {} })).items
const newCompany = (world: World, body: InputOf<typeof createCompany>['body']): Promise<Answer> =>
  as(world.agent)(createCompany, { body })

test('an admin defines fields of customers and of companies, and each has its own keys', async () => {
  const world = await found('defined')
  const created = await plan(world)
  expect(created).toMatchObject({
    ...{ key: 'plan', label: 'Plan', kind: 'select', options, required: 'never', portal: 'hidden', position: 0 },
  })
  expect(await field(world, { key: 'PLAN', label: 'Again' })).toMatchObject({ code: 'custom-field-key-taken' })
  expect(await companyField(world, { key: 'plan', label: 'Plan' })).toMatchObject({ key: 'plan', kind: 'text' })
  const keys = async (list: typeof listCustomerFields | typeof listCompanyFields | typeof listTicketFields) =>
    (await as(world.agent)(list, { query: {} })).items.map(({ key, kind }: Answer) => `${key} ${kind}`)
  expect(await keys(listCustomerFields)).toEqual(['plan select'])
  expect(await keys(listCompanyFields)).toEqual(['plan text'])
  expect(await keys(listTicketFields)).toEqual([])
})

test('what only ticket fields have is refused with a sentence', async () => {
  const world = await found('refused')
  const body: NewField = { key: 'plan', label: 'Plan', required: 'never', portal: 'hidden' }
  const created = await field(world, body)
  expect(created).toMatchObject(body)
  for (const [name, value, sentence] of [
    ['required', 'on_create', 'Only ticket fields can be required'],
    ['portal', 'read', 'Customers see only ticket fields'],
    ['default', 'x', 'Only ticket fields have a default'],
  ] as const) {
    const refused = { status: 400, fields: { [name]: sentence } }
    expect(await field(world, { ...body, key: 'other', [name]: value })).toMatchObject(refused)
    const params = { id: created.id }
    expect(await as(world.admin)(changeCustomerField, { params, body: { [name]: value } })).toMatchObject(refused)
    expect(await companyField(world, { ...body, [name]: value })).toMatchObject(refused)
  }
})

test('values of a customer go in and out by key, and the history has the old and the new ones', async () => {
  const world = await found('values')
  const { agent } = world
  await plan(world)
  await field(world, { key: 'seats', label: 'Seats', kind: 'integer' })
  const person = await newPerson(world, { name: 'Noor', customFields: { plan: 'free' } })
  expect(person.customFields).toEqual({ plan: 'free', seats: null })
  const changed = await change(agent, person.id, { name: 'Noor H.', customFields: { plan: 'pro', seats: 5 } })
  expect(changed).toMatchObject({ name: 'Noor H.', customFields: { plan: 'pro', seats: 5 } })
  expect(await show(agent, person.id)).toEqual(changed)
  const listed: Answer = await as(agent)(listCustomers, { query: { q: 'Noor' } })
  expect(listed.items[0].customFields).toEqual({ plan: 'pro', seats: 5 })
  expect(((await as(agent)(blockCustomer, { params: { id: person.id } })) as Answer).customFields).toMatchObject({
    seats: 5,
  })
  const told = (await eventsOf(agent, person.id)).filter(({ type }: Answer) => type === 'customer-field.changed')
  expect(told.map((event: Answer) => [event.new.field.key, event.old.text, event.new.text])).toEqual([
    ['seats', '', '5'],
    ['plan', 'Free', 'Pro'],
    ['plan', '', 'Free'],
  ])
})

test('an unknown key and a wrong value are refused, and nothing is saved', async () => {
  const world = await found('unknown')
  await plan(world)
  const person = await newPerson(world, { name: 'Noor' })
  expect(await change(world.agent, person.id, { name: 'New', customFields: { plam: 'pro' } })).toMatchObject({
    ...{ status: 400, fields: { 'customFields.plam': 'There is no field "plam". The fields are: plan' } },
  })
  expect(await change(world.agent, person.id, { name: 'New', customFields: { plan: 'gold' } })).toMatchObject({
    status: 400,
    fields: { 'customFields.plan': expect.any(String) },
  })
  expect(await show(world.agent, person.id)).toMatchObject({ name: 'Noor', customFields: { plan: null } })
  expect(await newPerson(world, { customFields: { plam: 'pro' } })).toMatchObject({ status: 400 })
  const company = await newCompany(world, { name: 'Bramble', customFields: { plan: 'pro' } })
  expect(company).toMatchObject({ status: 400, fields: { 'customFields.plan': expect.any(String) } })
})

test('a value that somebody else changed is not overwritten, and other values are', async () => {
  const world = await found('conflict')
  const { agent, admin } = world
  await plan(world)
  await field(world, { key: 'city', label: 'City' })
  const { id } = await newPerson(world, { customFields: { plan: 'free', city: 'Bonn' } })
  await change(admin, id, { customFields: { plan: 'pro' } })
  const base = { customFields: { plan: 'free', city: 'Bonn' } }
  expect(await change(agent, id, { customFields: { plan: null }, base })).toMatchObject({
    ...{ status: 409, code: 'conflict', theirs: { 'customFields.plan': 'pro' } },
  })
  expect(await change(agent, id, { customFields: { city: 'Köln' }, base })).toMatchObject({
    customFields: { plan: 'pro', city: 'Köln' },
  })
})

test('a program writes values with the external id of the customer', async () => {
  const world = await found('external')
  await plan(world)
  const put = (body: Partial<InputOf<typeof putCustomerByExternalId>['body']>): Promise<Answer> =>
    as(world.agent)(putCustomerByExternalId, { body: { externalId: 'crm-1', ...body } })
  const created = await put({ emails: ['crm@profiles.example'], customFields: { plan: 'free' } })
  expect(created.customFields).toEqual({ plan: 'free' })
  expect(await put({ customFields: { plan: 'pro' } })).toMatchObject({ id: created.id, customFields: { plan: 'pro' } })
})

test('the values of a customer have at most 32 kB', async () => {
  const world = await found('large')
  await field(world, { key: 'log', label: 'Log', kind: 'long_text' })
  expect(await newPerson(world, { customFields: { log: 'x'.repeat(32_100) } })).toMatchObject({
    ...{ status: 400, code: 'custom-values-too-large', detail: expect.stringContaining('32 kB') },
  })
})

test('an archived field hides its values, and a restored one shows them again', async () => {
  const world = await found('archived')
  const { id } = await plan(world)
  const person = await newPerson(world, { customFields: { plan: 'pro' } })
  await as(world.admin)(archiveCustomerField, { params: { id } })
  expect((await show(world.agent, person.id)).customFields).toEqual({})
  await as(world.admin)(restoreCustomerField, { params: { id } })
  expect((await show(world.agent, person.id)).customFields).toEqual({ plan: 'pro' })
})

test('values of a company are kept and recorded until it is deleted', async () => {
  const world = await found('company')
  const { id: fieldId } = await companyField(world, { key: 'tier', label: 'Tier' })
  const company = await newCompany(world, { name: 'Bramble', customFields: { tier: 'Gold' } })
  expect(company).toMatchObject({ name: 'Bramble', customFields: { tier: 'Gold' } })
  const params = { id: company.id }
  await as(world.agent)(changeCompany, { params, body: { customFields: { tier: 'Silver' } } })
  await as(world.admin)(changeCompanyField, { params: { id: fieldId }, body: { key: 'level' } })
  expect(await as(world.agent)(showCompany, { params })).toMatchObject({ customFields: { level: 'Silver' } })
  const { items }: Answer = await as(world.agent)(listCompanies, { query: {} })
  expect(items).toMatchObject([{ customFields: { level: 'Silver' } }])
  const history = await owner.query(
    `select old ->> 'text' as old, new ->> 'text' as new from history
     where workspace_id = $1 and subject_id = $2 and type = 'company-field.changed' order by id`,
    [world.id, company.id],
  )
  expect(history.rows).toEqual([
    { old: '', new: 'Gold' },
    { old: 'Gold', new: 'Silver' },
  ])
  await as(world.agent)(deleteCompany, { params })
  const kept = await owner.query('select from custom_field_values where workspace_id = $1 and subject_id = $2', [
    ...[world.id, company.id],
  ])
  expect(kept.rows).toEqual([])
})

test('queries find tickets by the fields of the requester and of their companies', async () => {
  const world = await found('queries')
  const { agent } = world
  await plan(world)
  await field(world, { key: 'seats', label: 'Seats', kind: 'integer' })
  await companyField(world, { key: 'about', label: 'About' })
  const [free, pro] = [
    await newPerson(world, { customFields: { plan: 'free', seats: 3 } }),
    await newPerson(world, { customFields: { plan: 'pro', seats: 50 } }),
  ]
  const companies = [
    await newCompany(world, { name: 'One', customFields: { about: 'big lamps' } }),
    await newCompany(world, { name: 'Two', customFields: { about: 'red chairs' } }),
  ]
  for (const { id } of companies)
    await as(agent)(putCompanyPerson, { params: { id, customerId: pro.id }, body: { sharesTickets: true } })
  const openFor = async (person: Answer): Promise<string> => {
    const requester = { email: person.emails[0].address }
    const { id }: Answer = await as(agent)(createTicket, { body: { subject: 'Late', text: 'Where?', requester } })
    return id
  }
  const names: Record<string, string> = {
    [await openFor(free)]: 'free',
    [await openFor(pro)]: 'pro',
    [await openFor(await newPerson(world))]: 'none',
  }
  const matches = async (q: string) => {
    const answer: Answer = await as(agent)(listTickets, { query: { q } })
    return answer.items?.map(({ id }: Answer) => names[id]).sort() ?? answer
  }
  const { items: listed }: Answer = await as(agent)(listTickets, { query: { q: 'customer.plan:pro' } })
  expect(listed).toMatchObject([{ companies: companies.map(({ id, name }) => ({ id, name })) }])
  expect(await matches('customer.plan:pro')).toEqual(['pro'])
  expect(await matches('CUSTOMER.Plan:free,pro')).toEqual(['free', 'pro'])
  expect(await matches('customer.plan:none')).toEqual(['none'])
  expect(await matches('customer.plan:any customer.seats>10')).toEqual(['pro'])
  expect(await matches('-customer.plan:pro')).toEqual(['free', 'none'])
  expect(await matches('company.about:lamps')).toEqual(['pro'])
  expect(await matches('company.about="red chairs"')).toEqual(['pro'])
  // Both words are in the fields of the companies together, but in none alone.
  expect(await matches('company.about:"big chairs"')).toEqual([])
  expect(await matches('company.about:none')).toEqual(['free', 'none'])
  expect(await matches('customer.plan:gold')).toMatchObject({
    ...{ code: 'query-invalid', choices: ['free', 'pro', 'none', 'any'] },
  })
  expect((await matches('customer.plam:pro')).choices).toContain('customer.plan')
  const asCustomer: Answer = await as(world.customer)(listTickets, { query: { q: 'customer.plan:pro' } })
  expect(asCustomer).toMatchObject({ code: 'query-invalid' })
})

test('another workspace, customers, members and keys change no fields of customers', async () => {
  const created = await plan(acme)
  const params = { id: created.id }
  const key: Person = { ...acme.admin, token: await newKey(acme, ['customers:read', 'customers:write']) }
  for (const person of [acme.agent, acme.customer, key])
    expect(await as(person)(changeCustomerField, { params, body: { label: 'Mine' } })).toMatchObject({
      code: 'not-allowed',
    })
  expect(await as(globex.admin)(changeCustomerField, { params, body: { label: 'Ours' } })).toMatchObject({
    code: 'custom-field-not-found',
  })
  expect(await as(acme.admin)(changeCompanyField, { params, body: { label: 'Ours' } })).toMatchObject({
    code: 'custom-field-not-found',
  })
  expect(await as(acme.customer)(listCustomerFields, { query: {} })).toMatchObject({ code: 'not-allowed' })
  const keysOf = async (person: Person): Promise<Answer> =>
    ((await as(person)(listCustomerFields, { query: {} })) as Answer).items.map((one: Answer) => one.key)
  expect(await keysOf(key)).toContain('plan')
  expect(await keysOf(globex.agent)).not.toContain('plan')
  const narrow: Person = { ...acme.admin, token: await newKey(acme, ['tickets:read']) }
  expect(await as(narrow)(listCustomerFields, { query: {} })).toMatchObject({ code: 'scope-missing' })
  expect(await newPerson(globex, { customFields: { plan: 'pro' } })).toMatchObject({ status: 400 })
})
