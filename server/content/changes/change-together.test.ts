import { expect, test } from 'vitest'
import { changeEntriesTogether, findEntryUses } from '#contract/content/changes.ts'
import { listEntries, publishEntry, showEntry } from '#contract/content/entries.ts'
import { as, ask } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, globex, type Person } from '#test/world.ts'

type Model = Awaited<ReturnType<typeof newModel>>
type Answer = {
  code?: string
  results: { id: string; revision: number; dangling?: object[] }[]
  problems?: { index: number; code: string; detail: string; fields?: object }[]
}

const asAgent = as(acme.agent)
const together = (model: Model, changes: object[], person: Person = acme.agent, headers = {}) =>
  as(person)(
    changeEntriesTogether,
    { params: { model: model.pluralKey }, body: { changes: changes as never } },
    headers,
  ) as Promise<Answer>
const titlesIn = async (model: Model, query: object = {}) => {
  const { items } = await asAgent(listEntries, { query: { model: model.key, order: 'title', ...query } })
  return items.map(({ title }) => title)
}

test('changes of a model are made together: written, changed, published, taken away and thrown away', async () => {
  const model = await newModel()
  const [first, second, third] = [
    await newEntry(model, { title: 'First' }),
    await newLiveEntry(model, { title: 'Second' }),
    await newEntry(model, { title: 'Third' }),
  ]
  const { results } = await together(model, [
    { act: 'create', fields: { title: 'New' }, publish: true },
    { act: 'change', id: first.id, fields: { title: 'First, better' } },
    { act: 'publish', id: first.id },
    { act: 'unpublish', id: second.id },
    { act: 'trash', id: third.id },
  ])
  expect(results.map(({ id }) => id).slice(1)).toEqual([first.id, first.id, second.id, third.id])
  expect(await titlesIn(model, { status: 'published' })).toEqual(['First, better', 'New'])
  expect(await titlesIn(model, { status: 'draft' })).toEqual(['Second'])
  expect(await titlesIn(model, { status: 'trash' })).toEqual(['Third'])
})

test('languages and times are named as in the call for one entry, and what readers have then is told', async () => {
  const model = await newModel()
  const [first, second] = [await newEntry(model, { title: 'First' }), await newLiveEntry(model, { title: 'Second' })]
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const { results } = await together(model, [
    { act: 'publish', id: first.id, locale: 'en', at },
    { act: 'unpublish', id: second.id, locales: ['en'], at },
  ])
  expect(results).toMatchObject([
    { publication: { live: [], planned: [{ locale: 'en', publishAt: at, unpublishAt: null }] } },
    { publication: { live: [{ locale: 'en' }], planned: [{ locale: 'en', publishAt: null, unpublishAt: at }] } },
  ])
  const both = { act: 'unpublish', id: second.id, locale: 'en', locales: ['en'] }
  expect(await together(model, [both])).toMatchObject({ code: 'invalid' })
  expect(await titlesIn(model, { status: 'published' })).toEqual(['Second'])
})

test('where some are refused none is made, and each that stands in the way is named', async () => {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text', required: 'on_publish' },
      { key: 'price', kind: 'decimal' },
    ],
  })
  const { id } = await newEntry(model, { title: 'Here', price: '1' })
  const refused = await together(model, [
    { act: 'create', fields: { title: 'Good' } },
    { act: 'create', fields: { price: 'much' } },
    { act: 'create', fields: { price: '2' }, publish: true },
    { act: 'change', id, fields: { title: 'Changed' } },
    { act: 'publish', id: globex.agent.id },
  ])
  expect(refused).toMatchObject({
    code: 'changes-refused',
    problems: [
      { index: 1, code: 'entry-invalid', fields: { price: expect.any(String) } },
      { index: 2, code: 'entry-invalid', fields: { title: 'Fill in Title' } },
      { index: 4, code: 'entry-not-found' },
    ],
  })
  expect(await titlesIn(model)).toEqual(['Here'])
})

test('a repetition with the same Idempotency-Key gets the first answer', async () => {
  const model = await newModel()
  const headers = { 'idempotency-key': 'import-1' }
  const first = await together(model, [{ act: 'create', fields: { title: 'Once' } }], acme.agent, headers)
  const again = await together(model, [{ act: 'create', fields: { title: 'Once' } }], acme.agent, headers)
  expect(again).toEqual(first)
  expect(await titlesIn(model)).toEqual(['Once'])
})

test('what is published later in the same call does not dangle, what stays a draft does', async () => {
  const people = await newModel()
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'to', kind: 'reference', many: true },
    ],
  })
  const draft = await newEntry(people, { title: 'Draft' })
  const next = await newEntry(model, { title: 'Next' })
  const { results } = await together(model, [
    { act: 'create', fields: { title: 'Leads', to: [next.id, draft.id] }, publish: true },
    { act: 'publish', id: next.id },
  ])
  expect(results[0]!.dangling).toMatchObject([{ id: draft.id, title: 'Draft', model: people.key, status: 'draft' }])
})

