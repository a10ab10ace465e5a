import { expect, test } from 'vitest'
import { listContent, showContent } from '#contract/content/delivery.ts'
import { changeEntry, deleteEntry, publishEntry } from '#contract/content/entries.ts'
import { putEntryByExternalId, putEntryBySlug } from '#contract/content/put-entry.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import type { KeyKind } from '#contract/workspace/api-keys.ts'
import { as, ask } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, globex, type Person } from '#test/world.ts'

await as(acme.admin)(changeLanguages, { body: { items: ['en', 'de'] } })
const keyOf = async (kind: KeyKind) => ({ ...acme.admin, token: (await newContentKey(acme, kind)).secret })
const management = await keyOf('management')
const fields = [
  { key: 'title', kind: 'text', localized: true },
  { key: 'slug', kind: 'slug', localized: true },
  { key: 'size', kind: 'integer' },
] as const
const model = await newModel({ localized: true, fields: [...fields] })
type Body = { fields?: Record<string, unknown>; locale?: string; labels?: string[] }
type Answer = { id: string; slug: string; _meta: { revision: number; externalId: string | null }; code?: string }

async function bySlug(slug: string, body: Body, { person = management as Person, of = model, headers = {} } = {}) {
  const answer = await ask(person, putEntryBySlug, { params: { model: of.pluralKey, slug }, body }, headers)
  return { status: answer.statusCode, ...(answer.json() as Answer) }
}
async function byId(externalId: string, body: Body, { person = management, of = model, headers = {} } = {}) {
  const answer = await ask(person, putEntryByExternalId, { params: { model: of.pluralKey, externalId }, body }, headers)
  return { status: answer.statusCode, ...answer.json() }
}

test('a slug that no entry has makes one, the same again is no change, and another value changes it', async () => {
  const first = await bySlug('about-us', { fields: { title: 'About', size: 1 } })
  expect(first).toMatchObject({ status: 201, slug: 'about-us', title: 'About', _meta: { externalId: null } })
  const { id, _meta } = first
  expect(await bySlug('about-us', { fields: { title: 'About', size: 1 } })).toMatchObject({ status: 200, id, _meta })
  const changed = await bySlug('about-us', { fields: { slug: 'about-us', size: 2 } })
  expect(changed).toMatchObject({ status: 200, id, title: 'About', size: 2, _meta: { revision: _meta.revision + 1 } })
})

test('a slug is meant in the language that is said', async () => {
  const { id } = await bySlug('team', { fields: { title: 'Team' } })
  expect(await bySlug('team', { locale: 'de', fields: { title: 'Team' } })).toMatchObject({ status: 201 })
  const params = { model: model.pluralKey, id }
  await as(acme.agent)(changeEntry, { params, body: { locale: 'de', fields: { title: 'Mannschaft' } } })
  expect(await bySlug('mannschaft', { locale: 'de', fields: { size: 3 } })).toMatchObject({ status: 200, id, size: 3 })
})

test('an id of a program makes an entry, finds it again after its slug has changed, and is told of drafts alone', async () => {
  const first = await byId('wp:post/17', { fields: { title: 'Seventeen' } })
  expect(first).toMatchObject({ status: 201, slug: 'seventeen', _meta: { externalId: 'wp:post/17' } })
  const { id, _meta } = first
  expect(await byId('wp:post/17', { fields: { title: 'Seventeen' } })).toMatchObject({ status: 200, id, _meta })
  const params = { model: model.pluralKey, id }
  await as(acme.agent)(changeEntry, { params, body: { fields: { slug: 'moved' } } })
  await as(acme.agent)(publishEntry, { params, body: {} })
  expect(await byId('wp:post/17', { fields: { size: 4 } })).toMatchObject({ status: 200, id, slug: 'moved', size: 4 })
  const metaFor = async (kind: 'preview' | 'delivery') => {
    const person = await keyOf(kind)
    const { items } = await as(person)(listContent, { params: { model: model.pluralKey }, query: {} })
    return items.find((one) => one.id === id)?._meta
  }
  expect(await metaFor('preview')).toMatchObject({ externalId: 'wp:post/17' })
  expect(await metaFor('delivery')).not.toHaveProperty('externalId')
  expect(await as(management)(showContent, { params, query: {} })).toMatchObject({
    _meta: { externalId: 'wp:post/17' },
  })
})

test.each([
  ['slug', (n: number) => bySlug('raced', { fields: { title: 'Raced', size: n } })],
  ['id', (n: number) => byId('raced-id', { fields: { title: `Raced ${n}` } })],
])('of many who write one %s at once, one makes the entry and the others change it', async (_, write) => {
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(write))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201])
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
})

