import { describe, expect, test } from 'vitest'
import { showContent } from '#contract/content/delivery.ts'
import {
  archiveEntry,
  changeEntry,
  copyEntry,
  deleteEntry,
  listEntries,
  listEntryUses,
  publishEntry,
  showEntry,
  unplanEntry,
  unpublishEntry,
  untrashEntry,
} from '#contract/content/entries.ts'
import { changeContentModel, deleteContentField, undeleteContentField } from '#contract/content/models.ts'
import { as, ask } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, globex, owner, runJobs, settings } from '#test/world.ts'

type Answer = Record<string, unknown> & { id: string; code?: string; _meta: { revision: number; locales: string[] } }
type EntryAddress = { model: { pluralKey: string }; id: string }

const asAgent = as(acme.agent)
const params = ({ model, id }: EntryAddress) => ({ params: { model: model.pluralKey, id } })
const change = (place: EntryAddress, body: object, person = acme.agent) =>
  as(person)(changeEntry, { ...params(place), body }) as Promise<Answer>
const publish = (place: EntryAddress, body: object = {}, person = acme.agent) =>
  as(person)(publishEntry, { ...params(place), body })
/** Reads an entry of a public model as an anonymous visitor. */
const read = (place: EntryAddress, query: Record<string, string> = {}) =>
  as(null)(showContent, { ...params(place), query }, { host: `${acme.domain}.${settings.rootDomain}` })

const localized = {
  isPublic: true,
  localized: true,
  fields: [
    { key: 'title', kind: 'text', localized: true },
    { key: 'slug', kind: 'slug', localized: true },
    { key: 'price', kind: 'decimal' },
    { key: 'body', kind: 'markdown', localized: true },
  ],
}
const bilingual = () => owner.query(`update workspaces set languages = '{en,hr}' where id = $1`, [acme.id])
await bilingual()

test('an entry is written, published, and read by anybody where its model is public', async () => {
  const model = await newModel({ isPublic: true })
  const entry = await newEntry(model, { title: 'Hello there' })
  expect(entry).toMatchObject({ title: 'Hello there', slug: 'hello-there', type: model.key, _meta: { revision: 1 } })
  const place = { model, id: entry.id }
  expect((await read(place)).code).toBe('entry-not-found')
  await publish(place)
  expect(await read(place)).toMatchObject({ title: 'Hello there', slug: 'hello-there' })
  expect(await read({ model, id: 'hello-there' })).toMatchObject({ id: entry.id })
})

test('a draft beside what is live is read by nobody before it is published', async () => {
  const model = await newModel({ isPublic: true })
  const { id } = await newLiveEntry(model, { title: 'Live' })
  await change({ model, id }, { fields: { title: 'Half' } })
  expect(await read({ model, id })).toMatchObject({ title: 'Live' })
  expect(await asAgent(showEntry, { params: { id }, query: {} })).toMatchObject({
    status: 'changed',
    fields: { title: 'Half' },
  })
})

describe('publishing one language', () => {
  test('leaves the other as it was, also what both share', async () => {
    const model = await newModel(localized)
    const { id } = await newLiveEntry(model, { title: 'Chair', price: '10.50' })
    const place = { model, id }
    await change(place, { locale: 'hr', fields: { title: 'Stolica', price: '12.00' } })
    await publish(place, { locales: ['hr'] })
    expect(await read(place, { locale: 'hr' })).toMatchObject({ title: 'Stolica', price: '12.00', slug: 'stolica' })
    expect(await read(place)).toMatchObject({ title: 'Chair', price: '10.50' })
  })

  test('is what readers of another language have until that one is published', async () => {
    const model = await newModel(localized)
    const { id } = await newLiveEntry(model, { title: 'Table' })
    expect(await read({ model, id }, { locale: 'hr' })).toMatchObject({
      title: 'Table',
      _meta: { locale: 'en', locales: ['en'] },
    })
    await asAgent(unpublishEntry, { ...params({ model, id }), query: {} })
    expect((await read({ model, id }, { locale: 'hr' })).code).toBe('entry-not-found')
  })
})

