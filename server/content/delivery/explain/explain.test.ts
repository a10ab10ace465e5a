import { beforeAll, describe, expect, test } from 'vitest'
import { createContentCategory } from '#contract/content/categories.ts'
import type { Explanation } from '#contract/content/delivery.ts'
import { archiveEntry, changeEntry, deleteEntry, publishEntry } from '#contract/content/entries.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, globex, owner, settings } from '#test/world.ts'

await owner.query(`update workspaces set languages = '{en,hr}' where id = $1`, [acme.id])
const asAgent = as(acme.agent)
const people = await newModel()
const posts = await newModel({
  localized: true,
  fields: [
    { key: 'title', kind: 'text', localized: true },
    { key: 'slug', kind: 'slug', localized: true },
    { key: 'minutes', kind: 'integer' },
    { key: 'author', kind: 'reference', models: [people.id] },
    { key: 'topic', kind: 'category' },
  ],
})
const news = await as(acme.admin)(createContentCategory, { body: { name: 'News', slug: 'told-news' } })
const management = (await newContentKey(acme, 'management')).secret
const place = (id: string) => ({ params: { model: posts.pluralKey, id } })

type Answer = { status: number; code?: string; detail?: string; items: unknown[]; _explanation: Explanation }
async function explain(query: Record<string, string>, token = management, model = posts.pluralKey): Promise<Answer> {
  const response = await app.inject({
    ...{ url: `/api/v1/content/${model}`, query: { explain: '1', ...query } },
    headers: { host: settings.apiHost, authorization: `Bearer ${token}` },
  })
  return { status: response.statusCode, ...response.json() }
}
const reasonsFor = async (entry: string, query: Record<string, string> = {}, token = acme.admin.token) =>
  (await explain({ entry, ...query }, token))._explanation.entry!.reasons
const codesFor = async (entry: string, query: Record<string, string> = {}) =>
  (await reasonsFor(entry, query)).map(({ code }) => code)

let mina: { id: string }
let one: { id: string }

beforeAll(async () => {
  mina = await newLiveEntry(people, { title: 'Mina', slug: 'mina' })
  one = await newLiveEntry(posts, { title: 'One', slug: 'one', minutes: 4, author: mina.id, topic: news.id })
  for (const number of [2, 3]) await newLiveEntry(posts, { title: `Post ${number}`, minutes: number })
})

describe('a list with explain=1', () => {
  test('comes with its statement, the indexes that found it, its languages and tags', async () => {
    const query = { 'filter[topic.slug]': 'told-news', sort: '-publishedAt', locale: 'hr' }
    const { items, _explanation: told } = await explain(query)
    expect(items).toMatchObject([{ title: 'One' }])
    expect(told).toMatchObject({ locales: ['hr', 'en'], milliseconds: expect.any(Number) })
    expect(told.statement).toMatch(/^select p\.entry_id.*\$1/)
    expect(told.values).toContain(news.id)
    expect(told.plan[0]).toMatchObject({ depth: 0, rows: 1 })
    expect(told.plan.map(({ index }) => index).filter(Boolean)).not.toEqual([])
    expect(told.tags).toEqual(
      expect.arrayContaining([`model-${posts.id}`, `entry-${one.id}`, `entry-${mina.id}`, `category-${news.id}`]),
    )
  })

  test('is for the team and management keys alone, and tells what it does not take', async () => {
    for (const kind of ['delivery', 'preview'] as const)
      expect(await explain({}, (await newContentKey(acme, kind)).secret)).toMatchObject({ status: 403 })
    expect((await explain({}, acme.agent.token)).items).toHaveLength(3)
    expect(await explain({ explain: 'yes' })).toMatchObject({ code: 'query-unknown' })
    expect(await explain({ colour: 'x' })).toMatchObject({ code: 'query-unknown' })
    expect(await explain({}, globex.admin.token)).toMatchObject({ status: 404, code: 'model-not-found' })
    expect(await explain({}, acme.customer.token)).toMatchObject({ status: 403 })
  })
})

