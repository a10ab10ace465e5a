import { expect, test } from 'vitest'
import { mostCustomFields } from '#contract/fields/custom-field-values.ts'
import {
  archiveTicketField,
  changeTicketField,
  createTicketField,
  listTicketFields,
  restoreTicketField,
} from '#contract/fields/custom-fields.ts'
import { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import { putTicketByExternalId } from '#contract/tickets/imports.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import {
  changeTicket,
  createTicket,
  listTicketEvents,
  listTickets,
  showTicket,
  solveTicket,
} from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { acme, globex, makeWorkspace, type Person, type World } from '#test/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers and refusals are compared by their content
type Answer = any

const found = (name: string) => makeWorkspace(name, name, ['Ann', 'Bea', 'Cem', 'Dov'])
const create = (person: Person, body: object): Promise<Answer> => as(person)(createTicketField, { body: body as never })
const change = (person: Person, id: string, body: object): Promise<Answer> =>
  as(person)(changeTicketField, { params: { id }, body: body as never })
const list = async (person: Person, query: { archived?: 'true' } = {}): Promise<Answer> =>
  as(person)(listTicketFields, { query })
const keysOf = async (person: Person) => (await list(person)).items.map(({ key }: Answer) => key)
const open = (person: Person, body: object = {}): Promise<Answer> =>
  as(person)(createTicket, { body: { subject: 'Late', text: 'Where is it?', ...body } as never })
const patch = (person: Person, id: string, body: object): Promise<Answer> =>
  as(person)(changeTicket, { params: { id }, body })
const show = (person: Person, id: string): Promise<Answer> => as(person)(showTicket, { params: { id } })
const find = async (person: Person, q: string): Promise<Answer> => {
  const answer: Answer = await as(person)(listTickets, { query: { q } })
  return answer.items?.map(({ id }: Answer) => id) ?? answer
}
const requester = { email: 'noor@fields.test' }
const options = [{ key: 'web', label: 'Web' }, { key: 'phone', label: 'Phone app' }, { key: 'old' }]

const product = (world: World, more: object = {}) =>
  create(world.admin, { key: 'product', label: 'Product', kind: 'select', options, ...more })

test('an admin defines fields, and they answer what was set', async () => {
  const world = await found('defined')
  const topic = await product(world, { help: 'What is it about?', portal: 'write', default: 'web' })
  expect(topic).toMatchObject({
    ...{ key: 'product', label: 'Product', kind: 'select', options, help: 'What is it about?', portal: 'write' },
    ...{ required: 'never', condition: null, default: 'web', position: 0, archivedAt: null },
  })
  const condition = { field: 'product', equals: 'web' }
  const browser = await create(world.admin, {
    key: 'browser',
    label: 'Browser',
    kind: 'text',
    maxLength: 20,
    condition,
  })
  expect(browser).toMatchObject({ condition, maxLength: 20, position: 1 })
  expect(await change(world.admin, browser.id, { label: 'Which browser', maxLength: null, position: 0 })).toMatchObject(
    {
      ...{ label: 'Which browser', position: 0, condition },
    },
  )
  expect((await list(world.agent)).items).toMatchObject([{ key: 'browser' }, { key: 'product' }])
  expect((await list(world.agent)).items[0].maxLength).toBeUndefined()
})

