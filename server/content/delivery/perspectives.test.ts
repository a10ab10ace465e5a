import { beforeAll, describe, expect, test } from 'vitest'
import { createContentCategory } from '#contract/content/categories.ts'
import { listContent, showContent } from '#contract/content/delivery.ts'
import { changeEntry, deleteEntry, publishEntry, unpublishEntry } from '#contract/content/entries.ts'
import { createLimiter } from '#server/platform/http/limits.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, globex, owner, platform, settings } from '#test/world.ts'

const asAgent = as(acme.agent)
/** Returns the current time. Waits before and after, so that no publication has the same time. */
async function momentNow() {
  await new Promise((resolve) => setTimeout(resolve, 5))
  const moment = new Date().toISOString()
  await new Promise((resolve) => setTimeout(resolve, 5))
  return moment
}

const people = await newModel()
const posts = await newModel({
  isPublic: true,
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'slug', kind: 'slug' },
    { key: 'minutes', kind: 'integer' },
    { key: 'author', kind: 'reference', models: [people.id] },
    { key: 'topic', kind: 'category' },
    { key: 'note', kind: 'text', readBy: 'admins' },
  ],
})
const delivery = (await newContentKey(acme, 'delivery')).secret
const preview = (await newContentKey(acme, 'preview')).secret
const news = await as(acme.admin)(createContentCategory, { body: { name: 'News', slug: 'past-news' } })

type Answer = {
  status: number
  code?: string
  detail?: string
  items: Record<string, unknown>[]
  total?: number
  next: string | null
} & Record<string, unknown>
async function get(secret: string | null, path: string, query: Record<string, string> = {}): Promise<Answer> {
  const host = secret === null ? `${acme.domain}.${settings.rootDomain}` : settings.apiHost
  const response = await app.inject({
    url: `/api/v1/content/${posts.pluralKey}${path}`,
    query,
    headers: { host, ...(secret && { authorization: `Bearer ${secret}` }) },
  })
  return { status: response.statusCode, ...response.json() }
}
const titles = ({ items }: Answer) => items.map(({ title }) => title)
const place = (id: string) => ({ params: { model: posts.pluralKey, id } })