describe('why an entry does not stand in a list', () => {
  test('because it is not there, of another model, in the trash, archived, planned or not published', async () => {
    expect(await codesFor('01890000-0000-7000-8000-000000000000')).toEqual(['not-there'])
    expect(await codesFor('no-id')).toEqual(['not-there'])
    expect(await codesFor(mina.id)).toEqual(['other-model'])
    const { id } = await newEntry(posts, { title: 'Draft' })
    expect(await reasonsFor(id)).toMatchObject([{ code: 'not-published', language: 'en' }])
    const at = new Date(Date.now() + 3_600_000).toISOString()
    await asAgent(publishEntry, { ...place(id), body: { at } })
    expect(await reasonsFor(id)).toMatchObject([{ code: 'planned', text: expect.stringContaining(at) }])
    await asAgent(archiveEntry, { ...place(id), body: { locale: 'en' } })
    expect(await codesFor(id)).toEqual(['archived'])
    await asAgent(deleteEntry, place(id))
    expect(await codesFor(id)).toEqual(['in-trash'])
  })

  test.each([
    [{ 'filter[minutes][gt]': '4' }, { path: 'minutes', operator: 'gt', value: '4', has: '4' }],
    [{ 'filter[topic.slug]': 'other' }, { path: 'topic.slug', operator: 'eq', value: 'other', has: '"told-news"' }],
    [{ 'filter[author.title][starts]': 'T' }, { path: 'author.title', has: '"Mina"' }],
    [{ 'filter[title][ne]': 'One' }, { path: 'title', operator: 'ne', has: '"One"' }],
    [{ 'filter[or][0][minutes]': '9', 'filter[or][1][title]': 'No' }, { text: expect.stringContaining('part') }],
  ])('because a predicate does not hold: %o', async (filter, told) => {
    const query = { ...filter, 'filter[slug]': 'one' }
    expect(await reasonsFor(one.id, query)).toMatchObject([{ code: 'filtered', ...told }])
  })

  test('each predicate that does not hold is told', async () => {
    const query = { 'filter[minutes]': '5', 'filter[title]': 'One', 'filter[topic][exists]': 'false' }
    expect((await reasonsFor(one.id, query)).map(({ path }) => path)).toEqual(['minutes', 'topic'])
  })

  test('because whoever asks may not read its model', async () => {
    expect(await codesFor(one.id, { as: 'visitor' })).toEqual(['not-public'])
    const limited = await newContentKey(acme, 'delivery', { models: [people.id] })
    expect(await codesFor(one.id, { as: limited.id })).toEqual(['not-of-key'])
    const all = await newContentKey(acme, 'delivery')
    expect(await codesFor(one.id, { as: all.id })).toEqual(['appears'])
    expect(await explain({ entry: one.id, as: all.id }, acme.agent.token)).toMatchObject({ code: 'query-unknown' })
  })

  test('or where it stands: on this page, on a later one, or another language in its place', async () => {
    const sorted = { sort: 'title' }
    expect(await reasonsFor(one.id, sorted)).toMatchObject([{ code: 'appears', position: 1 }])
    const last = { sort: '-title', limit: '2' }
    expect(await reasonsFor(one.id, last)).toMatchObject([{ code: 'on-a-later-page', position: 3 }])
    expect(await reasonsFor(one.id, { ...sorted, locale: 'hr' })).toMatchObject([
      { code: 'appears', text: expect.stringContaining('It is shown in en') },
    ])
    await asAgent(changeEntry, { ...place(one.id), body: { fields: { minutes: 7 } } })
    expect(await codesFor(one.id, { 'filter[minutes]': '7' })).toEqual(['filtered'])
    expect(await codesFor(one.id, { 'filter[minutes]': '7', perspective: 'draft' })).toEqual(['appears'])
  })

  test('of another workspace it is not there', async () => {
    const theirs = await newModel({ key: posts.key }, globex.admin)
    const { _explanation } = await explain({ entry: one.id }, globex.admin.token, theirs.pluralKey)
    expect(_explanation.entry!.reasons.map(({ code }) => code)).toEqual(['not-there'])
  })
})
