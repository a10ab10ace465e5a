import { expect, test } from 'vitest'
import {
  archiveEntry,
  changeEntry,
  deleteEntry,
  publishEntry,
  restoreEntryVersion,
  unpublishEntry,
} from '#contract/content/entries.ts'
import { changeContentModel } from '#contract/content/models.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import type { InputOf } from '#contract/pages.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, globex } from '#test/world.ts'

type Answer = { id: string; slug?: string; code?: string; detail?: string; fields?: Record<string, string> }
type EntryAddress = { model: { pluralKey: string }; id: string }

const asAgent = <E extends Endpoint>(endpoint: E, { model, id }: EntryAddress, input: object = {}) =>
  as(acme.agent)(endpoint, {
    params: { model: model.pluralKey, id },
    ...input,
  } as InputOf<E>) as unknown as Promise<Answer>
const save = (place: EntryAddress, fields: object, locale?: string) =>
  asAgent(changeEntry, place, { body: { fields, locale } })
const publish = (place: EntryAddress, body: object = {}) => asAgent(publishEntry, place, { body })

const titled = { key: 'title', kind: 'text' }
const slugged = { key: 'slug', kind: 'slug' }
const sku = { key: 'sku', label: 'SKU', kind: 'text', unique: true }
const newShop = (fields: object[] = [titled, slugged, sku], settingsOf = {}) =>
  newModel({ isPublic: true, fields: fields as never, ...settingsOf })

/** Creates an entry whose published values are `page` and S1, while its draft has other values. */
async function newPage(model: EntryAddress['model']): Promise<EntryAddress> {
  const { id } = await newLiveEntry(model, { title: 'Page', sku: 'S1' })
  await save({ model, id }, { slug: 'page-draft', sku: 'S2' })
  return { model, id }
}

test('what readers have of an entry stays its own while its draft has something else', async () => {
  const model = await newShop()
  const page = await newPage(model)
  expect(await newEntry(model, { title: 'Other', slug: 'page' })).toMatchObject({ code: 'value-taken' })
  expect(await newEntry(model, { title: 'Other', sku: 'S1' })).toMatchObject({
    code: 'value-taken',
    detail: '“Page” has this SKU already. Change it there or here.',
    fields: { sku: '“Page” has this SKU already' },
  })
  expect(await newEntry(model, { title: 'Other', sku: 'S2' })).toMatchObject({ code: 'value-taken' })
  expect(await newLiveEntry(model, { title: 'Page' })).toMatchObject({ slug: 'page-2' })
  const restored = await asAgent(restoreEntryVersion, page, { body: { number: 2, fields: ['slug', 'sku'] } })
  expect(restored).toMatchObject({ slug: 'page', sku: 'S1' })
})

test('it is free once readers have something else', async () => {
  const model = await newShop()
  const page = await newPage(model)
  await publish(page)
  const other = (await newEntry(model, { title: 'Other', slug: 'page', sku: 'S1' })) as unknown as Answer
  expect(await publish({ model, id: other.id })).toMatchObject({ slug: 'page' })
  expect(await save(page, { sku: 'S1' })).toMatchObject({ code: 'value-taken' })
})

test.each([
  ['unpublished', unpublishEntry, { query: {} }],
  ['archived', archiveEntry, { body: {} }],
  ['in the trash', deleteEntry, { query: {} }],
] as const)('it is free once the entry is %s', async (_, endpoint, input) => {
  const model = await newShop()
  const page = await newPage(model)
  await asAgent(endpoint, page, input)
  expect(await newLiveEntry(model, { title: 'Other', slug: 'page', sku: 'S1' })).toMatchObject({ slug: 'page' })
})

test('what is live in one language stays taken while others have something else', async () => {
  await as(acme.admin)(changeLanguages, { body: { items: ['en', 'de'] } })
  const model = await newShop([{ ...titled, localized: true }, { ...slugged, localized: true }, sku], {
    localized: true,
  })
  const { id } = await newLiveEntry(model, { title: 'Page', sku: 'S1' })
  const place = { model, id }
  await save(place, { title: 'Seite' }, 'de')
  await save(place, { sku: 'S2' })
  await publish(place, { locales: ['de'] })
  const take = (value: string) => newEntry(model, { title: 'Other', sku: value })
  expect(await take('S1')).toMatchObject({ code: 'value-taken' })
  expect(await take('S2')).toMatchObject({ code: 'value-taken' })
  await asAgent(unpublishEntry, place, { query: { locale: 'en' } })
  expect(await take('S1')).toHaveProperty('id')
  await save(place, { sku: 'S3' })
  expect(await take('S2')).toMatchObject({ code: 'value-taken' })
  await publish(place, { locales: ['en'] })
  expect(await take('S2')).toMatchObject({ code: 'value-taken' })
  await publish(place)
  expect(await take('S2')).toHaveProperty('id')
})

test('a field becomes unique where what is live differs, too', async () => {
  const model = await newShop([titled, slugged, { ...sku, unique: false }])
  const { id } = await newPage(model)
  const other = await newEntry(model, { title: 'Other', sku: 'S1' })
  const body = { fields: [{ id: model.fields[2]!.id, unique: true }] }
  const change = (query = {}) => as(acme.admin)(changeContentModel, { params: { id: model.id }, query, body })
  expect(await change({ dry: 'true' })).toMatchObject({ report: { fields: [{ refused: true, failed: 1 }] } })
  expect(await change()).toMatchObject({ code: 'values-not-unique' })
  await save({ model, id: other.id }, { sku: 'S3' })
  expect(await change({ dry: 'true' })).toMatchObject({ report: { fields: [{ refused: false, failed: 0 }] } })
  expect(await change()).not.toHaveProperty('code')
  expect(await save({ model, id: other.id }, { sku: 'S1' })).toMatchObject({ code: 'value-taken' })
  await publish({ model, id })
  expect(await save({ model, id: other.id }, { sku: 'S1' })).not.toHaveProperty('code')
})

test('of two who save what is live at once neither takes it', async () => {
  const model = await newShop()
  await newPage(model)
  const saved = await Promise.all([1, 2].map((n) => newEntry(model, { title: `Other ${n}`, sku: 'S1' })))
  expect(saved.map(({ code }) => code)).toEqual(['value-taken', 'value-taken'])
})

test('another workspace takes the same', async () => {
  await newPage(await newShop())
  const model = await newModel({ fields: [titled, slugged, sku] }, globex.admin)
  const other = await newLiveEntry(model, { title: 'Page', sku: 'S1' }, { person: globex.agent })
  expect(other).toMatchObject({ slug: 'page', sku: 'S1' })
})
