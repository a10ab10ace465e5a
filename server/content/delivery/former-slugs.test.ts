import { expect, test } from 'vitest'
import { listContent, showContent } from '#contract/content/delivery.ts'
import { changeEntry, deleteEntry, publishEntry } from '#contract/content/entries.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, globex, type Person } from '#test/world.ts'

const asAgent = as(acme.agent)
await as(acme.admin)(changeLanguages, { body: { items: ['en', 'de'] } })
const fields = [
  { key: 'title', kind: 'text', localized: true },
  { key: 'slug', kind: 'slug', localized: true },
] as const
const personOf = ({ secret }: { secret: string }) => ({ ...acme.admin, token: secret })
const delivery = personOf(await newContentKey(acme, 'delivery'))
const preview = personOf(await newContentKey(acme, 'preview'))
type Item = { id: string; slug: string; _meta: { formerSlugs: string[] } }

const list = async (key: Person, pluralKey: string, query: object = {}) =>
  (await as(key)(listContent, { params: { model: pluralKey }, query: query as never })).items as unknown as Item[]
const former = (items: Item[]) => Object.fromEntries(items.map(({ slug, _meta }) => [slug, _meta.formerSlugs]))

async function rename(model: { pluralKey: string }, id: string, slug: string, locale = 'en') {
  const params = { model: model.pluralKey, id }
  await asAgent(changeEntry, { params, body: { locale, fields: { title: slug, slug } } })
  await asAgent(publishEntry, { params, body: { locale } })
}

test('an entry names the slugs that it had and that lead to it, in lists by fields as well', async () => {
  const model = await newModel({ localized: true, fields: [...fields] })
  const { id } = await newLiveEntry(model, { title: 'First' })
  await newLiveEntry(model, { title: 'Other' })
  await rename(model, id, 'second')
  await rename(model, id, 'third')
  const expected = { third: ['first', 'second'], other: [] }
  expect(former(await list(delivery, model.pluralKey))).toEqual(expected)
  expect(former(await list(delivery, model.pluralKey, { fields: '_meta' }))).toEqual(expected)
  expect(former(await list(preview, model.pluralKey))).toEqual(expected)
  const one = { params: { model: model.pluralKey, id }, query: {} }
  expect(await as(delivery)(showContent, one)).toMatchObject({ _meta: { formerSlugs: ['first', 'second'] } })
  expect(await asAgent(showContent, one)).toMatchObject({ _meta: { formerSlugs: ['first', 'second'] } })
})

test('each language has its own, and a slug that is had again is none of them', async () => {
  const model = await newModel({ localized: true, fields: [...fields] })
  const { id } = await newLiveEntry(model, { title: 'Chair' })
  await rename(model, id, 'stuhl', 'de')
  await rename(model, id, 'sessel', 'de')
  await rename(model, id, 'seat')
  await rename(model, id, 'chair')
  expect(former(await list(delivery, model.pluralKey, { locale: '*' }))).toEqual({ chair: ['seat'], sessel: ['stuhl'] })
})

test('a slug that another entry takes over leads to the first one no more', async () => {
  const model = await newModel({ localized: true, fields: [...fields] })
  const { id } = await newLiveEntry(model, { title: 'Launch' })
  await rename(model, id, 'launch-2025')
  await newLiveEntry(model, { title: 'Launch' })
  expect(former(await list(delivery, model.pluralKey))).toEqual({ 'launch-2025': [], launch: [] })
})

test('a slug of a moment says what leads to it today', async () => {
  const model = await newModel({ localized: true, fields: [...fields] })
  const { id, _meta } = await newLiveEntry(model, { title: 'Before' })
  await rename(model, id, 'now')
  const past = await list(delivery, model.pluralKey, { as_of: _meta.publishedAt })
  expect(former(past)).toEqual({ before: ['now'] })
})

test('the slugs of another workspace are none of ours', async () => {
  const [ours, theirs] = [
    await newModel({ localized: true, fields: [...fields] }),
    await newModel({ fields: [...fields] }, globex.admin),
  ]
  const { id } = await newLiveEntry(theirs, { title: 'Shared' }, { person: globex.agent })
  const params = { model: theirs.pluralKey, id }
  await as(globex.agent)(changeEntry, { params, body: { fields: { slug: 'moved' } } })
  await as(globex.agent)(publishEntry, { params, body: {} })
  await newLiveEntry(ours, { title: 'Shared' })
  expect(former(await list(delivery, ours.pluralKey))).toEqual({ shared: [] })
  const seen = { params, query: {} }
  expect(await as(globex.agent)(showContent, seen)).toMatchObject({ _meta: { formerSlugs: ['shared'] } })
  expect(await as(delivery)(showContent, seen)).toMatchObject({ status: 404 })
  await as(globex.agent)(deleteEntry, { params })
})
