import { expect, test } from 'vitest'
import { listContent } from '#contract/content/delivery.ts'
import { changeEntry, deleteEntry, showEntry, untrashEntry } from '#contract/content/entries.ts'
import {
  changeContentModel,
  createContentModel,
  deleteContentField,
  showContentModel,
  undeleteContentField,
} from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, owner, settings } from '#test/world.ts'

const host = { host: `${acme.domain}.${settings.rootDomain}` }

await owner.query(`update workspaces set languages = '{en,hr}' where id = $1`, [acme.id])

type Model = Awaited<ReturnType<typeof newModel>>

const asAdmin = as(acme.admin)
const change = (model: Model, body: object, query: object = {}) =>
  asAdmin(changeContentModel, { params: { id: model.id }, query, body })
const show = (model: Model) => asAdmin(showContentModel, { params: { id: model.id } })
const trash = (model: Model, id: string) => as(acme.agent)(deleteEntry, { params: { model: model.pluralKey, id } })

const localized = { localized: true, fields: [{ key: 'title', kind: 'text' as const, localized: true }] }

test('a model that has texts in other languages stays localized until they are gone; a dry run names them', async () => {
  const model = await newModel(localized)
  const { id } = await newEntry(model, { title: 'Chair' })
  await as(acme.agent)(changeEntry, {
    params: { model: model.pluralKey, id },
    body: { locale: 'hr', fields: { title: 'Stolica' } },
  })
  const { report } = await change(model, { localized: false }, { dry: 'true' })
  expect(report!.model).toEqual([
    { change: 'localized', entries: 1, examples: [{ entry: id, language: 'hr', title: 'Stolica' }] },
  ])
  expect(await change(model, { localized: false })).toMatchObject({ code: 'model-would-lose', status: 409 })
  expect((await show(model)).localized).toBe(true)
  await trash(model, id)
  expect(await change(model, { localized: false })).toMatchObject({ localized: false })
})

test('a collection of several becomes no model of one entry; a dry run says how many there are', async () => {
  const model = await newModel()
  await newEntry(model, { title: 'One' })
  const two = await newEntry(model, { title: 'Two' })
  const { report } = await change(model, { kind: 'single' }, { dry: 'true' })
  expect(report!.model).toMatchObject([{ change: 'kind', entries: 2 }])
  expect((await change(model, { kind: 'single' })).code).toBe('model-would-lose')
  await trash(model, two.id)
  expect(await change(model, { kind: 'single' })).toMatchObject({ kind: 'single' })
})

test('of a model that becomes one of one entry there is one from then on, and any number again when it is a collection', async () => {
  const model = await newModel()
  const only = await newEntry(model, { title: 'Only' })
  await change(model, { kind: 'single' })
  expect(await newEntry(model, { title: 'Second' })).toMatchObject({ code: 'entry-exists' })
  await trash(model, only.id)
  expect((await newEntry(model, { title: 'In its place' })).id).toEqual(expect.any(String))
  const untrash = { params: { model: model.pluralKey, id: only.id } }
  expect(await as(acme.agent)(untrashEntry, untrash)).toMatchObject({ code: 'entry-exists' })
  await change(model, { kind: 'collection' })
  expect((await newEntry(model, { title: 'Another' })).id).toEqual(expect.any(String))
})

test('a component stays one, also in a dry run', async () => {
  const model = await newModel()
  expect((await change(model, { kind: 'component' })).code).toBe('model-kind-unfit')
  expect((await change(model, { kind: 'component' }, { dry: 'true' })).code).toBe('model-kind-unfit')
})

test('before a field is deleted a dry run tells what would be hidden', async () => {
  const model = await newModel()
  const { id } = await newEntry(model, { title: 'Here' })
  const params = { id: model.id, field: model.fields[0]!.id }
  const { report } = await asAdmin(deleteContentField, { params, query: { dry: 'true' } })
  expect(report).toMatchObject({
    entries: 1,
    fields: [{ key: 'title', change: 'deleted', lossy: 1, examples: [{ entry: id, value: 'Here' }] }],
  })
  expect((await show(model)).fields[0]!.deletedAt).toBeNull()
  await asAdmin(deleteContentField, { params, query: {} })
  expect((await show(model)).fields[0]!.deletedAt).not.toBeNull()
})