describe('as_of a moment', () => {
  const at: Record<string, string> = {}
  let one: { id: string }
  let other: { id: string }
  let mina: { id: string }

  beforeAll(async () => {
    at.before = await momentNow()
    mina = await newLiveEntry(people, { title: 'Mina', slug: 'mina' })
    one = await newLiveEntry(posts, { title: 'One', slug: 'one', minutes: 4, author: mina.id, topic: news.id })
    other = await newLiveEntry(posts, { title: 'Other', slug: 'other', minutes: 9 })
    at.first = await momentNow()
    await asAgent(changeEntry, {
      ...place(one.id),
      body: { fields: { title: 'One again', slug: 'one-again', minutes: 12 } },
    })
    at.changed = await momentNow()
    await asAgent(publishEntry, { ...place(one.id), body: {} })
    await asAgent(changeEntry, {
      params: { model: people.pluralKey, id: mina.id },
      body: { fields: { slug: 'mina-k' } },
    })
    await asAgent(publishEntry, { params: { model: people.pluralKey, id: mina.id }, body: {} })
    at.again = await momentNow()
    await asAgent(unpublishEntry, { ...place(one.id), query: {} })
    await asAgent(deleteEntry, place(other.id))
    at.gone = await momentNow()
  })

  test.each([
    ['before', []],
    ['first', ['One', 'Other']],
    ['changed', ['One', 'Other']],
    ['again', ['One again', 'Other']],
    ['gone', []],
  ])('a list is what it was: %s', async (name, wanted) => {
    const list = await get(delivery, '', { as_of: at[name]!, sort: 'title', count: 'exact' })
    expect([titles(list), list.total]).toEqual([wanted, wanted.length])
  })

  test('an entry is what it was, by its id and by each of its addresses', async () => {
    for (const path of [`/${one.id}`, '/one', '/one-again'])
      expect(await get(delivery, path, { as_of: at.first! })).toMatchObject({
        ...{ id: one.id, title: 'One', slug: 'one', minutes: 4 },
        ...{
          author: { id: mina.id, slug: 'mina' },
          topic: { slug: 'past-news' },
          _meta: { locale: 'en', locales: ['en'] },
        },
      })
    expect(await get(delivery, '/one', { as_of: at.again! })).toMatchObject({
      ...{ title: 'One again', slug: 'one-again', author: { slug: 'mina-k' } },
    })
    expect(await get(delivery, '/one', { as_of: at.gone! })).toMatchObject({ status: 404, code: 'entry-not-found' })
  })

  test.each([
    ['filter[minutes][gte]', '9', ['Other'], ['One again', 'Other']],
    ['filter[author.title]', 'Mina', ['One'], ['One again']],
    ['filter[author.slug]', 'mina', ['One'], []],
    ['filter[topic.slug]', 'past-news', ['One'], ['One again']],
    ['filter[slug]', 'one', ['One'], []],
    ['filter[author][exists]', 'false', ['Other'], ['Other']],
  ])('is filtered by what was: %s=%s', async (filter, value, first, again) => {
    const titlesAt = async (moment: string) =>
      titles(await get(delivery, '', { as_of: moment, [filter]: value, sort: 'title' }))
    expect(await titlesAt(at.first!)).toEqual(first)
    expect(await titlesAt(at.again!)).toEqual(again)
  })

  test('is sorted, cut into pages and joined by what was', async () => {
    const asked = { as_of: at.again!, sort: '-minutes', limit: '1', fields: 'title,author.slug' }
    const page = await get(delivery, '', asked)
    expect(page.items).toMatchObject([{ title: 'One again', author: { slug: 'mina-k' } }])
    expect(titles(await get(delivery, '', { ...asked, after: page.next! }))).toEqual(['Other'])
  })

  test('is told to anybody where the model is public, as it was to readers', async () => {
    expect(await get(null, '/one', { as_of: at.first! })).toMatchObject({ title: 'One', author: null })
    expect(titles(await get(null, '', { as_of: at.again!, sort: 'title' }))).toEqual(['One again', 'Other'])
    const ofPeople = { params: { model: people.pluralKey }, query: { as_of: at.first! } }
    const onHost = { host: `${acme.domain}.${settings.rootDomain}` }
    expect(await as(null)(listContent, ofPeople, onHost)).toMatchObject({ status: 401, code: 'key-needed' })
  })

  test('counts for the network of whoever shows no key', async () => {
    const relaxed = platform.limiter
    platform.limiter = createLimiter(1)
    const asked: number[] = []
    for (let turn = 0; turn < 61; turn += 1) asked.push((await get(null, '/one', { as_of: at.first! })).status)
    platform.limiter = relaxed
    expect(asked).toEqual([...Array(60).fill(200), 429])
  })

  test('is told to programs and the team, who all see what they may', async () => {
    const { items } = await asAgent(listContent, {
      params: { model: posts.pluralKey },
      query: { as_of: at.first!, sort: 'title' },
    })
    expect(items.map(({ title, note }) => [title, note])).toEqual([
      ['One', undefined],
      ['Other', undefined],
    ])
    expect(await asAgent(showContent, { ...place(one.id), query: { as_of: at.first! } })).toMatchObject({
      title: 'One',
    })
    expect(titles(await get(preview, '', { as_of: at.first!, sort: 'title' }))).toEqual(['One', 'Other'])
  })

  test('is another workspace’s nowhere', async () => {
    const strange = (await newContentKey(globex, 'delivery')).secret
    expect(await get(strange, '', { as_of: at.first! })).toMatchObject({ status: 404, code: 'model-not-found' })
    await newModel({ key: posts.key, pluralKey: posts.pluralKey }, globex.admin)
    expect((await get(strange, '', { as_of: at.first! })).items).toEqual([])
    expect(await get(strange, `/${one.id}`, { as_of: at.first! })).toMatchObject({ status: 404 })
  })

  test('is kept nowhere, since what is purged has no past either', async () => {
    const path = `/api/v1/content/${posts.pluralKey}/${other.id}?as_of=${at.first}`
    const headers = { host: settings.apiHost, authorization: `Bearer ${delivery}` }
    const { headers: answered } = await app.inject({ url: path, headers })
    expect([answered.etag, answered['cache-control']]).toEqual([undefined, 'private, no-store'])
    await owner.query('delete from content_entries where workspace_id = $1 and id = $2', [acme.id, other.id])
    expect((await app.inject({ url: path, headers })).statusCode).toBe(404)
  })

  test.each([
    ['yesterday', 'like 2026-11-23T09:30:00Z'],
    ['2026-01-01', 'like 2026-11-23T09:30:00Z'],
    ['2026-01-01T00:00:00', 'like 2026-11-23T09:30:00Z'],
    ['2026-13-01T00:00:00Z', 'like 2026-11-23T09:30:00Z'],
    ['2999-01-01T00:00:00Z', 'that is past'],
  ])('%s is none', async (moment, sentence) => {
    const answer = await get(delivery, '', { as_of: moment })
    expect(answer).toMatchObject({ status: 400, code: 'query-unknown' })
    expect(answer.detail).toContain(sentence)
  })
})