describe('two who write', () => {
  test('different fields are both kept', async () => {
    const model = await newModel(localized)
    const entry = await newEntry(model, { title: 'One', body: 'First' })
    const place = { model, id: entry.id }
    await change(place, { fields: { title: 'Two' }, base: 1 })
    const merged = await change(place, { fields: { body: 'Second' }, base: 1 }, acme.admin)
    expect(merged).toMatchObject({ title: 'Two', body: 'Second' })
  })

  test('the same field are asked, and nothing is written', async () => {
    const model = await newModel(localized)
    const entry = await newEntry(model, { title: 'One', body: 'First' })
    const place = { model, id: entry.id }
    await change(place, { fields: { title: 'Two' }, base: 1 })
    const refused = await change(place, { fields: { title: 'Three', body: 'Lost?' }, base: 1 }, acme.admin)
    expect(refused).toMatchObject({
      code: 'conflict',
      base: { title: 'One' },
      theirs: { title: 'Two' },
      yours: { title: 'Three' },
    })
    expect(await asAgent(showEntry, { params: { id: entry.id }, query: {} })).toMatchObject({
      fields: { title: 'Two', body: 'First' },
    })
  })

  test('with an old If-Match are refused', async () => {
    const model = await newModel()
    const { id } = await newEntry(model, { title: 'One' })
    await change({ model, id }, { fields: { title: 'Two' } })
    const { code } = await ask(
      acme.agent,
      changeEntry,
      { ...params({ model, id }), body: { fields: { title: 'Three' } } },
      { 'if-match': '"1"' },
    ).then((response) => response.json())
    expect(code).toBe('changed-meanwhile')
  })
})

test('a field that is renamed keeps its values, and its old key answers for a time', async () => {
  const model = await newModel({
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'sum', kind: 'integer' },
    ],
  })
  const { id } = await newLiveEntry(model, { title: 'Sums', sum: 3 })
  const [, sum] = model.fields
  await as(acme.admin)(changeContentModel, {
    params: { id: model.id },
    query: {},
    body: { fields: [{ id: sum!.id, key: 'total' }] },
  })
  expect(await read({ model, id })).toMatchObject({ total: 3, sum: 3 })
  await change({ model, id }, { fields: { sum: 4 } })
  expect(await asAgent(showEntry, { params: { id }, query: {} })).toMatchObject({ fields: { total: 4 } })
  await runJobs()
  expect(await read({ model, id })).toMatchObject({ total: 3 })
})

test('a field that becomes another kind keeps what can become it, and nothing is lost by turning back', async () => {
  const model = await newModel({
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'sum', kind: 'text' },
    ],
  })
  const good = await newLiveEntry(model, { title: 'Good', sum: '12' })
  const bad = await newLiveEntry(model, { title: 'Bad', sum: 'a dozen' })
  const turn = (kind: string, dry = false) =>
    as(acme.admin)(changeContentModel, {
      params: { id: model.id },
      query: dry ? { dry: 'true' } : {},
      body: { fields: [{ id: model.fields[1]!.id, kind }] },
    })
  const { report } = await turn('integer', true)
  expect(report!.fields).toMatchObject([
    { key: 'sum', change: 'kind', converted: 1, failed: 1, examples: [{ entry: bad.id, value: 'a dozen' }] },
  ])
  expect(await read({ model, id: good.id })).toMatchObject({ sum: '12' })
  await turn('integer')
  expect(await read({ model, id: good.id })).toMatchObject({ sum: 12 })
  expect(await read({ model, id: bad.id })).toMatchObject({ sum: null })
  await runJobs()
  expect(await read({ model, id: good.id })).toMatchObject({ sum: 12 })
  await turn('text')
  expect(await read({ model, id: good.id })).toMatchObject({ sum: '12' })
})

test('a field that is deleted comes back with its values', async () => {
  const model = await newModel({ isPublic: true })
  const { id } = await newLiveEntry(model, { title: 'Kept' })
  const field = { params: { id: model.id, field: model.fields[0]!.id } }
  await as(acme.admin)(deleteContentField, { ...field, query: {} })
  expect(await read({ model, id })).not.toHaveProperty('title')
  await runJobs()
  await as(acme.admin)(undeleteContentField, field)
  await runJobs()
  expect(await read({ model, id })).toMatchObject({ title: 'Kept' })
})

