import { expect, test } from 'vitest'
import { changeEntry, publishEntry } from '#contract/content/entries.ts'
import { changeContentModel } from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, globex, owner, runJobs, settings } from '#test/world.ts'

await owner.query(`update workspaces set languages = '{en,hr}' where id = $1`, [acme.id])
const secret = (await newContentKey(acme, 'management')).secret
const theirs = (await newContentKey(globex, 'management')).secret

type Model = { id: string; pluralKey: string; fields: { id: string; key: string }[] }
type Answer = {
  items: { title: string }[]
  next: string | null
  code?: string
  _explanation?: { plan: { relation: string | null }[] }
}

async function ask(model: { pluralKey: string }, query: Record<string, string>, token = secret): Promise<Answer> {
  const response = await app.inject({
    ...{ url: `/api/v1/content/${model.pluralKey}`, query: { perspective: 'published', ...query } },
    headers: { host: settings.apiHost, authorization: `Bearer ${token}` },
  })
  return response.json()
}
const titles = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).items.map(({ title }) => title)
/** Whether the query plan reads the rank index `content_ranks`. */
const isRanked = async (model: Model, query: Record<string, string>) =>
  (await ask(model, { ...query, explain: '1' }))._explanation!.plan.some(({ relation }) => relation === 'content_ranks')

const newShelf = (indexed: boolean, person = acme.admin, body: object = {}) =>
  newModel(
    {
      localized: true,
      fields: [
        { key: 'title', kind: 'text', localized: true },
        { key: 'price', kind: 'decimal', indexed },
        { key: 'day', kind: 'date', indexed },
      ],
      ...body,
    },
    person,
  )

const prices = { dear: '100.5', cheap: '9.50', debt: '-3', deeper: '-20.25', free: undefined, same: '9.5' }
async function fill(model: Model) {
  const ids: Record<string, string> = {}
  for (const [title, price] of Object.entries(prices))
    ids[title] = (await newLiveEntry(model, { title, price, day: price && '2026-01-01' })).id
  return ids
}
const setIndexed = async (model: Model, indexed: boolean) => {
  const fields = model.fields.filter(({ key }) => key !== 'title').map(({ id }) => ({ id, indexed }))
  await as(acme.admin)(changeContentModel, { params: { id: model.id }, query: {}, body: { fields } })
}

const up = ['deeper', 'debt', 'cheap', 'same', 'dear', 'free']
const down = ['dear', 'cheap', 'same', 'debt', 'deeper', 'free']
const range = { 'filter[price][gte]': '-3', 'filter[price][lt]': '100', sort: 'price' }

test('a list is the same before a field is indexed, while it is made so, afterwards, and when it is no more', async () => {
  const model = await newShelf(false)
  await fill(model)
  const expectLists = async () => {
    expect(await titles(model, { sort: 'price' })).toEqual(up)
    expect(await titles(model, { sort: '-price' })).toEqual(down)
    expect(await titles(model, range)).toEqual(['debt', 'cheap', 'same'])
    expect(await titles(model, { 'filter[price]': '9.500', sort: 'title' })).toEqual(['cheap', 'same'])
    expect(await titles(model, { 'filter[price][in]': '9.5,-3.0', sort: 'title' })).toEqual(['cheap', 'debt', 'same'])
  }
  await expectLists()
  expect(await isRanked(model, { sort: 'price' })).toBe(false)
  await setIndexed(model, true)
  await expectLists()
  expect(await isRanked(model, { sort: 'price' })).toBe(false)
  await runJobs()
  await expectLists()
  const queries: Record<string, string>[] = [{ sort: 'price' }, range, { 'filter[price]': '9.5', sort: 'title' }]
  for (const query of queries) expect(await isRanked(model, query)).toBe(true)
  await setIndexed(model, false)
  await expectLists()
  await runJobs()
  await expectLists()
  const { rows } = await owner.query('select from content_ranks where model_id = $1', [model.id])
  expect(rows).toEqual([])
})

