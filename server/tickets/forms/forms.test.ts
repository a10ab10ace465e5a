import { expect, test } from 'vitest'
import { createTicketField, type NewCustomField } from '#contract/fields/custom-fields.ts'
import {
  archiveTicketForm,
  changeTicketForm,
  createTicketForm,
  listTicketForms,
  mostTicketForms,
  restoreTicketForm,
} from '#contract/tickets/forms.ts'
import { createTeam, deleteTeam } from '#contract/tickets/teams.ts'
import { createTicket, listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { acme, globex, makeWorkspace, type Person, type World } from '#test/world.ts'

type NewForm = Parameters<typeof createForm>[1]

const createForm = (
  person: Person,
  body: { key: string; name?: string; fields?: string[]; isPublic?: boolean; description?: string; defaults?: object },
) => as(person)(createTicketForm, { body: { name: 'Form', ...body } })

const found = (label: string) => makeWorkspace(label, 'Forms', ['Ann', 'Bea', 'Cem', 'Dov'])

const newForm = (world: World, body: NewForm) => createForm(world.admin, { isPublic: true, ...body })

async function newField({ admin }: World, key: string, more: Partial<NewCustomField> = {}) {
  const body: NewCustomField = { key, label: key, kind: 'text', portal: 'write', ...more }
  return (await as(admin)(createTicketField, { body })).id
}

const ask = (person: Person, body: object) =>
  as(person)(createTicket, { body: { subject: 'Help', text: 'It does not work', ...body } })
const list = async (person: Person, query: { archived?: 'true' } = {}) =>
  (await as(person)(listTicketForms, { query })).items
const keysOf = async (person: Person) => (await list(person)).map(({ key }) => key)

test('a request with a form gets its defaults, and the team sees which form it was', async () => {
  const world = await found('forms-1')
  const team = await as(world.admin)(createTeam, { body: { name: 'Night shift', members: [] } })
  const form = await newForm(world, {
    key: 'outage',
    name: 'Outage',
    defaults: { type: 'incident', priority: 'urgent', tags: ['outage'], team: team.id },
  })
  const asked = await ask(world.customer, { form: 'outage' })
  expect(asked).toMatchObject({ form: null, tags: [] })
  const shown = await as(world.agent)(showTicket, { params: { id: asked.id } })
  expect(shown).toMatchObject({
    ...{ type: 'incident', priority: 'urgent', tags: ['outage'], team: { id: team.id, name: 'Night shift' } },
    form: { id: form.id, key: 'outage', name: 'Outage' },
  })
  const { items } = await as(world.agent)(listTickets, { query: { q: 'form:outage' } })
  expect(items).toMatchObject([{ id: asked.id, form: { key: 'outage' } }])
  const logged = await ask(world.agent, {
    ...{ form: 'outage', priority: 'low', requester: { email: 'logged@customer.example' } },
  })
  expect(logged).toMatchObject({ priority: 'low', tags: ['outage'], form: { key: 'outage' } })
  await as(world.admin)(deleteTeam, { params: { id: team.id } })
  const later = await ask(world.customer, { form: 'outage' })
  expect(await as(world.agent)(showTicket, { params: { id: later.id } })).toMatchObject({
    team: null,
    type: 'incident',
  })
  expect(await newForm(world, { key: 'teamless', defaults: { team: team.id } })).toMatchObject({
    code: 'team-not-found',
  })
})

test('queries find tickets by the name of a form, with any form and with none', async () => {
  const world = await found('forms-2')
  await newForm(world, { key: 'returns', name: 'Return a product' })
  const asked = await ask(world.customer, { form: 'returns' })
  const plain = await ask(world.customer, {})
  const find = async (q: string) => (await as(world.agent)(listTickets, { query: { q } })).items.map(({ id }) => id)
  expect(await find('form:"return product"')).toEqual([asked.id])
  expect(await find('form:any')).toEqual([asked.id])
  expect(await find('form:none')).toContain(plain.id)
  expect(await find('form:none')).not.toContain(asked.id)
  expect(await find('form:unknown')).toEqual([])
})

test('a customer fills in the fields of the form only, and its required fields', async () => {
  const world = await found('forms-3')
  const device = await newField(world, 'device', { required: 'on_create' })
  await newField(world, 'order', { required: 'on_create' })
  await newForm(world, { key: 'broken', fields: [device] })
  const sent = { form: 'broken', customFields: { device: 'Phone' } }
  const asked = await ask(world.customer, sent)
  expect(asked.customFields).toEqual({ device: 'Phone', order: null })
  expect(await ask(world.customer, { form: 'broken' })).toMatchObject({
    status: 400,
    fields: { 'customFields.device': expect.any(String) },
  })
  expect(await ask(world.customer, { form: 'broken', customFields: { device: 'Phone', order: '7' } })).toMatchObject({
    status: 400,
    fields: { 'customFields.order': expect.stringContaining('The fields are: device') },
  })
  expect(await ask(world.customer, { customFields: { device: 'Phone' } })).toMatchObject({
    fields: { 'customFields.order': expect.any(String) },
  })
})

test('customers see public forms with the fields that they can write, and no defaults', async () => {
  const world = await found('forms-4')
  const shown = await newField(world, 'shown')
  const hidden = await newField(world, 'hidden', { portal: 'hidden' })
  await newForm(world, { key: 'open', fields: [hidden, shown], defaults: { tags: ['vip'] } })
  await newForm(world, { key: 'internal', isPublic: false })
  expect(await list(world.customer)).toMatchObject([{ key: 'open', fields: [shown], defaults: null, position: 0 }])
  expect(await keysOf(world.agent)).toEqual(['open', 'internal'])
  expect(await ask(world.customer, { form: 'internal' })).toMatchObject({
    code: 'ticket-form-not-found',
    fields: { form: 'There is no form "internal"' },
  })
  expect(await list(world.customer, { archived: 'true' })).toBeUndefined()
})

test('an archived form cannot be chosen, keeps its key and its tickets, and can be restored', async () => {
  const world = await found('forms-5')
  const { id } = await newForm(world, { key: 'old', name: 'Old form' })
  await newForm(world, { key: 'new' })
  const { id: ticketId } = await ask(world.customer, { form: 'old' })
  const archive = (person: Person = world.admin) => as(person)(archiveTicketForm, { params: { id } })
  expect(await archive()).toMatchObject({ archivedAt: expect.any(String) })
  expect(await archive()).toMatchObject({ archivedAt: expect.any(String) })
  expect(await ask(world.customer, { form: 'old' })).toMatchObject({ code: 'ticket-form-not-found' })
  expect(await as(world.agent)(showTicket, { params: { id: ticketId } })).toMatchObject({ form: { name: 'Old form' } })
  expect(await createForm(world.admin, { key: 'old' })).toMatchObject({
    code: 'ticket-form-key-taken',
    fields: { key: 'The archived form “Old form” has this key' },
  })
  expect(await as(world.admin)(restoreTicketForm, { params: { id } })).toMatchObject({ archivedAt: null })
  expect(await keysOf(world.customer)).toEqual(['new', 'old'])
})

test('forms are moved, and a change that overwrites the change of another admin is refused', async () => {
  const world = await found('forms-6')
  for (const key of ['one', 'two', 'three']) await newForm(world, { key })
  const [one, , three] = await list(world.admin)
  const change = (id: string, body: object) => as(world.admin)(changeTicketForm, { params: { id }, body })
  await change(three!.id, { position: 0 })
  expect(await keysOf(world.agent)).toEqual(['three', 'one', 'two'])
  await change(one!.id, { name: 'First' })
  expect(await change(one!.id, { name: 'Mine', base: { name: 'Form' } })).toMatchObject({
    code: 'conflict',
    fields: { name: expect.stringContaining('First') },
  })
  expect(await change(one!.id, { name: 'Mine', base: { name: 'First' } })).toMatchObject({ name: 'Mine', key: 'one' })
})

test('a form names existing fields once, has a valid key, and a workspace has a limited number of forms', async () => {
  const world = await found('forms-7')
  const other = await newField(globex, 'elsewhere')
  const own = await newField(world, 'own')
  expect(await createForm(world.admin, { key: 'a', fields: [other] })).toMatchObject({ code: 'custom-field-not-found' })
  expect(await createForm(world.admin, { key: 'a', fields: [own, own] })).toMatchObject({ status: 400 })
  for (const key of ['', 'A', 'a b', '-a', 'ä', 'a--b', 'a'.repeat(41)])
    expect(await createForm(world.admin, { key })).toMatchObject({ status: 400, fields: { key: expect.any(String) } })
  for (let at = 0; at < mostTicketForms; at++) await createForm(world.admin, { key: `f${at}` })
  expect(await createForm(world.admin, { key: 'more' })).toMatchObject({ code: 'too-many-ticket-forms' })
})

test('only admins change forms, keys read them with a scope, and other workspaces do not see them', async () => {
  const form = await newForm(acme, { key: 'walled' })
  const params = { id: form.id }
  const writes = (person: Person) => [
    createForm(person, { key: 'mine' }),
    as(person)(changeTicketForm, { params, body: { name: 'Mine' } }),
    as(person)(archiveTicketForm, { params }),
    as(person)(restoreTicketForm, { params }),
  ]
  for (const person of [acme.agent, acme.customer])
    for (const write of writes(person)) expect(await write).toMatchObject({ code: 'not-allowed' })
  for (const write of writes(globex.admin).slice(1))
    expect(await write).toMatchObject({ code: 'ticket-form-not-found' })
  expect(await keysOf(globex.agent)).not.toContain('walled')
  expect(await ask(globex.customer, { form: 'walled' })).toMatchObject({ code: 'ticket-form-not-found' })
  const reader: Person = { ...acme.admin, token: await newKey(acme, ['tickets:read']) }
  expect(await keysOf(reader)).toContain('walled')
  const narrow: Person = { ...acme.admin, token: await newKey(acme, ['customers:read']) }
  expect(await as(narrow)(listTicketForms, { query: {} })).toMatchObject({ code: 'scope-missing' })
})
