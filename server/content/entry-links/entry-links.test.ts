import { beforeAll, describe, expect, test } from 'vitest'
import { changeEntry, deleteEntry, publishEntry, untrashEntry } from '#contract/content/entries.ts'
import { createEntryLink, endEntryLink, listEntryLinks } from '#contract/content/entry-links.ts'
import { listApiKeys } from '#contract/workspace/api-keys.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { newMedia } from '#test/new-media.ts'
import { acme, app, globex, owner, settings } from '#test/world.ts'

await owner.query(`update workspaces set languages = '{en,hr}' where id = $1`, [acme.id])
const asAgent = as(acme.agent)
const people = await newModel()
const posts = await newModel({
  localized: true,
  previewUrl: 'https://site.example/{locale}/blog/{slug}?mode=draft',
  fields: [
    { key: 'title', kind: 'text', localized: true },
    { key: 'slug', kind: 'slug', localized: true },
    { key: 'author', kind: 'reference', models: [people.id] },
    { key: 'cover', kind: 'media' },
    { key: 'note', kind: 'text', readBy: 'admins' },
  ],
})
const news = await newModel({ isPublic: true })

const link = (id: string, body: { days?: 1 | 7 | 30; locale?: string } = {}) =>
  asAgent(createEntryLink, { params: { id }, body })

async function get(token: string | null, path: string, query: Record<string, string> = {}) {
  const response = await app.inject({
    ...{ url: `/api/v1/content/${path}`, query },
    headers: { host: settings.apiHost, ...(token && { authorization: `Bearer ${token}` }) },
  })
  return { status: response.statusCode, headers: response.headers, ...response.json() }
}
const post = (id: string) => `${posts.pluralKey}/${id}`
const place = (id: string) => ({ params: { model: posts.pluralKey, id } })

let mina: { id: string }
let one: { id: string }
let other: { id: string }
let token: string

beforeAll(async () => {
  mina = await newEntry(people, { title: 'Mina, a draft', slug: 'mina' })
  const cover = await newMedia()
  one = await newEntry(posts, { title: 'One', slug: 'one', author: mina.id, cover: cover.id })
  other = await newLiveEntry(posts, { title: 'Other', slug: 'other' })
  await as(acme.admin)(changeEntry, { ...place(one.id), body: { fields: { note: 'For admins' } } })
  token = (await link(one.id)).token
})

describe('whoever has a link', () => {
  test('reads the draft by its id and its address, with the drafts that it leads to', async () => {
    for (const named of [one.id, 'one'])
      expect(await get(token, post(named))).toMatchObject({ status: 200, title: 'One', author: { slug: 'mina' } })
    const picked = await get(token, post('one'), { fields: 'title,author.title,cover' })
    expect(picked).toMatchObject({ author: { title: 'Mina, a draft' }, cover: { name: 'shift.png' } })
    expect(picked.headers).toMatchObject({ 'cache-control': 'private, no-store' })
    // The link also reads the draft by its former slug.
    await asAgent(changeEntry, { ...place(one.id), body: { fields: { title: 'One again', slug: 'one-again' } } })
    for (const named of ['one', 'one-again'])
      expect(await get(token, post(named), { fields: 'title' })).toMatchObject({ title: 'One again' })
  })

  test('reads no field that members of the team do not', async () => {
    for (const query of [{}, { fields: 'title,note' }] as Record<string, string>[])
      expect(JSON.stringify(await get(token, post('one'), query))).not.toContain('For admins')
  })

  test('reads it in its language alone', async () => {
    await asAgent(changeEntry, { ...place(one.id), body: { locale: 'hr', fields: { title: 'Jedan' } } })
    expect(await get(token, post('one'), { locale: 'hr' })).toMatchObject({ status: 401, code: 'key-needed' })
    const croatian = (await link(one.id, { locale: 'hr' })).token
    expect(await get(croatian, post(one.id))).toMatchObject({ title: 'Jedan' })
    expect(await get(croatian, post(one.id), { locale: 'en' })).toMatchObject({ status: 401 })
  })

  test('reads also what is published in its language, whoever asked for the same address before', async () => {
    const { id } = await newLiveEntry(posts, { title: 'English', slug: 'in-two' })
    await asAgent(changeEntry, { ...place(id), body: { locale: 'hr', fields: { title: 'Hrvatski', slug: 'na-dva' } } })
    await asAgent(publishEntry, { ...place(id), body: {} })
    const [english, croatian] = [(await link(id)).token, (await link(id, { locale: 'hr' })).token]
    const published = (told: string) => get(told, post(id), { perspective: 'published' })
    // Repeats the request, so that the answer is cached.
    const first = [await published(english), await published(english), await published(english)]
    expect(first.map(({ title }) => title)).toEqual(['English', 'English', 'English'])
    const other = await published(croatian)
    expect(other).toMatchObject({ status: 200, title: 'Hrvatski' })
    expect(other.headers.etag).not.toBe(first[0]!.headers.etag)
  })

  test('reads else what anybody reads, and no more', async () => {
    const open = await newLiveEntry(news, { title: 'For all', slug: 'for-all' })
    await newEntry(news, { title: 'Not yet', slug: 'not-yet' })
    for (const path of [post(other.id), post('other'), posts.pluralKey, `${people.pluralKey}/${mina.id}`])
      expect(await get(token, path)).toMatchObject({ status: 401, code: 'key-needed' })
    expect(await get(token, `${news.pluralKey}/for-all`)).toMatchObject({ id: open.id, title: 'For all' })
    expect(await get(token, `${news.pluralKey}/not-yet`)).toMatchObject({ status: 404 })
    expect((await get(token, news.pluralKey)).items).toMatchObject([{ title: 'For all' }])
    expect(await get(token, news.pluralKey, { perspective: 'draft' })).toMatchObject({ status: 403 })
    expect(await get(token, post('one'), { as_of: '2026-01-01T00:00:00Z' })).toMatchObject({ status: 401 })
  })

  test('writes nothing, and asks nothing of the team', async () => {
    const headers = { host: settings.apiHost, authorization: `Bearer ${token}` }
    for (const [method, url] of [
      ['PATCH', `/api/v1/content/${post(one.id)}`],
      ['GET', `/api/v1/content-entries/${one.id}`],
      ['GET', '/api/v1/content-models'],
      ['GET', `/api/v1/content-entries/${one.id}/preview-links`],
      ['GET', '/api/v1/tickets'],
    ] as const)
      expect((await app.inject({ method, url, headers, ...(method === 'PATCH' && { payload: {} }) })).statusCode).toBe(
        403,
      )
  })
})