test('a page begun before a field is indexed goes on afterwards', async () => {
  const model = await newShelf(false)
  await fill(model)
  const begun = { limit: '3', sort: '-price' }
  const { next } = await ask(model, begun)
  await setIndexed(model, true)
  await runJobs()
  expect(await titles(model, { ...begun, after: next! })).toEqual(down.slice(3))
  const { next: second } = await ask(model, begun)
  await setIndexed(model, false)
  expect(await titles(model, { ...begun, after: second! })).toEqual(down.slice(3))
})

test('in a language that an entry lacks, at a moment, and as drafts, the order is the same', async () => {
  const model = await newShelf(true)
  const ids = await fill(model)
  const params = { model: model.pluralKey, id: ids.debt! }
  await as(acme.agent)(changeEntry, { params, body: { locale: 'hr', fields: { title: 'dug' } } })
  await as(acme.agent)(publishEntry, { params, body: { locales: ['hr'] } })
  const inCroatian = up.map((title) => (title === 'debt' ? 'dug' : title))
  expect(await titles(model, { sort: 'price', locale: 'hr' })).toEqual(inCroatian)
  expect(await isRanked(model, { sort: 'price', locale: 'hr' })).toBe(true)
  const before = new Date().toISOString()
  const dearer = { params, body: { fields: { price: '500' } } }
  await as(acme.agent)(changeEntry, dearer)
  expect(await titles(model, { sort: 'price' })).toEqual(up)
  expect((await titles(model, { sort: '-price', perspective: 'draft' }))[0]).toBe('debt')
  await as(acme.agent)(publishEntry, { params, body: {} })
  expect((await titles(model, { sort: '-price' }))[0]).toBe('debt')
  const past = await app.inject({
    ...{ url: `/api/v1/content/${model.pluralKey}`, query: { as_of: before, sort: 'price' } },
    headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
  })
  expect(past.json().items.map(({ title }: { title: string }) => title)).toEqual(up)
})

test('what is written of a field, letter by letter, is compared as it was', async () => {
  const model = await newShelf(true, acme.admin, {
    fields: [{ key: 'title', kind: 'text', indexed: true }],
  })
  const long = 'x'.repeat(250)
  for (const title of ['amber', 'Birch', long, `${long}y`]) await newLiveEntry(model, { title })
  expect(await titles(model, { sort: 'title' })).toEqual(['amber', 'Birch', long, `${long}y`])
  expect(await titles(model, { 'filter[title]': 'birch' })).toEqual([])
  expect(await titles(model, { 'filter[title][lt]': 'a', sort: 'title' })).toEqual(['Birch'])
  expect(await titles(model, { 'filter[title]': long })).toEqual([long])
  expect(await titles(model, { 'filter[title][gt]': long })).toEqual([`${long}y`])
  expect(await ask(model, { 'filter[title][near]': 'x' })).toMatchObject({ code: 'query-unknown' })
})

test('another workspace has its own order, and a field that is hidden from somebody orders nothing for them', async () => {
  const fields = [
    { key: 'title', kind: 'text' },
    { key: 'price', kind: 'decimal', indexed: true, readBy: 'admins' },
  ]
  const ours = await newShelf(true, acme.admin, { localized: false, fields })
  const { key } = ours as { key: string }
  const other = await newShelf(true, globex.admin, { key, pluralKey: ours.pluralKey, localized: false, fields })
  await newLiveEntry(ours, { title: 'Ours', price: '1' }, { person: acme.admin })
  await newLiveEntry(other, { title: 'Theirs', price: '2' }, { person: globex.admin })
  expect(await titles(ours, { sort: 'price' })).toEqual(['Ours'])
  expect(await titles(other, { sort: 'price' }, theirs)).toEqual(['Theirs'])
  expect(await ask(ours, { sort: 'price' }, acme.agent.token)).toMatchObject({ code: 'query-unknown' })
  expect(await ask(ours, { 'filter[price]': '1' }, acme.agent.token)).toMatchObject({ code: 'query-unknown' })
})