const sorted: NonNullable<NonNullable<Parameters<typeof newModel>[0]>['fields']> = [
  { key: 'title', kind: 'text' },
  { key: 'price', kind: 'integer' },
  { key: 'tags', kind: 'select', many: true, options: [{ key: 'a' }] },
  { key: 'body', kind: 'rich_text' },
]

test.each(['-publishdAt', '_meta.slug', 'body', 'tags', 'price,nothing', '-', 'title.inner'])(
  'a list is not ordered by %s, which is told where it is said',
  async (defaultSort) => {
    const model = await newModel({ fields: sorted })
    const fields = { defaultSort: expect.stringContaining('title, price') }
    expect(await change(model, { defaultSort })).toMatchObject({ code: 'invalid', fields })
    expect(await change(model, { defaultSort }, { dry: 'true' })).toMatchObject({ code: 'invalid', fields })
    const body = { key: 'sortedThing', name: 'Sorted', fields: sorted, defaultSort }
    expect(await asAdmin(createContentModel, { body })).toMatchObject({ code: 'invalid', fields })
  },
)

test('the order of a list follows a field that is renamed, and does without one that is gone until it is back', async () => {
  const model = await newModel({ fields: sorted, isPublic: true, defaultSort: '-price,_meta.updatedAt' })
  for (const price of [1, 3, 2]) await newLiveEntry(model, { title: `At ${price}`, price })
  const listed = async () => {
    const { items } = await as(null)(listContent, { params: { model: model.pluralKey }, query: {} }, host)
    return items.map(({ title }) => title)
  }
  expect(await listed()).toEqual(['At 3', 'At 2', 'At 1'])
  const { id } = model.fields[1]!
  expect(await change(model, { fields: [{ id, key: 'cost' }], sunsetDays: 0 })).toMatchObject({
    defaultSort: '-cost,_meta.updatedAt',
  })
  expect(await listed()).toEqual(['At 3', 'At 2', 'At 1'])
  const field = { params: { id: model.id, field: id } }
  await asAdmin(deleteContentField, { ...field, query: {} })
  expect(await listed()).toEqual(['At 1', 'At 3', 'At 2'])
  await asAdmin(undeleteContentField, field)
  expect(await listed()).toEqual(['At 3', 'At 2', 'At 1'])
  await change(model, { fields: [{ id, kind: 'json' }] })
  expect(await listed()).toEqual(['At 1', 'At 3', 'At 2'])
})

test('a field that is of no language any more tells which texts give way, and has them again where it is of each', async () => {
  const model = await newModel({
    ...localized,
    fields: [...localized.fields, { key: 'promo', kind: 'text', localized: true }],
  })
  const promo = model.fields[1]!
  const { id } = await newEntry(model, { title: 'Chair', promo: 'Half price' })
  const write = (locale: string, fields: Record<string, unknown>) =>
    as(acme.agent)(changeEntry, { params: { model: model.pluralKey, id }, body: { locale, fields } })
  await write('hr', { title: 'Stolica', promo: 'Pola cijene' })
  const shown = async () => {
    const read = (locale: string) => as(acme.agent)(showEntry, { params: { id }, query: { locale } })
    return [(await read('en')).fields.promo, (await read('hr')).fields.promo]
  }
  const off = { fields: [{ id: promo.id, localized: false }] }
  const { report } = await change(model, off, { dry: 'true' })
  expect(report!.fields).toMatchObject([
    {
      change: 'localized',
      converted: 1,
      lossy: 1,
      failed: 0,
      examples: [{ entry: id, language: 'hr', value: 'Pola cijene' }],
    },
  ])
  await change(model, off)
  expect(await shown()).toEqual(['Half price', 'Half price'])
  await write('hr', { title: 'Naslon' })
  await change(model, { fields: [{ id: promo.id, localized: true }] })
  expect(await shown()).toEqual(['Half price', 'Pola cijene'])
  await change(model, off)
  await write('hr', { promo: 'Sale' })
  await change(model, { fields: [{ id: promo.id, localized: true }] })
  expect(await shown()).toEqual(['Sale', 'Sale'])
})

