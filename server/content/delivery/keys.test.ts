import { describe, expect, test } from 'vitest'
import { changeEntry, createEntry, listEntries, publishEntry, showEntry } from '#contract/content/entries.ts'
import { revokeApiKey } from '#contract/workspace/api-keys.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { otherNode } from '#test/other-node.ts'
import { acme, app, globex, settings } from '#test/world.ts'

const posts = await newModel({
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'slug', kind: 'slug' },
    { key: 'author', kind: 'reference' },
    { key: 'note', kind: 'text', readBy: 'admins' },
  ],
})
const people = await newModel()
const mina = await newLiveEntry(people, { title: 'Mina' })
const live = await newLiveEntry(posts, { title: 'Live', author: mina.id, note: 'For programs' }, { person: acme.admin })
const draft = await newEntry(posts, { title: 'Draft' })
await as(acme.agent)(changeEntry, {
  params: { model: posts.pluralKey, id: live.id },
  body: { fields: { title: 'Being changed' } },
})

async function get(secret: string, path: string, node = app) {
  const response = await node.inject({
    url: `/api/v1/content/${path}`,
    headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
  })
  return { status: response.statusCode, ...response.json() }
}
async function send(secret: string, method: 'POST' | 'PATCH' | 'PUT', path: string, payload: object) {
  const response = await app.inject({
    method,
    url: `/api/v1/content/${path}`,
    payload,
    headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
  })
  return { status: response.statusCode, ...response.json() }
}

describe('a delivery key', () => {
  test('reads what is published, all fields of it, and no draft', async () => {
    const { secret } = await newContentKey(acme, 'delivery')
    expect(await get(secret, `${posts.pluralKey}/live`)).toMatchObject({
      title: 'Live',
      note: 'For programs',
      author: { id: mina.id },
    })
    expect(await get(secret, `${posts.pluralKey}/${draft.id}`)).toMatchObject({ status: 404, code: 'entry-not-found' })
    expect((await get(secret, posts.pluralKey)).items.map(({ title }: { title: string }) => title)).toEqual(['Live'])
  })

  test('that is limited to a model sees no other, also not through a reference', async () => {
    const { secret } = await newContentKey(acme, 'delivery', { models: [posts.id] })
    expect(await get(secret, people.pluralKey)).toMatchObject({ status: 404, code: 'model-not-found' })
    expect(await get(secret, `${posts.pluralKey}/live`)).toMatchObject({ author: null })
    expect(await get(secret, `${posts.pluralKey}?fields=author.title`)).toMatchObject({ items: [{ author: null }] })
    expect(await get(secret, `${posts.pluralKey}?filter[author.title]=Mina`)).toMatchObject({ items: [] })
  })

  test('writes nothing, and is of its own workspace', async () => {
    const { secret } = await newContentKey(acme, 'delivery')
    expect(await send(secret, 'POST', posts.pluralKey, { fields: { title: 'No' } })).toMatchObject({ status: 403 })
    const { secret: other } = await newContentKey(globex, 'delivery')
    expect(await get(other, posts.pluralKey)).toMatchObject({ status: 404, code: 'model-not-found' })
  })

  test('that is revoked reads nothing any more', async () => {
    const { id, secret } = await newContentKey(acme, 'delivery')
    expect((await get(secret, posts.pluralKey)).status).toBe(200)
    await as(acme.admin)(revokeApiKey, { params: { id } })
    expect((await get(secret, posts.pluralKey)).status).toBe(401)
  })
})

test.each(['delivery', 'preview'] as const)(
  'a %s key that is revoked reads nothing on another process either, also of what it keeps in memory',
  async (kind) => {
    const { app: other } = await otherNode()
    const { id, secret } = await newContentKey(acme, kind)
    const reads = [() => get(secret, `${posts.pluralKey}/live`, other), () => get(secret, posts.pluralKey, other)]
    const statuses = () => Promise.all(reads.map(async (read) => (await read()).status))
    expect([await statuses(), await statuses()]).toEqual([
      [200, 200],
      [200, 200],
    ])
    await as(acme.admin)(revokeApiKey, { params: { id } })
    await expect.poll(statuses, { interval: 50 }).toEqual([401, 401])
    expect(await statuses()).toEqual([401, 401])
  },
)

test('a preview key reads drafts', async () => {
  const { secret } = await newContentKey(acme, 'preview')
  expect(await get(secret, `${posts.pluralKey}/${draft.id}`)).toMatchObject({ title: 'Draft', _meta: { revision: 1 } })
  expect(await get(secret, `${posts.pluralKey}/live`)).toMatchObject({ title: 'Being changed' })
  expect(await get(secret, `${posts.pluralKey}/${live.id}`)).toMatchObject({ title: 'Being changed' })
  expect(await send(secret, 'PATCH', `${posts.pluralKey}/${draft.id}`, { fields: {} })).toMatchObject({ status: 403 })
})

describe('a management key', () => {
  test('writes and publishes as whoever made it', async () => {
    const { secret } = await newContentKey(acme, 'management')
    const made = await send(secret, 'POST', posts.pluralKey, { fields: { title: 'By a program' } })
    expect(made).toMatchObject({ status: 201, slug: 'by-a-program' })
    expect((await send(secret, 'PUT', `${posts.pluralKey}/${made.id}/publication`, {})).status).toBe(200)
    expect(await as(acme.agent)(showEntry, { params: { id: made.id }, query: {} })).toMatchObject({
      status: 'published',
      owner: { id: acme.admin.id },
    })
  })

  test('that is limited to a model changes and lists no other', async () => {
    const { secret } = await newContentKey(acme, 'management', { models: [posts.id] })
    const person = { ...acme.admin, token: secret }
    expect(
      await as(person)(createEntry, { params: { model: people.pluralKey }, body: { fields: { title: 'No' } } }),
    ).toMatchObject({ code: 'model-not-found' })
    expect(
      await as(person)(publishEntry, { params: { model: posts.pluralKey, id: draft.id }, body: { with: [mina.id] } }),
    ).toMatchObject({ code: 'model-not-found' })
    const { items } = await as(person)(listEntries, { query: {} })
    expect(new Set(items.map(({ model }) => model.id))).toEqual(new Set([posts.id]))
  })
})
