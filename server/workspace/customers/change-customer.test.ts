import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changeCustomer, changeOwnName, showCustomer } from '#contract/workspace/customers.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { as, ask } from '#test/ask.ts'
import { acme, globex, newCustomer, type Person } from '#test/world.ts'

const change = (customer: Person, body: object, by: Person | null = acme.agent) =>
  as(by)(changeCustomer, { params: { id: customer.id }, body })
const show = ({ id }: Person) => as(acme.agent)(showCustomer, { params: { id } })

describe('a member of the team', () => {
  test('changes the name, and the rest stays', async () => {
    const customer = await newCustomer(acme, 'Cleo')
    await change(customer, { tags: ['vip'] })
    expect(await change(customer, { name: '  Cleo Ito ' })).toMatchObject({ name: 'Cleo Ito', tags: ['vip'] })
    expect(await show(customer)).toMatchObject({
      name: 'Cleo Ito',
      tags: ['vip'],
      emails: [{ address: customer.email }],
    })
  })

  test('changes the tags, each kept once in the order they were given', async () => {
    const customer = await newCustomer(acme, 'Cyd')
    expect(await change(customer, { tags: ['b', ' a ', 'b', 'a', 'A'] })).toMatchObject({
      name: 'Cyd',
      tags: ['b', 'a', 'A'],
    })
    expect(await change(customer, { tags: [] })).toMatchObject({ tags: [] })
  })

  test('changes nothing with an empty change', async () => {
    const customer = await newCustomer(acme, 'Cai')
    expect(await change(customer, {})).toEqual(await show(customer))
  })

  test('may take a name away', async () => {
    const customer = await newCustomer(acme, 'Coco')
    expect(await change(customer, { name: '' })).toMatchObject({ name: '' })
  })

  test('may use as many letters and tags as there is room for', async () => {
    const customer = await newCustomer(acme, 'Cab')
    const tags = Array.from({ length: 50 }, (_, at) => `${at}`.padEnd(50, 'x'))
    expect(await change(customer, { name: 'é'.repeat(120), tags })).toMatchObject({ name: 'é'.repeat(120), tags })
  })

  test('repeats a change under one key, and it happens once', async () => {
    const customer = await newCustomer(acme, 'Cox')
    const headers = { 'idempotency-key': randomUUID() }
    const rename = () =>
      ask(acme.agent, changeCustomer, { params: { id: customer.id }, body: { name: 'Once' } }, headers)
    const first = await rename()
    await change(customer, { name: 'Meanwhile' })
    const again = await rename()
    expect(again.json()).toEqual(first.json())
    expect(await show(customer)).toMatchObject({ name: 'Meanwhile' })
  })
})

describe('a change is refused', () => {
  test.each([
    ['a name that is too long', { name: 'n'.repeat(121) }, 'name'],
    ['a line end in a name', { name: 'Two\nlines' }, 'name'],
    ['a NUL in a name', { name: 'Nul\u0000' }, 'name'],
    ['a name that is no text', { name: null }, 'name'],
    ['a tag that is too long', { tags: ['t'.repeat(51)] }, 'tags.0'],
    ['a tag of nothing', { tags: ['ok', '   '] }, 'tags.1'],
    ['a tab in a tag', { tags: ['a\tb'] }, 'tags.0'],
    ['too many tags', { tags: Array.from({ length: 51 }, (_, at) => `t${at}`) }, 'tags'],
    ['tags that are no list', { tags: 'vip' }, 'tags'],
  ])('for %s, which is named', async (_, body, field) => {
    const customer = await newCustomer(acme, 'Cup')
    expect(await change(customer, body)).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { [field]: expect.any(String) },
    })
    expect(await show(customer)).toMatchObject({ name: 'Cup', tags: [] })
  })

  test.each([
    { email: 'thief@evil.example' },
    { emails: [] },
    { company: 'Evil' },
    { ticketCount: 0 },
    { id: randomUUID() },
    { workspaceId: globex.id },
    { registeredAt: null },
  ])('for the field that is not to be changed, %j', async (body) => {
    const customer = await newCustomer(acme, 'Cam')
    const before = await show(customer)
    expect(await change(customer, { name: 'Changed', ...body })).toMatchObject({ status: 400, code: 'invalid' })
    expect(await show(customer)).toEqual(before)
  })

  test('to strangers of each kind, and changes nothing', async () => {
    const customer = await newCustomer(acme, 'Cal')
    const answers = await Promise.all([
      change(customer, { name: 'Mine' }, globex.admin),
      change(customer, { name: 'Mine' }, globex.agent),
      change(customer, { name: 'Mine' }, globex.customer),
      change(customer, { name: 'Mine' }, acme.otherCustomer),
      change(customer, { name: 'Mine' }, customer),
      change(customer, { name: 'Mine' }, null),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 403, 403, 403, 401])
    expect(await show(customer)).toMatchObject({ name: 'Cal' })
  })

  test('for a customer who does not exist', async () => {
    const nobody = { ...acme.customer, id: randomUUID() }
    expect(await change(nobody, { tags: ['x'] })).toMatchObject({ status: 404, code: 'customer-not-in-workspace' })
  })
})

describe('the own name', () => {
  const rename = (person: Person | null, body: object) => ask(person, changeOwnName, { body: body as { name: string } })

  test('is changed by the customer alone, and the team reads it', async () => {
    const customer = await newCustomer(acme, 'Dan')
    const bystander = await newCustomer(acme, 'Dee')
    expect((await rename(customer, { name: ' Dana ' })).json()).toEqual({ name: 'Dana' })
    expect(await as(customer)(showViewer, {})).toMatchObject({ name: 'Dana', kind: 'customer' })
    expect(await show(customer)).toMatchObject({ name: 'Dana' })
    expect(await show(bystander)).toMatchObject({ name: 'Dee' })
  })

  test.each([{}, { name: '' }, { name: '   ' }, { name: 'n'.repeat(121) }, { name: 'a\u0007b' }, { name: 7 }])(
    'cannot become %j',
    async (body) => {
      expect((await rename(acme.customer, body)).json()).toMatchObject({ status: 400, code: 'invalid' })
    },
  )

  test('comes without fields that belong to the team', async () => {
    const customer = await newCustomer(acme, 'Dot')
    expect((await rename(customer, { name: 'Dot', tags: ['vip'] })).statusCode).toBe(400)
    expect((await rename(customer, { name: 'Dot', id: acme.customer.id })).statusCode).toBe(400)
    expect(await show(customer)).toMatchObject({ tags: [] })
  })

  test('is for customers', async () => {
    const answers = [await rename(acme.agent, { name: 'X' }), await rename(null, { name: 'X' })]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 401])
  })
})

test('a change that somebody else made meanwhile is not written over', async () => {
  const customer = await newCustomer(acme, 'Cosi')
  await change(customer, { tags: ['vip'], base: { tags: [] } })
  const refused = { status: 409, code: 'conflict', theirs: { tags: ['vip'] }, yours: { tags: ['late'] } }
  expect(await change(customer, { tags: ['late'], base: { tags: [] } })).toMatchObject(refused)
  expect(await change(customer, { name: 'Così', base: { name: 'Cosi' } })).toMatchObject({ tags: ['vip'] })
})
