import { beforeAll, expect, test } from 'vitest'
import { changeEntry, publishEntry, unpublishEntry } from '#contract/content/entries.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { letAllStandIn } from '#test/stand-in.ts'
import { acme, app, settings } from '#test/world.ts'

const asAgent = as(acme.agent)
const shared = { isPublic: true, localized: true } as const
const model = await newModel({
  ...shared,
  fields: [
    { key: 'title', kind: 'text', localized: true },
    { key: 'slug', kind: 'slug', localized: true },
    { key: 'kind', kind: 'select', options: [{ key: 'a' }] },
    { key: 'related', kind: 'reference', many: true },
  ],
})
const { secret } = await newContentKey(acme, 'management')
const both: string[] = []
const german: string[] = []

beforeAll(async () => {
  await as(acme.admin)(changeLanguages, { body: { items: ['en', 'de'] } })
  await letAllStandIn(acme.admin, ['en', 'de'])
  for (const title of ['One', 'Two', 'Three']) {
    const { id } = await newEntry(model, { title, kind: 'a' })
    const params = { model: model.pluralKey, id }
    await asAgent(changeEntry, { params, body: { locale: 'de', fields: { title: `${title} de` } } })
    await asAgent(publishEntry, { params, body: {} })
    ;(title === 'Two' ? german : both).push(id)
  }
  const [id] = german
  await asAgent(unpublishEntry, { params: { model: model.pluralKey, id: id! }, query: { locale: 'en' } })
  const [first] = both
  const params = { model: model.pluralKey, id: first! }
  await asAgent(changeEntry, { params, body: { fields: { related: [id, both[1]] } } })
  await asAgent(publishEntry, { params, body: { locales: ['en'] } })
})

async function get(path: string, query: Record<string, string>) {
  const answer = await app.inject({
    ...{ url: `/api/v1/content/${model.pluralKey}${path}`, query: { perspective: 'published', ...query } },
    headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
  })
  return answer.json()
}
const titles = async (query: Record<string, string>) =>
  (await get('', { sort: 'title', ...query })).items.map(({ title }: { title: string }) => title)
const own = { locale: 'en', fallback: 'none' }

test.each([
  ['as it is rendered', {}],
  ['by a key of its index', { 'filter[kind]': 'a', sort: '-publishedAt' }],
  ['with fields', { fields: 'title' }],
  ['as drafts', { perspective: 'draft', 'filter[kind]': 'a' }],
])('a list has what is there in the language alone, %s', async (_, query: Record<string, string>) => {
  const found = async (more: object) => (await titles({ ...query, ...more })).toSorted()
  const german = query.perspective === 'draft' ? 'Two' : 'Two de'
  expect(await found({ locale: 'en' })).toEqual(['One', 'Three', german])
  expect(await found(own)).toEqual(query.perspective === 'draft' ? ['One', 'Three', 'Two'] : ['One', 'Three'])
  expect(await found({ ...own, locale: 'de' })).toEqual(['One de', 'Three de', 'Two de'])
})

test('a list as it was at a moment has what was there in the language alone', async () => {
  const url = `/api/v1/content/${model.pluralKey}`
  const query = { ...own, as_of: new Date().toISOString(), sort: 'title' }
  const answer = await app.inject({
    ...{ url, query },
    headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
  })
  expect(answer.json().items.map(({ title }: { title: string }) => title)).toEqual(['One', 'Three'])
})

test('its pages and its count are of those', async () => {
  const page = await get('', { ...own, sort: 'title', limit: '1', count: 'exact' })
  expect(page).toMatchObject({ total: 2, items: [{ title: 'One' }] })
  expect(await titles({ ...own, limit: '1', after: page.next })).toEqual(['Three'])
  const other = await get('', { locale: 'en', sort: 'title', limit: '1', after: page.next })
  expect(other).toMatchObject({ code: 'query-unknown' })
})

test('one entry is not found where it is in another language alone, as published and as a draft', async () => {
  const [id] = german
  expect(await get(`/${id}`, { locale: 'en' })).toMatchObject({ title: 'Two de', _meta: { locale: 'de' } })
  expect(await get(`/${id}`, own)).toMatchObject({ status: 404, code: 'entry-not-found' })
  expect(await get('/two-de', own)).toMatchObject({ status: 404 })
  const { id: draft } = await newEntry(model, { title: 'Draft' })
  expect(await get(`/${draft}`, { locale: 'de', perspective: 'draft' })).toMatchObject({ title: 'Draft' })
  expect(await get(`/${draft}`, { locale: 'de', perspective: 'draft', fallback: 'none' })).toMatchObject({
    status: 404,
  })
})

test('what it leads to is left out where it is in another language alone, joined or not', async () => {
  const [first] = both
  const relatedOf = async (query: object) => (await get(`/${first}`, { locale: 'en', ...query })).related
  expect(await relatedOf({})).toHaveLength(2)
  expect(await relatedOf(own)).toMatchObject([{ id: both[1] }])
  expect(await relatedOf({ fields: 'related' })).toMatchObject([
    { _meta: { locale: 'de' } },
    { _meta: { locale: 'en' } },
  ])
  expect(await relatedOf({ ...own, fields: 'related.title' })).toEqual([
    { id: both[1], type: model.key, slug: 'three', title: 'Three' },
  ])
})

test('another fallback is refused', async () => {
  expect(await get('', { fallback: 'de' })).toMatchObject({ status: 400, detail: 'fallback is one of: none' })
})
