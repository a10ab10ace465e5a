import { beforeAll, expect, test } from 'vitest'
import { changeEntry, publishEntry, unpublishEntry } from '#contract/content/entries.ts'
import { changeContentFallbacks, listContentFallbacks } from '#contract/content/fallbacks.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, globex, runJobs, settings } from '#test/world.ts'

const asAgent = as(acme.agent)
const fields = [
  { key: 'title', kind: 'text', localized: true },
  { key: 'slug', kind: 'slug', localized: true },
]
const model = await newModel({ localized: true, fields })
const author = await newModel({ fields: [{ key: 'title', kind: 'text' }] })
const { secret } = await newContentKey(acme, 'delivery')

beforeAll(async () => {
  await as(acme.admin)(changeLanguages, { body: { items: ['en', 'de', 'fr'] } })
  // `One` is published in all languages, `Two` only in German, and `Three` only in English.
  for (const title of ['One', 'Two', 'Three']) {
    const { id } = await newEntry(model, { title })
    const params = { model: model.pluralKey, id }
    if (title !== 'Three')
      for (const locale of ['de', 'fr'])
        await asAgent(changeEntry, { params, body: { locale, fields: { title: `${title} ${locale}` } } })
    await asAgent(publishEntry, { params, body: {} })
    const taken = title === 'Two' ? ['en', 'fr'] : []
    for (const locale of taken) await asAgent(unpublishEntry, { params, query: { locale } } as never)
  }
  await newLiveEntry(author, { title: 'Ada' })
})

async function titles(locale: string, query: Record<string, string> = {}, plural = model.pluralKey) {
  const answer = await app.inject({
    ...{ url: `/api/v1/content/${plural}`, query: { locale, ...query } },
    headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
  })
  return answer
    .json()
    .items.map(({ title }: { title: string }) => title)
    .toSorted()
}
const set = (items: { language: string; fallbacks: string[] }[]) =>
  as(acme.admin)(changeContentFallbacks, { body: { items } })

test('unless somebody chose, the first language stands in for the others, and none for the first', async () => {
  expect((await as(acme.admin)(listContentFallbacks, {})).items).toEqual([
    { language: 'en', fallbacks: [] },
    { language: 'de', fallbacks: ['en'] },
    { language: 'fr', fallbacks: ['en'] },
  ])
  expect(await titles('en')).toEqual(['One', 'Three'])
  expect(await titles('de')).toEqual(['One de', 'Three', 'Two de'])
  expect(await titles('fr')).toEqual(['One fr', 'Three'])
  expect(await titles('en', { fields: 'title' })).toEqual(['One', 'Three'])
})

test('a language has the languages that were chosen for it, in their order, now and in the past', async () => {
  const before = await set([
    { language: 'fr', fallbacks: ['de', 'en'] },
    { language: 'de', fallbacks: [] },
  ])
  expect(before.items).toContainEqual({ language: 'fr', fallbacks: ['de', 'en'] })
  await runJobs()
  const moment = new Date().toISOString()
  for (const query of [{}, { as_of: moment }] as Record<string, string>[]) {
    expect(await titles('fr', query)).toEqual(['One fr', 'Three', 'Two de'])
    expect(await titles('de', query)).toEqual(['One de', 'Two de'])
  }
  expect(await titles('fr', { fallback: 'none' })).toEqual(['One fr'])
  await set([{ language: 'en', fallbacks: ['de'] }])
  await runJobs()
  expect(await titles('en')).toEqual(['One', 'Three', 'Two de'])
  await set([{ language: 'en', fallbacks: [] }])
  await runJobs()
  expect(await titles('en')).toEqual(['One', 'Three'])
})

test('entries of a model that is not localized are there in every language', async () => {
  await set([{ language: 'de', fallbacks: [] }])
  await runJobs()
  const moment = new Date().toISOString()
  for (const query of [{}, { as_of: moment }, { fallback: 'none' }] as Record<string, string>[])
    expect(await titles('de', query, author.pluralKey), JSON.stringify(query)).toEqual(['Ada'])
})

test('a language that is none, stands in for itself, or is named twice is refused', async () => {
  expect(await set([{ language: 'en', fallbacks: ['it'] }])).toMatchObject({ code: 'language-unknown' })
  expect(await set([{ language: 'en', fallbacks: ['en'] }])).toMatchObject({ code: 'invalid' })
  expect(await set([{ language: 'en', fallbacks: ['de', 'de'] }])).toMatchObject({ code: 'invalid' })
  const body = { items: [{ language: 'en', fallbacks: [] }] }
  expect(await as(acme.agent)(changeContentFallbacks, { body })).toMatchObject({ code: 'not-allowed' })
})

test('another workspace has fallbacks of its own', async () => {
  await set([{ language: 'en', fallbacks: ['fr'] }])
  expect((await as(globex.admin)(listContentFallbacks, {})).items).toContainEqual({ language: 'en', fallbacks: [] })
})
