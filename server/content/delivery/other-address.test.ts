import { beforeAll, expect, test } from 'vitest'
import { showContent } from '#contract/content/delivery.ts'
import { changeEntry, publishEntry } from '#contract/content/entries.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme, settings } from '#test/world.ts'

const asAgent = as(acme.agent)
const model = await newModel({
  isPublic: true,
  localized: true,
  fields: [
    { key: 'title', kind: 'text', localized: true },
    { key: 'slug', kind: 'slug', localized: true },
  ],
})

/** Creates a published entry with one text per language. */
async function newTexts({ en, ...others }: Record<string, string>) {
  const { id } = await newEntry(model, { title: en })
  const params = { model: model.pluralKey, id }
  for (const [locale, title] of Object.entries(others))
    await asAgent(changeEntry, { params, body: { locale, fields: { title } } })
  await asAgent(publishEntry, { params, body: {} })
  return id
}
const read = (id: string, locale: string) =>
  as(null)(
    showContent,
    { params: { model: model.pluralKey, id }, query: { locale } },
    { host: `${acme.domain}.${settings.rootDomain}` },
  )

beforeAll(async () => {
  await as(acme.admin)(changeLanguages, { body: { items: ['en', 'de', 'fr'] } })
})

test.each([
  ['source', 'de', 'quelle'],
  ['quelle', 'en', 'source'],
  ['quelle', 'fr', 'source'],
  ['quelle', 'de', 'quelle'],
])('an entry is found by the address of another of its languages: %s in %s', async (slug, locale, shown) => {
  const id = await newTexts({ en: `Source ${slug} ${locale}`, de: `Quelle ${slug} ${locale}` })
  const end = `${slug}-${locale}`
  expect(await read(`${slug}-${end}`, locale)).toMatchObject({ id, slug: `${shown}-${end}` })
})

test('an address that another entry has in the language leads to that one', async () => {
  const one = await newTexts({ en: 'Gift', de: 'Geschenk' })
  const two = await newTexts({ en: 'Poison', de: 'Gift' })
  expect(await read('gift', 'en')).toMatchObject({ id: one, slug: 'gift' })
  expect(await read('gift', 'de')).toMatchObject({ id: two, slug: 'gift' })
  expect(await read('gift', 'fr')).toMatchObject({ id: one, slug: 'gift' })
})

test('an address that no text has is not found, nor one of a draft', async () => {
  await newEntry(model, { title: 'Never published' })
  expect(await read('nobody', 'de')).toMatchObject({ code: 'entry-not-found' })
  expect(await read('never-published', 'de')).toMatchObject({ code: 'entry-not-found' })
})