test('what does not fit a field is refused beside its input', async () => {
  const world = await found('unfit')
  const { admin } = world
  const first = await product(world)
  expect(await create(admin, { key: 'PRODUCT', label: 'Again', kind: 'text' })).toMatchObject({
    ...{ status: 409, code: 'custom-field-key-taken', fields: { key: expect.any(String) } },
  })
  expect(await create(admin, { key: 'x', label: 'X', kind: 'text', options })).toMatchObject({ status: 400 })
  expect(await create(admin, { key: 'x', label: 'X', kind: 'rich_text' })).toMatchObject({ status: 400 })
  expect(await create(admin, { key: 'x', label: 'X', kind: 'text', pattern: '(' })).toMatchObject({
    fields: { pattern: expect.any(String) },
  })
  expect(await create(admin, { key: 'x', label: 'X', kind: 'integer', default: 'many' })).toMatchObject({
    fields: { default: 'Enter a whole number' },
  })
  expect(await change(admin, first.id, { maxLength: 3 })).toMatchObject({ fields: { maxLength: expect.any(String) } })
  const second = await create(admin, {
    ...{ key: 'second', label: 'Second', kind: 'text', condition: { field: first.id, equals: 'web' } },
  })
  expect(second).toMatchObject({ condition: { field: 'product' } })
  expect(await change(admin, first.id, { condition: { field: 'second', equals: 'x' } })).toMatchObject({
    fields: { condition: expect.stringContaining('depend on each other') },
  })
  expect(await change(admin, first.id, { label: 'Mine', base: { label: 'Old' } })).toMatchObject({ code: 'conflict' })
})

test('a workspace has at most 100 fields, also when they are created at the same time', async () => {
  const { admin } = await found('hundred')
  const answers = await Promise.all(
    Array.from({ length: mostCustomFields + 2 }, (_, at) => create(admin, { key: `k${at}`, label: 'K', kind: 'text' })),
  )
  expect(answers.filter(({ code }) => code === 'too-many-custom-fields')).toHaveLength(2)
  const { items } = await list(admin)
  expect(new Set(items.map(({ position }: Answer) => position)).size).toBe(mostCustomFields)
  const [first] = items
  await as(admin)(archiveTicketField, { params: { id: first.id } })
  await create(admin, { key: 'one_more', label: 'One more', kind: 'text' })
  expect(await as(admin)(restoreTicketField, { params: { id: first.id } })).toMatchObject({
    code: 'too-many-custom-fields',
  })
})

test('values go in and out by key, and a rename loses none', async () => {
  const world = await found('values')
  const { admin, agent } = world
  const { id: productId } = await product(world)
  await create(admin, { key: 'amount', label: 'Amount', kind: 'decimal', scale: 2 })
  const ticket = await open(agent, { requester, customFields: { product: 'web', amount: '12.50' } })
  expect(ticket.customFields).toEqual({ product: 'web', amount: '12.50' })
  await change(admin, productId, { key: 'area', label: 'Area' })
  expect((await show(agent, ticket.id)).customFields).toEqual({ area: 'web', amount: '12.50' })
  expect((await patch(agent, ticket.id, { customFields: { amount: null } })).customFields).toEqual({
    ...{ area: 'web', amount: null },
  })
  const { items } = await as(agent)(listTickets, { query: {} })
  expect(items[0]!.customFields).toEqual({ area: 'web' })
  expect(await patch(agent, ticket.id, { customFields: { area: 'x', product: 'web', amount: 'y' } })).toMatchObject({
    fields: { 'customFields.product': 'There is no field "product". The fields are: area, amount' },
  })
  expect(await patch(agent, ticket.id, { customFields: { area: 'x', amount: 'y' } })).toMatchObject({
    ...{ status: 400, fields: { 'customFields.area': expect.any(String), 'customFields.amount': expect.any(String) } },
  })
})

test('an option that a ticket has is archived instead of removed, and an archived field keeps its values', async () => {
  const world = await found('options')
  const { admin, agent } = world
  const { id } = await product(world)
  const ticket = await open(agent, { requester, customFields: { product: 'old' } })
  const changed = await change(admin, id, { options: [{ key: 'web' }] })
  expect(changed.options).toEqual([{ key: 'web' }, { key: 'old', isArchived: true }])
  expect((await show(agent, ticket.id)).customFields).toEqual({ product: 'old' })
  expect((await patch(agent, ticket.id, { customFields: { product: 'old' } })).customFields).toEqual({ product: 'old' })
  expect(await open(agent, { requester, customFields: { product: 'old' } })).toMatchObject({ status: 400 })
  expect(await find(agent, 'field.product:old')).toEqual([ticket.id])

  await as(admin)(archiveTicketField, { params: { id } })
  expect((await show(agent, ticket.id)).customFields).toEqual({})
  expect((await list(admin, { archived: 'true' })).items).toMatchObject([{ key: 'product' }])
  expect(await patch(agent, ticket.id, { customFields: { product: 'web' } })).toMatchObject({ status: 400 })
  await as(admin)(restoreTicketField, { params: { id } })
  expect((await show(agent, ticket.id)).customFields).toEqual({ product: 'old' })
})

