import { describe, expect, test } from 'vitest'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, globex, settings } from '#test/world.ts'

const author = await newModel({ isPublic: true })
const hidden = await newModel()
const post = await newModel({
  isPublic: true,
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'author', kind: 'reference', models: [author.key] },
    { key: 'others', kind: 'reference', many: true },
    { key: 'cover', kind: 'media' },
    { key: 'topic', kind: 'category' },
    { key: 'size', kind: 'select', options: [{ key: 's' }, { key: 'm' }] },
  ],
})
const { id: ada } = await newLiveEntry(author, { title: 'Ada', slug: 'ada' })
const { id } = await newLiveEntry(post, { title: 'One', author: ada, size: 'm' })
const { secret } = await newContentKey(acme, 'delivery')
const limited = (await newContentKey(acme, 'delivery', { models: [author.id] })).secret

type Call = { token?: string | null; host?: string; query?: Record<string, string>; method?: 'GET' | 'PATCH' }

async function ask(path: string, { token = secret, host = settings.apiHost, query = {}, method = 'GET' }: Call = {}) {
  const answer = await app.inject({
    ...{ url: `/api/v1/content/${path}`, query, method },
    headers: { host, ...(token && { authorization: `Bearer ${token}` }) },
    ...(method === 'PATCH' && { payload: { fields: {} } }),
  })
  return { ...answer.json(), headers: answer.headers }
}
const filtered = (name: string, value: string) => ask(post.pluralKey, { query: { [name]: value } })

describe('a filter that nothing could match is refused', () => {
  test.each([
    ['filter[author]', 'ada', 'filter[author.slug]'],
    ['filter[author][ne]', 'ada', 'filter[author.slug]'],
    ['filter[author.id]', 'ada', 'filter[author.slug]'],
    ['filter[others][in]', 'ada', 'filter[others.slug]'],
    ['filter[topic]', 'news', 'filter[topic.slug]'],
    ['filter[cover]', 'cover.png', 'compared with an id'],
    ['filter[size]', 'xl', 'There are: s, m'],
    ['filter[size][nin]', 's,xl', 'There are: s, m'],
  ])('%s=%s', async (name, value, told) => {
    expect(await filtered(name, value)).toMatchObject({
      ...{ status: 400, code: 'query-unknown', detail: expect.stringContaining(told) },
    })
  })

  test.each([
    ['filter[author]', ada],
    ['filter[author.slug]', 'ada'],
    ['filter[author][exists]', 'true'],
    ['filter[size][in]', 's,m'],
  ])('and one that could is not: %s=%s', async (name, value) => {
    expect((await filtered(name, value)).items).toMatchObject([{ id }])
  })
})

describe('who asks for a model that is not there is told which there are', () => {
  test('to a key, all that it may read, and no more', async () => {
    const all = await ask('nothing')
    expect(all).toMatchObject({ status: 404, code: 'model-not-found' })
    for (const { pluralKey } of [author, hidden, post]) expect(all.detail).toContain(pluralKey)
    const some = await ask(post.pluralKey, { token: limited })
    expect(some.detail).toBe(
      `There is no model ${post.pluralKey} that this key may use. It may use: ${author.pluralKey}`,
    )
  })

  test('to a key of another workspace, none of these', async () => {
    const { detail } = await ask('nothing', { token: (await newContentKey(globex, 'management')).secret })
    for (const { pluralKey } of [author, hidden, post]) expect(detail).not.toContain(pluralKey)
  })

  test('to visitors, those that are public', async () => {
    const { detail } = await ask('nothing', { token: null, host: `${acme.domain}.${settings.rootDomain}` })
    expect(detail).toContain(author.pluralKey)
    expect(detail).not.toContain(hidden.pluralKey)
  })
})

test.each([`stk_${'a'.repeat(26)}_${'b'.repeat(43)}`, 'stk_short', `${secret}x`])(
  'a wrong key is called one, on every host: %s',
  async (token) => {
    for (const host of [settings.apiHost, `${acme.domain}.${settings.rootDomain}`]) {
      const answer = await ask(post.pluralKey, { token, host })
      expect(answer).toMatchObject({ status: 401, code: 'key-unknown' })
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    }
  },
)

test('a slug in the place of an id is told to be none', async () => {
  const management = (await newContentKey(acme, 'management')).secret
  const answer = await ask(`${post.pluralKey}/some-slug`, { token: management, method: 'PATCH' })
  expect(answer).toMatchObject({ status: 400, fields: { id: expect.stringContaining('not a name or a slug') } })
})

test('a call without a token is told how to send one', async () => {
  const answer = await app.inject({ url: '/api/v1/tickets', headers: { host: settings.apiHost } })
  expect(answer.json()).toMatchObject({ status: 401, detail: expect.stringContaining('Authorization: Bearer') })
  expect(answer.headers['www-authenticate']).toBe('Bearer')
})