describe('a plan', () => {
  const soon = () => new Date(Date.now() + 60_000).toISOString()

  test('publishes at its time, once, and takes away at another', async () => {
    const model = await newModel({ isPublic: true })
    const { id } = await newEntry(model, { title: 'Later' })
    await publish({ model, id }, { at: soon(), until: new Date(Date.now() + 120_000).toISOString() })
    await runJobs()
    expect((await read({ model, id })).code).toBe('entry-not-found')
    await owner.query(`update content_texts set publish_at = now() where entry_id = $1`, [id])
    await runJobs({ laterSeconds: 61 })
    expect(await read({ model, id })).toMatchObject({ title: 'Later' })
    await owner.query(`update content_texts set unpublish_at = now() where entry_id = $1`, [id])
    await runJobs({ laterSeconds: 61 })
    expect((await read({ model, id })).code).toBe('entry-not-found')
  })

  test('that is given up publishes nothing', async () => {
    const model = await newModel({ isPublic: true })
    const { id } = await newEntry(model, { title: 'Never' })
    await publish({ model, id }, { at: soon() })
    await asAgent(unplanEntry, { ...params({ model, id }), query: {} })
    await runJobs({ laterSeconds: 120 })
    expect((await read({ model, id })).code).toBe('entry-not-found')
  })

  test('for the past is refused', async () => {
    const model = await newModel()
    const { id } = await newEntry(model, { title: 'Late' })
    expect((await publish({ model, id }, { at: '2020-01-01T00:00:00Z' })).code).toBe('time-in-the-past')
  })

  test('to end before it begins is refused, and says so', async () => {
    const model = await newModel()
    const { id } = await newEntry(model, { title: 'Turned round' })
    const [until, at] = ['2099-01-01T00:00:00Z', '2099-01-02T00:00:00Z']
    expect(await publish({ model, id }, { at, until })).toMatchObject({
      code: 'time-in-the-past',
      detail: expect.stringContaining('before it is published'),
      fields: { until: 'Choose a later time' },
    })
  })
})

test('what is not fit for readers is said by field, and stays a draft', async () => {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'mail', kind: 'email', required: 'on_publish' },
    ],
  })
  const { id } = await newEntry(model, { title: 'No mail' })
  expect(await publish({ model, id })).toMatchObject({ code: 'entry-invalid', fields: { mail: 'Fill in Mail' } })
  expect(await change({ model, id }, { fields: { mail: 'nobody', colour: 1 } })).toMatchObject({
    code: 'entry-invalid',
    fields: { mail: expect.stringContaining('e-mail'), colour: expect.stringContaining('title, mail') },
  })
})

test('an address is taken once in a model, and an old one leads on', async () => {
  const model = await newModel({ isPublic: true })
  const one = await newLiveEntry(model, { title: 'Same' })
  const two = await newLiveEntry(model, { title: 'Same' })
  expect(two.slug).toBe('same-2')
  expect((await change({ model, id: two.id }, { fields: { slug: 'same' } })).code).toBe('value-taken')
  await change({ model, id: one.id }, { fields: { slug: 'other' } })
  await publish({ model, id: one.id })
  expect(await read({ model, id: 'same' })).toMatchObject({ id: one.id, slug: 'other' })
})

test('a reference is delivered as what is published, and what others need is not taken away', async () => {
  const people = await newModel({ isPublic: true })
  const posts = await newModel({
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'author', kind: 'reference', models: [people.key], onDelete: 'restrict' },
    ],
  })
  const mina = await newEntry(people, { title: 'Mina' })
  const post = await newLiveEntry(posts, { title: 'A post', author: mina.id })
  expect(await read({ model: posts, id: post.id })).toMatchObject({ author: null })
  await publish({ model: people, id: mina.id })
  expect(await read({ model: posts, id: post.id })).toMatchObject({
    author: { id: mina.id, type: people.key, slug: 'mina' },
  })
  expect(await asAgent(unpublishEntry, { ...params({ model: people, id: mina.id }), query: {} })).toMatchObject({
    code: 'entry-used',
  })
  expect(await asAgent(deleteEntry, params({ model: people, id: mina.id }))).toMatchObject({ code: 'entry-used' })
  const { items } = await asAgent(listEntryUses, params({ model: people, id: mina.id }))
  expect(items).toMatchObject([{ id: post.id, title: 'A post' }])
  expect(await change({ model: posts, id: post.id }, { fields: { author: post.id } })).toMatchObject({
    code: 'entry-invalid',
  })
})

