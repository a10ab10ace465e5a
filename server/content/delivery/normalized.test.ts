import { beforeAll, describe, expect, test } from 'vitest'
import { createContentCategory } from '#contract/content/categories.ts'
import { changeEntry } from '#contract/content/entries.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { newMedia } from '#test/new-media.ts'
import { acme, app, settings } from '#test/world.ts'

const people = await newModel({
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'slug', kind: 'slug' },
    { key: 'portrait', kind: 'media' },
  ],
})
const teaser = await newModel({
  kind: 'component',
  fields: [
    { key: 'words', kind: 'text' },
    { key: 'by', kind: 'reference', models: [people.id] },
  ],
})
const posts = await newModel({
  isPublic: true,
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'slug', kind: 'slug' },
    { key: 'author', kind: 'reference', models: [people.id] },
    { key: 'readers', kind: 'reference', models: [people.id], many: true },
    { key: 'topic', kind: 'category' },
    { key: 'cover', kind: 'media' },
    { key: 'teaser', kind: 'group', component: teaser.id },
  ],
})
const delivery = (await newContentKey(acme, 'delivery')).secret
const preview = (await newContentKey(acme, 'preview')).secret
const news = await as(acme.admin)(createContentCategory, { body: { name: 'News', slug: 'once-news' } })

type Thing = { id: string } & Record<string, unknown>
type Answer = Record<string, unknown> & {
  items: Record<string, unknown>[]
  _included: { entries: Record<string, Thing>; media: Record<string, Thing>; categories: Record<string, Thing> }
}

async function ask(path: string, query: Record<string, string> = {}, secret = delivery) {
  const response = await app.inject({
    url: `/api/v1/content/${posts.pluralKey}${path}`,
    query,
    headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
  })
  return { status: response.statusCode, tags: String(response.headers['cache-tag']), body: response.json<Answer>() }
}

const normalized = async (path: string, query: Record<string, string> = {}, secret = delivery) =>
  (await ask(path, { ...query, shape: 'normalized' }, secret)).body

/** Replaces references by the included objects, as a client does. */
function nested(value: unknown, included: Answer['_included']): unknown {
  if (Array.isArray(value)) return value.map((one) => nested(one, included))
  if (value === null || typeof value !== 'object') return value
  const { id, in: place } = value as { id: string; in?: keyof Answer['_included'] }
  if (place && place in included) return nested(included[place][id], included)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, nested(part, included)]))
}

let mina: Thing
let tom: Thing
let one: Thing
let cover: { id: string }

beforeAll(async () => {
  cover = await newMedia()
  mina = await newLiveEntry(people, { title: 'Mina', slug: 'mina', portrait: cover.id })
  tom = await newLiveEntry(people, { title: 'Tom', slug: 'tom' })
  const shared = { author: mina.id, topic: news.id, cover: cover.id, readers: [mina.id, tom.id] }
  one = await newLiveEntry(posts, { title: 'One', ...shared, teaser: { words: 'Read', by: tom.id } })
  await newLiveEntry(posts, { title: 'Two', ...shared })
})