test('the history has each change with the old and the new value', async () => {
  const world = await found('history')
  const { agent } = world
  const field = await product(world)
  const { id } = await open(agent, { requester })
  await patch(agent, id, { customFields: { product: 'web' } })
  await patch(agent, id, { customFields: { product: 'web' } })
  const { items }: Answer = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  const named = { id: field.id, key: 'product', label: 'Product' }
  expect(items.filter(({ type }: Answer) => type === 'custom-field.changed')).toMatchObject([
    { old: { field: named, value: null }, new: { field: named, value: 'web' }, actor: { type: 'agent' } },
  ])
})

test('the defaults and the fields that a new ticket needs apply to new tickets, but not to imports', async () => {
  const world = await found('created')
  const { admin, agent } = world
  await product(world, { default: 'web' })
  await create(admin, { key: 'order', label: 'Order', kind: 'text', required: 'on_create' })
  const when = { field: 'product', equals: 'phone' }
  await create(admin, { key: 'model', label: 'Model', kind: 'text', required: 'on_create', condition: when })
  expect(await open(agent, { requester })).toMatchObject({ fields: { 'customFields.order': 'Fill in Order' } })
  expect(await open(agent, { requester, customFields: { order: '1', product: 'phone' } })).toMatchObject({
    fields: { 'customFields.model': 'Fill in Model' },
  })
  expect((await open(agent, { requester, customFields: { product: 'other' } })).fields).toEqual({
    'customFields.product': expect.any(String),
    'customFields.order': 'Fill in Order',
  })
  expect((await open(agent, { requester, customFields: { order: '1' } })).customFields).toEqual({
    ...{ product: 'web', order: '1', model: null },
  })
  const key: Person = { ...admin, token: await newKey(world, ['tickets:read', 'tickets:write']) }
  const put = (body: object): Promise<Answer> =>
    as(key)(putTicketByExternalId, { body: { externalId: 'old/1', subject: 'Old', text: 'Was', requester, ...body } })
  expect((await put({ customFields: { order: '7' } })).customFields).toMatchObject({ order: '7', product: null })
  expect((await put({ customFields: { order: '8' }, status: 'closed' })).customFields).toMatchObject({ order: '8' })
  expect(await put({ customFields: { order: '8' } })).toMatchObject({ status: 'closed' })
  expect(await put({ customFields: { order: '9' } })).toMatchObject({ code: 'ticket-closed' })
})

test('a customer reads and writes only what a field allows', async () => {
  const world = await found('portal')
  const { admin, agent, customer } = world
  await product(world, { portal: 'write', required: 'on_create' })
  await create(admin, { key: 'plan', label: 'Plan', kind: 'text', portal: 'read', required: 'on_create' })
  await create(admin, { key: 'secret', label: 'Secret', kind: 'text', required: 'on_create' })
  expect(await keysOf(customer)).toEqual(['product', 'plan'])
  expect(await list(customer, { archived: 'true' })).toMatchObject({ code: 'not-allowed' })
  expect(await open(customer)).toMatchObject({ fields: { 'customFields.product': 'Fill in Product' } })
  const forbidden = await open(customer, { customFields: { product: 'web', plan: 'Pro', secret: 'x' } })
  expect(forbidden).toMatchObject({ status: 400 })
  expect(Object.keys(forbidden.fields)).toEqual(['customFields.plan', 'customFields.secret'])
  const { id, customFields } = await open(customer, { customFields: { product: 'web' } })
  expect(customFields).toEqual({ product: 'web', plan: null })
  await patch(agent, id, { customFields: { plan: 'Pro', secret: 'Canary' } })
  expect((await show(customer, id)).customFields).toEqual({ product: 'web', plan: 'Pro' })
  expect((await as(customer)(listTickets, { query: {} })).items[0]!.customFields).toEqual({
    product: 'web',
    plan: 'Pro',
  })
  expect(await find(customer, 'field.secret:Canary')).toMatchObject({ code: 'query-invalid' })
})