test('two models, and two workspaces, have the same id and the same slug each for itself', async () => {
  const other = await newModel({ fields: [...fields] })
  const theirs = await newModel({ fields: [...fields] }, globex.admin)
  const answers = [
    await byId('shared', { fields: { title: 'A' } }),
    await byId('shared', { fields: { title: 'A' } }, { of: other }),
    await byId('shared', { fields: { title: 'A' } }, { of: theirs, person: globex.agent }),
    await bySlug('same', {}),
    await bySlug('same', {}, { of: other }),
    await bySlug('same', {}, { of: theirs, person: globex.agent }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ id }) => id)).size).toBe(6)
  expect(await byId('shared', {}, { of: theirs })).toMatchObject({ status: 404, code: 'model-not-found' })
  expect(await bySlug('same', {}, { of: theirs })).toMatchObject({ status: 404, code: 'model-not-found' })
})

test('what cannot be is refused, and nothing is written', async () => {
  expect(await bySlug('one', { fields: { slug: 'two' } })).toMatchObject({ status: 400, code: 'entry-invalid' })
  expect(await bySlug('one', { fields: { size: 'x' } })).toMatchObject({ status: 400, code: 'entry-invalid' })
  expect(await bySlug('one', {}, { headers: { 'if-match': '"1"' } })).toMatchObject({ status: 412 })
  expect(await byId('two', {}, { headers: { 'if-match': '"1"' } })).toMatchObject({ status: 412 })
  const bare = await newModel({ fields: [{ key: 'title', kind: 'text' }] })
  expect(await bySlug('one', {}, { of: bare })).toMatchObject({ status: 409, code: 'model-without-slug' })
  expect(await bySlug('one', {}, { person: await keyOf('preview') })).toMatchObject({ status: 403 })
  expect(await bySlug('one', { fields: { title: 'One' } })).toMatchObject({ status: 201 })
})

test('a slug that readers have of an entry whose draft has another one is taken, and an entry in the trash is not written', async () => {
  const { id } = await newLiveEntry(model, { title: 'Held' })
  await as(acme.agent)(changeEntry, { params: { model: model.pluralKey, id }, body: { fields: { slug: 'let-go' } } })
  expect(await bySlug('held', {})).toMatchObject({ status: 409, code: 'value-taken' })
  const trashed = await byId('gone', { fields: { title: 'Gone' } })
  await as(acme.agent)(deleteEntry, { params: { model: model.pluralKey, id: trashed.id } })
  expect(await byId('gone', { fields: { title: 'Back' } })).toMatchObject({ status: 409, code: 'entry-in-trash' })
  expect(await newEntry(model, { title: 'Gone' })).toMatchObject({ slug: 'gone' })
})

test('a draft names what it leads to in the language that is asked for, else in one that stands in', async () => {
  const leading = await newModel({
    localized: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'about', kind: 'reference' },
    ],
  })
  const { id: about } = await bySlug('chairs', { fields: { title: 'Chairs' } })
  await as(acme.agent)(changeEntry, {
    params: { model: model.pluralKey, id: about },
    body: { locale: 'de', fields: { slug: 'a-stuhl' } },
  })
  const english = await newEntry(leading, { title: 'One', about })
  expect(english).toMatchObject({ about: { slug: 'chairs' } })
  const params = { model: leading.pluralKey, id: english.id }
  const german = await as(acme.agent)(changeEntry, { params, body: { locale: 'de', fields: {} } })
  expect(german).toMatchObject({ about: { slug: 'a-stuhl' } })
  for (const [locale, slug] of [
    ['en', 'chairs'],
    ['de', 'a-stuhl'],
  ] as const) {
    const answer = await ask(management, showContent, {
      params: { model: leading.pluralKey, id: english.id },
      query: { locale },
    })
    expect(answer.json()).toMatchObject({ about: { slug } })
  }
})

test('an entry that is there gets the id by which a program knows it, which no other of its model has', async () => {
  const [one, other] = [await newEntry(model, { title: 'Old one' }), await newEntry(model, { title: 'Old other' })]
  const name = (id: string, externalId: string | null) =>
    as(acme.agent)(changeEntry, { params: { model: model.pluralKey, id }, body: { externalId } })
  expect(await name(one.id, 'crm/1')).toMatchObject({ title: 'Old one', _meta: { externalId: 'crm/1', revision: 2 } })
  expect(await name(one.id, 'crm/1')).toMatchObject({ _meta: { revision: 2 } })
  expect(await byId('crm/1', { fields: { size: 5 } })).toMatchObject({ status: 200, id: one.id, size: 5 })
  expect(await name(other.id, 'crm/1')).toMatchObject({ status: 409, code: 'value-taken' })
  const twice = await Promise.all([name(one.id, 'crm/2'), name(other.id, 'crm/2')])
  expect(twice.filter((answer) => (answer as { code?: string }).code === 'value-taken')).toHaveLength(1)
  await name(one.id, null)
  await name(other.id, null)
  expect(await byId('crm/2', { fields: { title: 'Anew' } })).toMatchObject({ status: 201 })
})