test('a setting of a model that somebody else changed meanwhile is not written over; others are saved', async () => {
  const model = await newModel({ name: 'Story' })
  await change(model, { name: 'Tale' })
  const mine = { name: 'Legend', description: 'Told at night', base: { name: 'Story', description: '' } }
  expect(await change(model, mine)).toMatchObject({
    ...{ status: 409, code: 'conflict', theirs: { name: 'Tale' }, yours: { name: 'Legend' } },
    fields: { name: expect.stringContaining('Tale') },
  })
  expect(await show(model)).toMatchObject({ name: 'Tale', description: '' })
  expect(await change(model, { description: 'Told at night', base: { description: '' } })).toMatchObject({
    ...{ name: 'Tale', description: 'Told at night' },
  })
  expect(await change(model, { name: 'Legend', base: { name: 'Tale' } })).toMatchObject({ name: 'Legend' })
})

test('what a model is called by is compared as it is read, by the key of its field', async () => {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'other', kind: 'text' },
    ],
  })
  expect(model.titleField).toBe('title')
  const first = await change(model, { titleField: 'other', base: { titleField: 'title' } })
  expect(first).toMatchObject({ titleField: 'other' })
  const second = await change(model, { titleField: null, base: { titleField: 'title' } })
  expect(second).toMatchObject({ status: 409, theirs: { titleField: 'other' } })
})

test('a field names another one of its model by its key, also one that is made in the same call', async () => {
  const fields = [
    { key: 'title', kind: 'text' },
    { key: 'name', kind: 'text' },
    { key: 'slug', kind: 'slug', from: 'name' },
    { key: 'more', kind: 'text', condition: { field: 'hasMore', equals: true } },
    { key: 'hasMore', kind: 'boolean' },
  ]
  const model = await newModel({ fields })
  const idOf = (key: string) => model.fields.find((field) => field.key === key)!.id
  expect(model.fields[2]).toMatchObject({ from: idOf('name') })
  expect(model.fields[3]).toMatchObject({ condition: { field: idOf('hasMore'), equals: true } })
  expect(await newEntry(model, { title: 'One', name: 'Other' })).toMatchObject({ slug: 'other' })
  const changed = await change(model, { fields: [{ id: idOf('slug'), from: 'title' }] })
  expect(changed.fields[2]).toMatchObject({ from: idOf('title') })
  for (const from of ['nothing', 'hasMore'])
    expect(await change(model, { fields: [{ id: idOf('slug'), from }] })).toMatchObject({
      status: 400,
      fields: { 'fields.0.from': `This model has no text field ${from}` },
    })
})

test('what entries are called by, and their address, is never for admins only', async () => {
  const hidden = { readBy: 'admins' as const }
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'other', kind: 'text' },
      { key: 'slug', kind: 'slug' },
    ],
  })
  const [title, other, slug] = model.fields.map(({ id }) => id)
  for (const id of [title, slug])
    expect(await change(model, { fields: [{ id, ...hidden }] })).toMatchObject({
      status: 400,
      fields: { 'fields.0.readBy': expect.stringContaining('Choose another field') },
    })
  expect((await change(model, { titleField: 'other', fields: [{ id: title, ...hidden }] })).titleField).toBe('other')
  expect(await change(model, { titleField: 'title' })).toMatchObject({ code: 'invalid' })
  expect(await change(model, { fields: [{ id: other, ...hidden }] })).toMatchObject({ code: 'invalid' })
})

test('a field whose label is removed is called after its key again', async () => {
  const model = await newModel({ fields: [{ key: 'unit_price', kind: 'text', label: 'Price' }] })
  const { id } = model.fields[0]!
  const changed = await change(model, { fields: [{ id, label: null }] })
  expect(changed.fields).toMatchObject([{ key: 'unit_price', label: 'Unit price' }])
  expect((await show(model)).fields).toMatchObject([{ label: 'Unit price' }])
})