describe('the trash', () => {
  test('takes from readers, frees the address, and gives back a draft', async () => {
    const model = await newModel({ isPublic: true })
    const { id } = await newLiveEntry(model, { title: 'Gone' })
    await asAgent(deleteEntry, params({ model, id }))
    expect((await read({ model, id })).code).toBe('entry-not-found')
    expect((await change({ model, id }, { fields: { title: 'No' } })).code).toBe('entry-in-trash')
    expect(await asAgent(untrashEntry, params({ model, id }))).toMatchObject({ title: 'Gone' })
    expect(await asAgent(showEntry, { params: { id }, query: {} })).toMatchObject({ status: 'draft', isTrashed: false })
  })
})

test('an archived language is read by nobody and is not published by accident', async () => {
  const model = await newModel({ isPublic: true })
  const { id } = await newLiveEntry(model, { title: 'Old news' })
  await asAgent(archiveEntry, { ...params({ model, id }), body: {} })
  expect((await read({ model, id })).code).toBe('entry-not-found')
  expect((await publish({ model, id }, { locales: ['en'] })).code).toBe('entry-archived')
})

test('a copy has the values, but an address of its own', async () => {
  const model = await newModel()
  const { id } = await newEntry(model, { title: 'Plan' })
  expect(await asAgent(copyEntry, params({ model, id }))).toMatchObject({ title: 'Plan (copy)', slug: 'plan-copy' })
})

test('an entry is duplicated though fields are always needed; those that only one may have are filled in afterwards', async () => {
  const model = await newModel({
    localized: true,
    fields: [
      { key: 'title', kind: 'text', required: 'always', localized: true },
      { key: 'number', kind: 'text', required: 'always', unique: true },
      { key: 'summary', kind: 'text', required: 'always' },
    ],
  })
  const { id } = await newEntry(model, { title: 'Chair', number: 'A1', summary: 'To sit on' })
  const copy = await asAgent(copyEntry, params({ model, id }))
  const fields = { title: 'Chair (copy)', number: null, summary: 'To sit on' }
  expect(await asAgent(showEntry, { params: { id: copy.id }, query: {} })).toMatchObject({ fields })
  const place = { model, id: copy.id }
  expect(await change(place, { fields: { summary: 'Shorter' } })).toMatchObject({
    fields: { number: 'Fill in Number' },
  })
  expect((await change(place, { fields: { number: 'A1' } })).code).toBe('value-taken')
  expect((await change(place, { fields: { number: 'A2' } })).code).toBeUndefined()
})

test('of a single there is one entry', async () => {
  const model = await newModel({ kind: 'single' })
  await newEntry(model, { title: 'Home' })
  expect(await newEntry(model, { title: 'Home again' })).toMatchObject({ code: 'entry-exists' })
})

test('the list finds by words, status and what is referred to, and ends', async () => {
  const model = await newModel()
  const ids = []
  for (const title of ['Alpha one', 'Alpha two', 'Beta']) ids.push((await newEntry(model, { title })).id)
  await publish({ model, id: ids[2]! })
  const find = (query: object) => asAgent(listEntries, { query: { model: model.key, ...query } })
  expect((await find({ q: 'alpha' })).items).toHaveLength(2)
  expect((await find({ status: 'published' })).items.map(({ title }) => title)).toEqual(['Beta'])
  const page = await find({ limit: 2, order: 'title' })
  expect(page.items.map(({ title }) => title)).toEqual(['Alpha one', 'Alpha two'])
  expect((await find({ limit: 2, order: 'title', cursor: page.next! })).items.map(({ title }) => title)).toEqual([
    'Beta',
  ])
})

test('another workspace and customers find nothing', async () => {
  const model = await newModel()
  const { id } = await newEntry(model, { title: 'Canary' })
  expect(await as(globex.admin)(showEntry, { params: { id }, query: {} })).toMatchObject({ code: 'entry-not-found' })
  expect(await as(globex.admin)(changeEntry, { ...params({ model, id }), body: { fields: {} } })).toMatchObject({
    code: 'model-not-found',
  })
  expect(await as(acme.customer)(showEntry, { params: { id }, query: {} })).toMatchObject({ code: 'not-allowed' })
  expect((await as(globex.admin)(listEntries, { query: {} })).items).toEqual([])
})