describe('shape=normalized', () => {
  test('a list sends once what several lead to, and leads where it stood', async () => {
    const list = await normalized('', { sort: 'title' })
    expect(list.items).toMatchObject([
      { title: 'One', author: { id: mina.id, in: 'entries' }, cover: { id: cover.id, in: 'media' } },
      { title: 'Two', topic: { id: news.id, in: 'categories' }, teaser: null },
    ])
    expect(list._included).toMatchObject({
      entries: { [mina.id]: { type: people.key, slug: 'mina' }, [tom.id]: { slug: 'tom' } },
      categories: { [news.id]: { slug: 'once-news', name: 'News' } },
    })
    expect(Object.keys(list._included.media)).toEqual([cover.id])
  })

  test.each([
    ['all fields', {}],
    [
      'some, with those of what they lead to',
      { fields: 'title,author.title,author.portrait,readers,topic.name,cover' },
    ],
    ['those in components', { fields: 'title,teaser.by.title,teaser.words' }],
    ['drafts', { perspective: 'draft' }],
    ['what was', { as_of: new Date().toISOString() }],
    ['nothing that leads anywhere', { fields: 'title' }],
  ])('a client has the nested answer again: %s', async (_, query: Record<string, string>) => {
    const secret = query.perspective ? preview : delivery
    const sorted = { ...query, sort: 'title' }
    const list = await normalized('', sorted, secret)
    // The result can have more fields, because another reference can select more fields of the same entry.
    expect(nested(list.items, list._included)).toMatchObject((await ask('', sorted, secret)).body.items)
    const asked = { ...query }
    const { _included, ...alone } = await normalized(`/${one.id}`, asked, secret)
    expect(nested(alone, _included)).toMatchObject((await ask(`/${one.id}`, asked, secret)).body)
  })

  test('what only a later page leads to is not there, nor in the tags', async () => {
    const { body, tags } = await ask('', {
      ...{ shape: 'normalized', fields: 'title,teaser.by', sort: '-title', limit: '1' },
    })
    expect(body.items).toMatchObject([{ title: 'Two' }])
    expect(body._included.entries).toEqual({})
    expect(tags).not.toContain(tom.id)
  })

  test('of a thing that two places want differently both are there', async () => {
    const { _included } = await normalized(`/${one.id}`, { fields: 'author.title,readers.portrait' })
    expect(_included.entries[mina.id]).toMatchObject({ title: 'Mina', portrait: { id: cover.id, in: 'media' } })
  })

  test('another word is refused with those that there are', async () => {
    expect((await ask('', { shape: 'flat' })).body).toMatchObject({
      ...{ code: 'query-unknown', detail: expect.stringContaining('nested, normalized') },
    })
  })
})

test('a draft is answered with the fields and in the shape that are asked for, as what is published is', async () => {
  const { id } = await newEntry(posts, { title: 'A draft', author: mina.id })
  const fields = 'title,author.title'
  const wanted = { id, title: 'A draft', author: { title: 'Mina' } }
  expect((await ask(`/${id}`, { fields }, preview)).body).toMatchObject(wanted)
  expect((await ask(`/${id}`, { fields }, preview)).body).not.toHaveProperty('cover')
  expect((await ask(`/${id}`, { fields })).status).toBe(404)
  await as(acme.agent)(changeEntry, {
    ...{ params: { model: posts.pluralKey, id }, body: { fields: { title: 'Another' } } },
  })
  expect((await ask(`/${id}`, { fields }, preview)).body).toMatchObject({ ...wanted, title: 'Another' })
})

describe('the tags of an answer', () => {
  test.each([
    ['', {}],
    ['', { fields: 'title,author.portrait,topic,cover,readers,teaser.by' }],
  ])('name what it leads to, each once: %s %o', async (path, query) => {
    const { tags } = await ask(path, { ...query, 'filter[title]': 'One' })
    const wanted = [`model-${posts.id}`, `entry-${one.id}`, `entry-${mina.id}`, `entry-${tom.id}`]
    expect(tags.split(',').toSorted()).toEqual([...wanted, `category-${news.id}`, `media-${cover.id}`].toSorted())
  })

  test('of very many one stands for all content', async () => {
    const readers: string[] = []
    for (let number = 0; number < 210; number += 1)
      readers.push((await newLiveEntry(people, { title: `Reader ${number}` })).id)
    const { id } = await newLiveEntry(posts, { title: 'Read by many', readers: readers.slice(0, 100) })
    const other = await newLiveEntry(posts, { title: 'Read by many', readers: readers.slice(100, 200) })
    const { tags } = await ask('', { 'filter[title]': 'Read by many', sort: 'publishedAt' })
    expect(tags).toBe(`model-${posts.id},entry-${id},entry-${other.id},content`)
  })
})