test('a management key makes them within its models, a delivery key and strangers none', async () => {
  const [mine, other] = [await newModel(), await newModel()]
  const { secret } = await newContentKey(acme, 'management', { models: [mine.id] })
  const delivery = await newContentKey(acme, 'delivery')
  const write = (model: Model, token: string) =>
    ask({ token } as Person, changeEntriesTogether, {
      params: { model: model.pluralKey },
      body: { changes: [{ act: 'create', fields: { title: 'By key' } }] },
    })
  expect((await write(mine, secret)).statusCode).toBe(200)
  expect((await write(other, secret)).json()).toMatchObject({ code: 'model-not-found' })
  expect((await write(mine, delivery.secret)).statusCode).toBe(403)
  expect(await together(mine, [{ act: 'create', fields: { title: 'x' } }], globex.agent)).toMatchObject({
    code: 'model-not-found',
  })
  expect(await titlesIn(mine)).toEqual(['By key'])
})

test('before entries go, whoever asks is told who refers to them', async () => {
  const target = await newModel()
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'to', kind: 'reference', many: true },
    ],
  })
  const [one, two, alone] = [
    await newEntry(target, { title: 'One' }),
    await newEntry(target, { title: 'Two' }),
    await newEntry(target, { title: 'Alone' }),
  ]
  const user = await newEntry(model, { title: 'User', to: [one.id, two.id] })
  const uses = (query: object, person = acme.agent) => as(person)(findEntryUses, { query })
  const users = [{ id: user.id, title: 'User' }]
  expect(await uses({ ids: `${one.id},${two.id},${alone.id}` })).toEqual({ live: 0, used: 2, count: 1, users })
  expect(await uses({ model: target.key, q: 'tw' })).toEqual({ live: 0, used: 1, count: 1, users })
  await asAgent(publishEntry, { params: { model: target.pluralKey, id: two.id }, body: {} })
  expect(await uses({ model: target.key })).toEqual({ live: 1, used: 2, count: 1, users })
  const none = { live: 0, used: 0, count: 0, users: [] }
  expect(await uses({ ids: [one.id, user.id].join(',') })).toEqual(none)
  expect(await uses({ ids: one.id }, globex.agent)).toEqual(none)
  expect((await asAgent(showEntry, { params: { id: one.id }, query: {} })).isTrashed).toBe(false)
})

test('what a program knows by an external id or a slug is put: written once, changed where it differs, and published', async () => {
  const model = await newModel({
    localized: true,
    fields: [
      { key: 'title', kind: 'text', localized: true },
      { key: 'slug', kind: 'slug', localized: true },
    ],
  })
  const changes = (title: string) => [
    { act: 'put', externalId: 'wp/1', fields: { title }, publish: true },
    { act: 'put', externalId: 'wp/2', fields: { title: 'Second' } },
    { act: 'put', slug: 'third', fields: { title: 'Third' } },
    { act: 'put', externalId: 'wp/1', fields: { title } },
  ]
  const first = await together(model, changes('First'))
  expect(first.results).toMatchObject([
    { isNew: true, publication: { live: [{ locale: 'en' }] } },
    { isNew: true, publication: { live: [] } },
    { isNew: true },
    { isNew: false, id: first.results[0]!.id },
  ])
  const again = await together(model, changes('First'))
  expect(again.results).toEqual(first.results.map((result) => ({ ...result, isNew: false })))
  const changed = await together(model, changes('First, better'))
  expect(changed.results.map(({ revision }) => revision)).toEqual([2, 1, 1, 2])
  expect(await titlesIn(model, { status: 'published' })).toEqual(['First, better'])
  const unnamed = [{ act: 'put', externalId: 'wp/1', slug: 'first' }]
  expect(await together(model, unnamed)).toMatchObject({ code: 'invalid' })
  const other = [{ act: 'put', externalId: 'wp/1', fields: { title: 1 } }]
  expect(await together(model, other)).toMatchObject({ code: 'changes-refused', problems: [{ index: 0 }] })
})

test('two programs that put the same ids in another order write each once', async () => {
  const model = await newModel()
  const ids = Array.from({ length: 8 }, (_, index) => `id ${index}`)
  const put = (order: string[]) =>
    together(
      model,
      order.map((externalId) => ({ act: 'put', externalId, fields: { title: externalId } })),
    )
  const orders = [ids, ids.toReversed(), ids, ids.toReversed()]
  const answers = await Promise.all(orders.map(put))
  const known = new Map(answers[0]!.results.map(({ id }, index) => [ids[index], id]))
  for (const [at, { results }] of answers.entries())
    expect(results.map(({ id }) => id)).toEqual(orders[at]!.map((one) => known.get(one)))
})
