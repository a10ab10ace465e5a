import { expect, test } from 'vitest'
import { createContentCategory, deleteContentCategory } from '#contract/content/categories.ts'
import { listEntries } from '#contract/content/entries.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, globex } from '#test/world.ts'

const author = await newModel({ fields: [{ key: 'name', kind: 'text' }] })
const shelf = await as(acme.admin)(createContentCategory, { body: { name: 'Filtered shelf' } })
const model = await newModel({
  localized: true,
  fields: [
    { key: 'title', kind: 'text', localized: true },
    { key: 'price', kind: 'decimal' },
    { key: 'size', kind: 'select', many: true, options: [{ key: 's', label: 'Small' }, { key: 'l' }] },
    { key: 'author', kind: 'reference', models: [author.key] },
    { key: 'shelf', kind: 'category' },
    { key: 'margin', kind: 'integer', readBy: 'admins' },
  ],
})
const ada = await newEntry(author, { name: 'Ada' })
const of = { author: ada.id, shelf: shelf.id }
await newEntry(model, { title: 'Apple', price: '2.50', size: ['s'], ...of, margin: 7 }, { person: acme.admin })
await newLiveEntry(model, { title: 'Banana', price: '10', size: ['l'] })
await newEntry(model, { title: 'Cherry', price: '9.99', size: ['s', 'l'] })
const list = (query: object, person = acme.agent) =>
  as(person)(listEntries, { query: { model: model.key, order: 'title', ...query } as never }) as Promise<
    Record<string, unknown> & { items: { title: string; columns?: object }[]; code?: string; detail?: string }
  >
const titles = async (filter: string, more: object = {}) =>
  (await list({ filter, ...more })).items.map(({ title }) => title)

test.each([
  ['filter[price][gt]=9', ['Banana', 'Cherry']],
  ['filter[title][contains]=AN', ['Banana']],
  ['filter[size][eq]=s', ['Apple', 'Cherry']],
  ['filter[size][nin]=s', ['Banana']],
  ['filter[author][exists]=false', ['Banana', 'Cherry']],
  ['filter[author.name][eq]=Ada', ['Apple']],
  ['filter[shelf.slug][eq]=filtered-shelf', ['Apple']],
  ['filter[or][0][title][eq]=Apple&filter[or][1][price][lt]=10', ['Apple', 'Cherry']],
  ['filter[not][title][eq]=Apple', ['Banana', 'Cherry']],
  ['filter[publishedAt][exists]=true', ['Banana']],
])('%s finds drafts and what is published', async (filter, found) => {
  expect(await titles(filter)).toEqual(found)
})

test('sorts by a field, and shows what fields hold', async () => {
  expect(await titles('filter[price][exists]=true', { sort: '-price' })).toEqual(['Banana', 'Cherry', 'Apple'])
  const [apple] = (await list({ columns: 'price,size,author,shelf' })).items
  expect(apple!.columns).toEqual({
    ...{ price: ['2.50'], size: ['Small'] },
    ...{ author: ['Ada'], shelf: ['Filtered shelf'] },
  })
})

test('a category that was merged into another is found as that one', async () => {
  const other = await as(acme.admin)(createContentCategory, { body: { name: 'Merged shelf' } })
  await newEntry(model, { title: 'Durian', shelf: other.id })
  const into = await as(acme.admin)(createContentCategory, { body: { name: 'Kept shelf' } })
  await as(acme.admin)(deleteContentCategory, { params: { id: other.id }, query: { to: into.id } })
  expect(await titles(`filter[shelf][eq]=${into.id}`)).toEqual(['Durian'])
})

test.each([
  ['a field that is not there', { filter: 'filter[nothing][eq]=1' }, 'query-unknown'],
  ['another parameter', { filter: 'limit=5' }, 'query-unknown'],
  ['a field that only admins read', { filter: 'filter[margin][gt]=1' }, 'query-unknown'],
  ['an order by a field that only admins read', { sort: '-margin' }, 'query-unknown'],
  ['a column that only admins read', { columns: 'margin' }, 'query-unknown'],
  ['nine columns', { columns: 'a,b,c,d,e,f,g,h,i' }, 'query-too-much'],
])('refuses %s', async (_, query, code) => {
  expect((await list(query)).code).toBe(code)
})

test('a filter without a model is refused', async () => {
  const { code } = (await as(acme.agent)(listEntries, { query: { filter: 'filter[title][eq]=1' } })) as {
    code?: string
  }
  expect(code).toBe('query-unknown')
})

test('admins ask for what only they read, and a stranger knows no such model', async () => {
  expect((await list({ filter: 'filter[margin][gt]=1' }, acme.admin)).items).toHaveLength(1)
  expect((await list({ filter: 'filter[title][eq]=Apple' }, globex.admin)).code).toBe('model-not-found')
})