describe('drafts in lists', () => {
  const drafts = { perspective: 'draft', sort: 'title' }
  let changed: { id: string }
  beforeAll(async () => {
    const ada = await newEntry(people, { title: 'Ada', slug: 'ada' })
    changed = await newLiveEntry(posts, { title: 'B, live', slug: 'b', minutes: 1 })
    await asAgent(changeEntry, {
      ...place(changed.id),
      body: { fields: { title: 'B, changed', minutes: 30, author: ada.id } },
    })
    await newEntry(posts, { title: 'C, never live', slug: 'c', minutes: 40, topic: news.id })
    const thrown = await newEntry(posts, { title: 'D, thrown away' })
    await asAgent(deleteEntry, place(thrown.id))
  })

  test('are what a preview key has unless it asks for what is published', async () => {
    expect(titles(await get(preview, '', { sort: 'title' }))).toEqual(['B, changed', 'C, never live', 'One again'])
    expect(titles(await get(preview, '', { perspective: 'published', sort: 'title' }))).toEqual(['B, live'])
    expect(await get(preview, '/b', { perspective: 'published' })).toMatchObject({ title: 'B, live' })
    expect(await get(preview, `/${changed.id}`)).toMatchObject({ title: 'B, changed' })
  })

  test('are what the team has that asks for them', async () => {
    const list = (query: object) => asAgent(listContent, { params: { model: posts.pluralKey }, query: { ...query } })
    expect((await list(drafts)).items.map(({ title }) => title)).toEqual(['B, changed', 'C, never live', 'One again'])
    expect((await list({})).items.map(({ title }) => title)).toEqual(['B, live'])
  })

  test('say what was never published, and are filtered, sorted, joined and counted as they are', async () => {
    const asked = {
      'filter[minutes][gt]': '20',
      sort: '-minutes',
      count: 'exact',
      fields: 'title,author.title,topic.slug',
    }
    expect(await get(preview, '', asked)).toMatchObject({
      total: 2,
      items: [
        {
          title: 'C, never live',
          topic: { slug: 'past-news' },
          _meta: { publishedAt: null, firstPublishedAt: null, locale: 'en' },
        },
        { title: 'B, changed', author: { title: 'Ada' }, _meta: { publishedAt: expect.any(String) } },
      ],
    })
    expect(titles(await get(preview, '', { 'filter[author.slug]': 'ada' }))).toEqual(['B, changed'])
    expect(titles(await get(preview, '', { 'filter[topic.slug]': 'past-news', sort: 'title' }))).toEqual([
      'C, never live',
      'One again',
    ])
    const first = await get(preview, '', { limit: '1' })
    const second = await get(preview, '', { limit: '1', after: first.next! })
    const third = await get(preview, '', { limit: '1', after: second.next! })
    expect([first, second, third].flatMap(titles).toSorted()).toEqual(['B, changed', 'C, never live', 'One again'])
  })

  test('are nobody else’s', async () => {
    expect(await get(delivery, '', drafts)).toMatchObject({ status: 403, code: 'not-allowed' })
    expect(await get(delivery, '/c', drafts)).toMatchObject({ status: 403 })
    expect(await get(null, '', drafts)).toMatchObject({ status: 403 })
    expect(titles(await get(delivery, ''))).toEqual(['B, live'])
    const { secret } = await newContentKey(acme, 'preview', { models: [people.id] })
    expect(await get(secret, '')).toMatchObject({ status: 404, code: 'model-not-found' })
  })

  test('are asked for by name, or as they were, and not by both', async () => {
    expect(await get(preview, '', { perspective: 'old' })).toMatchObject({ status: 400, code: 'query-unknown' })
    expect(await get(preview, '', { perspective: 'draft', as_of: '2026-01-01T00:00:00Z' })).toMatchObject({
      status: 400,
    })
  })
})

test('a draft says whether readers have it, as it is or as it was, and what is planned', async () => {
  const model = await newModel()
  const { id } = await newEntry(model, { title: 'One' })
  const { secret: management } = await newContentKey(acme, 'management')
  const params = { model: model.pluralKey, id }
  const standings = async () => {
    const read = async (path: string) => {
      const answer = await app.inject({
        ...{ url: `/api/v1/content/${model.pluralKey}${path}`, query: { perspective: 'draft' } },
        headers: { host: settings.apiHost, authorization: `Bearer ${management}` },
      })
      return answer.json()
    }
    const all = [await read(`/${id}`), (await read('')).items[0]]
    return all.map(({ _meta: { status, isLive, publishAt } }) => [status, isLive, publishAt])
  }
  const both = (...one: unknown[]) => [one, one]
  expect(await standings()).toEqual(both('draft', false, null))
  const at = new Date(Date.now() + 3_600_000).toISOString()
  await asAgent(publishEntry, { params, body: { at } })
  expect(await standings()).toEqual(both('draft', false, at))
  await asAgent(publishEntry, { params, body: {} })
  expect(await standings()).toEqual(both('published', true, null))
  await asAgent(changeEntry, { params, body: { fields: { title: 'Two' } } })
  expect(await standings()).toEqual(both('changed', true, null))
})
