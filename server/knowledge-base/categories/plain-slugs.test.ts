import { beforeAll, expect, test } from 'vitest'
import { createContentCategory } from '#contract/content/categories.ts'
import { changeEntry } from '#contract/content/entries.ts'
import { changeArticle, createArticle, publishArticle, writeTranslation } from '#contract/knowledge-base/articles.ts'
import { changeLanguages, createCategory, showLanguages } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { globex, makeWorkspace, type World } from '#test/world.ts'

let world: World
const asAdmin = () => as(world.admin)
const setLanguages = (items: string[], plainSlugs?: string[]) =>
  asAdmin()(changeLanguages, { body: { items, ...(plainSlugs && { plainSlugs }) } })
const slugIn = async (language: string, title: string) => {
  const { id } = await asAdmin()(createArticle, { body: { title: 'About us' } })
  return (await asAdmin()(writeTranslation, { params: { id, language }, body: { title } })).slug
}

beforeAll(async () => {
  world = await makeWorkspace('plain-slugs', 'Plain slugs', ['Ada', 'Ann', 'Abe', 'Al'])
})

test('an address keeps the letters of its language until an admin wants them plain', async () => {
  expect(await setLanguages(['en', 'de', 'tr'])).toMatchObject({ items: ['en', 'de', 'tr'], plainSlugs: [] })
  expect(await slugIn('de', 'Über uns')).toBe('über-uns')
  expect(await setLanguages(['en', 'de', 'tr'], ['de', 'fr'])).toMatchObject({ plainSlugs: ['de'] })
  expect(await slugIn('de', 'Über uns')).toBe('ueber-uns')
  expect(await slugIn('tr', 'Şehir içi')).toBe('şehir-içi')
  expect(await setLanguages(['en', 'de', 'tr'])).toMatchObject({ plainSlugs: ['de'] })
  expect(await as(null)(showLanguages, { query: { domain: world.domain } })).toMatchObject({
    plainSlugs: ['de'],
  })
  expect(await as(globex.admin)(showLanguages, {})).toMatchObject({ plainSlugs: [] })
  expect(await as(world.agent)(changeLanguages, { body: { items: ['en'] } })).toMatchObject({ status: 403 })
})

test('a Turkish title makes an address without a dot of its own above the i', async () => {
  expect(await slugIn('tr', 'İSTANBUL ILICA')).toBe('istanbul-ilica')
  const typed = await asAdmin()(createArticle, { body: { title: 'City', slug: 'İstanbul-rehberi' } })
  expect(typed.slug).toBe('istanbul-rehberi')
})

test('it holds for categories and entries, too', async () => {
  const locale = 'de'
  const plain = await asAdmin()(createCategory, { body: { name: 'Über uns', language: locale } })
  const ofContent = await asAdmin()(createContentCategory, { body: { name: 'Über uns', locale } })
  expect([plain.slug, ofContent.slug]).toEqual(['ueber-uns', 'ueber-uns'])
  const model = await newModel(
    {
      localized: true,
      fields: [
        { key: 'title', kind: 'text', localized: true },
        { key: 'slug', kind: 'slug', localized: true },
      ],
    },
    world.admin,
  )
  const entry = await newEntry(model, { title: 'Größe' }, { person: world.agent })
  const changed = await as(world.agent)(changeEntry, {
    params: { model: model.pluralKey, id: entry.id },
    body: { locale, fields: { title: 'Größe' } },
  })
  expect([entry.slug, changed.slug]).toEqual(['größe', 'groesse'])
})

test('an address that was made in the other way follows its title until it is published', async () => {
  await setLanguages(['en', 'de', 'tr'], [])
  const { id } = await asAdmin()(createArticle, { body: { title: 'Café' } })
  await setLanguages(['en', 'de', 'tr'], ['en'])
  const params = { id }
  expect((await asAdmin()(changeArticle, { params, body: { title: 'Café crème' } })).slug).toBe('cafe-creme')
  await asAdmin()(publishArticle, { params, body: {} })
  expect((await asAdmin()(changeArticle, { params, body: { title: 'Tea' } })).slug).toBe('cafe-creme')
})

test('of two admins the second is told that the first changed it', async () => {
  const items = ['en', 'de', 'tr']
  const change = (plainSlugs: string[], plainSlugsBase: string[]) =>
    asAdmin()(changeLanguages, { body: { items, base: items, plainSlugs, plainSlugsBase } })
  await setLanguages(items, [])
  expect(await change(['de'], [])).toMatchObject({ plainSlugs: ['de'] })
  expect(await change(['tr'], [])).toMatchObject({
    status: 409,
    code: 'conflict',
    fields: { plainSlugs: expect.any(String) },
  })
  expect(await asAdmin()(showLanguages, {})).toMatchObject({ plainSlugs: ['de'] })
})