describe('a link', () => {
  test('leads to where the site shows drafts, with its token', async () => {
    const { url, token: told, expiresAt } = await link(one.id, { days: 1 })
    expect(url).toBe(`https://site.example/en/blog/one-again?mode=draft&preview_token=${told}`)
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)).toBe(24)
    expect((await asAgent(createEntryLink, { params: { id: mina.id }, body: {} })).url).toBeNull()
  })

  test('is listed without its token, for the team, and not among the keys', async () => {
    const { id } = await newEntry(posts, { title: 'Listed' })
    const made = await link(id)
    const { items } = await asAgent(listEntryLinks, { params: { id } })
    expect(items).toMatchObject([{ id: made.id, language: 'en', createdBy: { id: acme.agent.id } }])
    expect(JSON.stringify(items)).not.toContain(made.token)
    const keys = await as(acme.admin)(listApiKeys, { query: {} })
    expect(keys.items.map(({ name }) => name)).not.toContain('Preview link')
  })

  test('ends at once when it is ended, with its time, and with its entry for good', async () => {
    const { id } = await newEntry(posts, { title: 'To be ended', slug: 'ended' })
    const [first, second, third] = [await link(id), await link(id), await link(id)]
    for (const { token } of [first, second, third]) expect((await get(token, post(id))).status).toBe(200)
    await asAgent(endEntryLink, { params: { id, link: first.id } })
    expect((await get(first.token, post(id))).status).toBe(401)
    await owner.query('update api_keys set expires_at = now() where id = $1', [second.id])
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect((await get(second.token, post(id))).status).toBe(401)
    expect((await get(third.token, post(id))).status).toBe(200)
    await asAgent(deleteEntry, place(id))
    expect((await get(third.token, post(id))).status).toBe(401)
    await asAgent(untrashEntry, place(id))
    expect((await get(third.token, post(id))).status).toBe(401)
    expect(await asAgent(listEntryLinks, { params: { id } })).toMatchObject({ items: [] })
  })

  test('shows the draft also where something is published', async () => {
    await asAgent(publishEntry, { ...place(other.id), body: {} })
    await asAgent(changeEntry, { ...place(other.id), body: { fields: { title: 'Other, to come' } } })
    const { token: told } = await link(other.id)
    expect(await get(told, post('other'))).toMatchObject({ title: 'Other, to come' })
    expect(await get(told, post('other'), { perspective: 'published' })).toMatchObject({ title: 'Other' })
  })

  test('is one of at most twenty of an entry', async () => {
    const { id } = await newEntry(posts, { title: 'Wanted by many' })
    const made = await Promise.all(Array.from({ length: 22 }, () => link(id)))
    expect(made.filter(({ code }) => code === 'too-many-entry-links')).toHaveLength(2)
  })

  test.each([
    ['nobody of another workspace', globex.admin, 'entry-not-found'],
    ['no customer', acme.customer, 'not-allowed'],
  ])('%s makes, lists or ends one', async (_, stranger, code) => {
    const made = await link(one.id)
    const params = { id: one.id }
    expect(await as(stranger)(createEntryLink, { params, body: {} })).toMatchObject({ code })
    expect(await as(stranger)(listEntryLinks, { params })).toMatchObject({ code })
    expect(await as(stranger)(endEntryLink, { params: { ...params, link: made.id } })).toMatchObject({ code })
    expect((await get(made.token, post(one.id))).status).toBe(200)
  })
})
