import { expect, test } from 'vitest'
import { showContent } from '#contract/content/delivery.ts'
import { changeEntry, publishEntry } from '#contract/content/entries.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, globex, runJobs, settings, type World } from '#test/world.ts'

const fields = [
  { key: 'title', kind: 'text', localized: true },
  { key: 'slug', kind: 'slug' },
] as const
const body = { localized: true, isPublic: true, fields: [...fields] }

const speak = (world: World, ...items: string[]) => as(world.admin)(changeLanguages, { body: { items } })
const read = (world: World, model: { pluralKey: string }, id: string, locale: string) =>
  as(null)(
    showContent,
    { params: { model: model.pluralKey, id }, query: { locale } },
    { host: `${world.domain}.${settings.rootDomain}` },
  )

test('an entry is read in a language that came after it was published, in the first one that it has', async () => {
  const model = await newModel(body)
  const { id } = await newLiveEntry(model, { title: 'Chair' })
  await speak(acme, 'en', 'de')
  await runJobs()
  expect(await read(acme, model, id, 'de')).toMatchObject({ title: 'Chair', _meta: { locale: 'en' } })
})

test('another first language stands in for what an entry lacks', async () => {
  await speak(acme, 'en', 'de', 'fr')
  const model = await newModel(body)
  const { id } = await newLiveEntry(model, { title: 'Table' })
  const params = { model: model.pluralKey, id }
  await as(acme.agent)(changeEntry, { params, body: { fields: { title: 'Tisch' }, locale: 'de' } })
  await as(acme.agent)(publishEntry, { params, body: { locales: ['de'] } })
  expect(await read(acme, model, id, 'fr')).toMatchObject({ title: 'Table', _meta: { locale: 'en' } })
  await speak(acme, 'de', 'en', 'fr')
  await runJobs()
  expect(await read(acme, model, id, 'fr')).toMatchObject({ title: 'Tisch', _meta: { locale: 'de' } })
})

test('a language that entries are written in stays', async () => {
  const model = await newModel(body)
  const { id } = await newLiveEntry(model, { title: 'Bench' })
  await speak(acme, 'en', 'de', 'fr', 'hr')
  const params = { model: model.pluralKey, id }
  await as(acme.agent)(changeEntry, { params, body: { fields: { title: 'Klupa' }, locale: 'hr' } })
  expect(await speak(acme, 'en', 'de', 'fr')).toMatchObject({ status: 409, detail: 'There are entries in hr' })
})

test('the languages of another workspace change nothing here', async () => {
  const model = await newModel(body, globex.admin)
  const { id } = await newLiveEntry(model, { title: 'Lamp' }, { person: globex.agent })
  await speak(acme, 'en', 'de', 'fr', 'hr', 'sl')
  await runJobs()
  expect(await read(globex, model, id, 'sl')).toMatchObject({ status: 400 })
})