test('a ticket is solved only when the fields that this needs are filled in', async () => {
  const world = await found('solved')
  const { admin, agent, customer } = world
  await create(admin, { key: 'cause', label: 'Cause', kind: 'text', required: 'on_solve' })
  const missing = { status: 409, code: 'fields-missing', keys: ['cause'] }
  const { id } = await open(customer)
  const reply = (body: object): Promise<Answer> => as(agent)(writeMessage, { params: { id }, body: body as never })
  expect(await patch(agent, id, { status: 'solved' })).toMatchObject(missing)
  expect(await as(agent)(solveTicket, { params: { id } })).toMatchObject(missing)
  expect(await reply({ text: 'Done', status: 'solved' })).toMatchObject(missing)
  expect(await reply({ text: 'Done', kind: 'note', status: 'solved' })).toMatchObject(missing)
  expect(await open(agent, { requester, from: 'agent', status: 'solved' })).toMatchObject(missing)
  expect((await show(agent, id)).status).toBe('new')
  expect(await patch(agent, id, { status: 'solved', customFields: { cause: 'Post' } })).toMatchObject({
    ...{ status: 'solved', customFields: { cause: 'Post' } },
  })
  const other = await open(customer)
  expect(await as(customer)(solveTicket, { params: { id: other.id } })).toMatchObject({ status: 'solved' })
})

test('a change of many tickets names the tickets that lack a value, and is undone with its values', async () => {
  const world = await found('many')
  const { admin, agent } = world
  await create(admin, { key: 'cause', label: 'Cause', kind: 'text', required: 'on_solve' })
  const [first, second] = [await open(agent, { requester }), await open(agent, { requester })]
  await patch(agent, first.id, { customFields: { cause: 'Post' } })
  const both = [first.id, second.id]
  const changes = (body: object): Promise<Answer> =>
    as(agent)(changeTickets, { body: { ids: both, changes: body as never } })
  expect((await changes({ status: 'solved' })).results).toMatchObject([
    { ticketId: first.id },
    { problem: { code: 'fields-missing', detail: 'Fill in Cause before you solve the ticket.' } },
  ])
  const { id } = await changes({ customFields: { cause: 'Weather' } })
  expect(await find(agent, 'field.cause:weather')).toHaveLength(2)
  await as(agent)(undoTicketChange, { params: { id } })
  expect((await show(agent, first.id)).customFields).toEqual({ cause: 'Post' })
  expect((await show(agent, second.id)).customFields).toEqual({ cause: null })
  expect(await find(agent, 'field.cause:weather')).toEqual([])
  expect(await find(agent, 'field.cause:post')).toEqual([first.id])
})

