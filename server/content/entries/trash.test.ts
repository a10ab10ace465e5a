import { expect, test } from 'vitest'
import { deleteEntry, publishEntry, showEntry, untrashEntry } from '#contract/content/entries.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, globex } from '#test/world.ts'

type EntryAddress = { model: { pluralKey: string }; id: string }
const params = ({ model, id }: EntryAddress) => ({ params: { model: model.pluralKey, id } })
const trash = (place: EntryAddress) => as(acme.agent)(deleteEntry, params(place))
const untrash = (place: EntryAddress) => as(acme.agent)(untrashEntry, params(place))
const titled = { key: 'title', kind: 'text' }
const slugged = { key: 'slug', kind: 'slug' }

test('an entry whose address was taken meanwhile comes out of the trash with the next that is free', async () => {
  const model = await newModel({ fields: [titled, slugged, { key: 'sum', kind: 'integer' }] })
  const { id } = await newEntry(model, { title: 'Page', sum: 3 })
  await trash({ model, id })
  await newLiveEntry(model, { title: 'Page' })
  expect(await untrash({ model, id })).toMatchObject({ slug: 'page-2', sum: 3 })
  expect(await as(acme.agent)(publishEntry, { ...params({ model, id }), body: {} })).toMatchObject({ slug: 'page-2' })
})

test('it does so in each language', async () => {
  await as(acme.admin)(changeLanguages, { body: { items: ['en', 'de'] } })
  const fields = [titled, slugged].map((field) => ({ ...field, localized: true }))
  const model = await newModel({ localized: true, fields })
  const { id } = await newEntry(model, { title: 'Page' }, { locale: 'de' })
  await trash({ model, id })
  await newEntry(model, { title: 'Page' }, { locale: 'de' })
  await untrash({ model, id })
  const shown = await as(acme.agent)(showEntry, { params: { id }, query: { locale: 'de' } })
  expect(shown).toMatchObject({ isTrashed: false, fields: { slug: 'page-2' } })
})

test('where another value of it was taken it stays there, and the refusal names the field and who has it', async () => {
  const sku = { key: 'sku', label: 'SKU', kind: 'text', unique: true }
  const model = await newModel({ fields: [titled, slugged, sku] })
  const { id } = await newEntry(model, { title: 'Chair', sku: 'S1' })
  await trash({ model, id })
  await newEntry(model, { title: 'Stool', sku: 'S1' })
  expect(await untrash({ model, id })).toMatchObject({
    code: 'value-taken',
    detail: '“Stool” has this SKU already. Change it there or here.',
    fields: { sku: '“Stool” has this SKU already' },
  })
})

test('another workspace takes nothing out', async () => {
  const model = await newModel()
  const { id } = await newEntry(model, { title: 'Ours' })
  await trash({ model, id })
  expect(await as(globex.agent)(untrashEntry, params({ model, id }))).toMatchObject({ code: 'model-not-found' })
})