test('queries compare the values of every kind', async () => {
  const world = await found('queried')
  const { admin, agent, customer } = world
  await product(world, { many: true, portal: 'read' })
  for (const kind of ['text', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'email', 'url'])
    await create(admin, { key: `my_${kind}`, label: kind, kind })
  const one = await open(customer)
  const two = await open(customer)
  const none = await open(customer)
  const names: Record<string, string> = { [one.id]: 'one', [two.id]: 'two', [none.id]: 'none' }
  await patch(agent, one.id, {
    customFields: {
      ...{
        product: ['web', 'phone'],
        my_text: 'Big Müller Lamp',
        my_integer: -5,
        my_decimal: '2.50',
        my_boolean: true,
      },
      ...{
        my_date: '2026-03-01',
        my_datetime: '2026-03-01T10:00:00Z',
        my_email: 'jane@x.org',
        my_url: 'https://x.org/a',
      },
    },
  })
  await patch(agent, two.id, {
    customFields: {
      ...{ product: ['web'], my_text: 'Lampion', my_integer: 7, my_decimal: '3', my_boolean: false },
      ...{ my_date: '2026-04-01', my_datetime: '2026-04-01T10:00:00Z' },
    },
  })
  const matches = async (q: string) => {
    const answer = await find(agent, q)
    return Array.isArray(answer) ? answer.map((id: string) => names[id]).sort() : answer
  }
  expect(await matches('field.product:web')).toEqual(['one', 'two'])
  expect(await matches('field.product:"Phone app"')).toEqual(['one'])
  expect(await matches('field.product:phone,old')).toEqual(['one'])
  expect(await matches('-field.product:phone')).toEqual(['none', 'two'])
  expect(await matches('field.product:none')).toEqual(['none'])
  expect(await matches('field.product:any')).toEqual(['one', 'two'])
  expect(await matches('field.my_text:lamp')).toEqual(['one', 'two'])
  expect(await matches('field.my_text:"lamp mueller"')).toEqual(['one'])
  expect(await matches('field.my_text:"lamp muller"')).toEqual(['one'])
  expect(await matches('FIELD.MY_TEXT="big müller lamp"')).toEqual(['one'])
  expect(await matches('field.my_text=lamp')).toEqual([])
  expect(await matches('field.my_integer<0')).toEqual(['one'])
  expect(await matches('field.my_integer>=7')).toEqual(['two'])
  expect(await matches('field.my_integer:-5')).toEqual(['one'])
  expect(await matches('field.my_decimal>2.4 field.my_decimal<3')).toEqual(['one'])
  expect(await matches('field.my_boolean:yes')).toEqual(['one'])
  expect(await matches('field.my_boolean:false OR field.my_boolean:none')).toEqual(['none', 'two'])
  expect(await matches('field.my_date:2026-03-01')).toEqual(['one'])
  expect(await matches('field.my_date>2026-03-01')).toEqual(['two'])
  expect(await matches('field.my_datetime<2026-03-02')).toEqual(['one'])
  expect(await matches('field.my_email:jane@x.org')).toEqual(['one'])
  expect(await matches('field.my_url=https://x.org/a')).toEqual(['one'])
  expect(await matches('field.product:nothing')).toMatchObject({
    ...{ code: 'query-invalid', position: 14, length: 7, choices: ['web', 'phone', 'old', 'none', 'any'] },
  })
  expect(await matches('field.my_decimal:a')).toMatchObject({ code: 'query-invalid', position: 17 })
  expect((await matches('field.unknown:a')).choices).toContain('field.my_text')
  expect(await find(customer, 'field.product:phone')).toEqual([one.id])
  expect(await find(customer, 'field.my_text:lamp')).toMatchObject({ code: 'query-invalid' })
})

test('the values of a ticket have at most 32 kB', async () => {
  const world = await found('large')
  await create(world.admin, { key: 'log', label: 'Log', kind: 'long_text' })
  const refused = await open(world.agent, { requester, customFields: { log: 'x'.repeat(32_100) } })
  expect(refused).toMatchObject({
    status: 400,
    code: 'custom-values-too-large',
    detail: expect.stringContaining('32 kB'),
  })
})

test('another workspace, customers, members and keys change no fields', async () => {
  const field = await product(acme, { key: 'walled' })
  const key: Person = { ...acme.admin, token: await newKey(acme, ['tickets:read', 'tickets:write']) }
  for (const person of [acme.agent, acme.customer, key])
    expect(await change(person, field.id, { label: 'Mine' })).toMatchObject({ code: 'not-allowed' })
  expect(await change(globex.admin, field.id, { label: 'Ours' })).toMatchObject({ code: 'custom-field-not-found' })
  expect(await as(globex.admin)(archiveTicketField, { params: { id: field.id } })).toMatchObject({
    code: 'custom-field-not-found',
  })
  expect(await keysOf(globex.agent)).not.toContain('walled')
  expect(await keysOf(key)).toContain('walled')
  const narrow: Person = { ...acme.admin, token: await newKey(acme, ['customers:read']) }
  expect(await list(narrow)).toMatchObject({ code: 'scope-missing' })
  const foreign = await open(globex.agent, { requester, customFields: { walled: 'web' } })
  expect(foreign).toMatchObject({ status: 400 })
})
