import { describe, expect, test } from 'vitest'
import { createContentCategory, deleteContentCategory } from '#contract/content/categories.ts'
import { listContent, showContent } from '#contract/content/delivery.ts'
import { deleteEntry, publishEntry } from '#contract/content/entries.ts'
import { as, ask } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, globex, owner, settings } from '#test/world.ts'

type List = {
  items: Record<string, unknown>[]
  next: string | null
  previous: string | null
  total?: number
  code?: string
  detail?: string
}

const onHost = { host: `${acme.domain}.${settings.rootDomain}` }
const list = (model: { pluralKey: string }, query: Record<string, string> = {}) =>
  as(null)(listContent, { params: { model: model.pluralKey }, query }, onHost) as unknown as Promise<List>
const show = (model: { pluralKey: string }, id: string, query: Record<string, string> = {}) =>
  as(null)(showContent, { params: { model: model.pluralKey, id }, query }, onHost) as Promise<
    Record<string, unknown> & { code?: string }
  >
const titles = async (model: { pluralKey: string }, query: Record<string, string>) => {
  const { items, detail } = await list(model, query)
  return items?.map(({ title }) => title).toSorted() ?? detail
}

const seats = {
  key: 'seat',
  name: 'Seat',
  kind: 'component',
  fields: [
    { key: 'colour', kind: 'text' },
    { key: 'count', kind: 'integer' },
  ],
} as const
await newModel({ ...seats, fields: [...seats.fields] })
const makers = await newModel({
  isPublic: true,
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'slug', kind: 'slug' },
    { key: 'town', kind: 'text' },
    { key: 'owner', kind: 'reference' },
  ],
})
const things = await newModel({
  isPublic: true,
  fields: [
    { key: 'title', kind: 'text', indexed: true },
    { key: 'slug', kind: 'slug' },
    { key: 'count', kind: 'integer' },
    { key: 'price', kind: 'decimal' },
    { key: 'isNew', kind: 'boolean' },
    { key: 'day', kind: 'date' },
    { key: 'moment', kind: 'datetime' },
    { key: 'hour', kind: 'time' },
    { key: 'size', kind: 'select', options: [{ key: 's' }, { key: 'm' }, { key: 'l' }] },
    { key: 'tags', kind: 'select', many: true, options: [{ key: 'red' }, { key: 'soft' }] },
    { key: 'place', kind: 'location' },
    { key: 'maker', kind: 'reference', models: [makers.key] },
    { key: 'category', kind: 'category' },
    { key: 'seat', kind: 'group', component: 'seat' },
    { key: 'parts', kind: 'blocks', components: ['seat'] },
    { key: 'data', kind: 'json' },
    { key: 'paint', kind: 'color' },
    { key: 'site', kind: 'url' },
    { key: 'mail', kind: 'email' },
  ],
})
const chairs = await as(acme.agent)(createContentCategory, { body: { name: 'Chairs' } })
const tables = await as(acme.agent)(createContentCategory, { body: { name: 'Tables' } })
const carl = await newLiveEntry(makers, { title: 'Carl', town: 'Ulm' })
const mina = await newLiveEntry(makers, { title: 'Mina', town: 'Rijeka', owner: carl.id })
const chair = await newLiveEntry(things, {
  ...{ title: 'Chair', count: 4, price: '10.50', isNew: true, day: '2026-03-01', moment: '2026-03-01T10:00:00+02:00' },
  ...{ hour: '09:30', size: 's', tags: ['red', 'soft'], place: { latitude: 45.33, longitude: 14.44 }, maker: mina.id },
  ...{ category: chairs.id, seat: { colour: 'blue', count: 1 }, data: { a: [1] } },
  ...{ paint: '#AABBcc', site: 'https://chairs.example', mail: 'Info@Müller.example' },
  parts: [{ type: 'seat', colour: 'green', count: 2 }],
})
await newLiveEntry(things, {
  ...{ title: 'Table', count: 10, price: '9.5', isNew: false, day: '2026-04-01', moment: '2026-04-01T08:00:00Z' },
  ...{ hour: '18:00', size: 'l', tags: ['soft'], place: { latitude: 52.5, longitude: 13.4 }, maker: carl.id },
  category: tables.id,
})
await newLiveEntry(things, { title: 'Bare' })
await newEntry(things, { title: 'Draft', count: 4, size: 's', category: chairs.id })

describe('a filter', () => {
  test.each([
    ['text eq', { 'filter[title][eq]': 'Chair' }, ['Chair']],
    ['text without an operator', { 'filter[title]': 'Chair' }, ['Chair']],
    ['text ne', { 'filter[title][ne]': 'Chair' }, ['Bare', 'Table']],
    ['text in', { 'filter[title][in]': 'Chair,Bare' }, ['Bare', 'Chair']],
    ['text nin', { 'filter[title][nin]': 'Chair,Bare' }, ['Table']],
    ['text contains', { 'filter[title][contains]': 'AB' }, ['Table']],
    ['text starts', { 'filter[title][starts]': 'ta' }, ['Table']],
    ['text search', { 'filter[title][search]': 'chair' }, ['Chair']],
    ['slug eq', { 'filter[slug][eq]': 'chair' }, ['Chair']],
    ['integer gt', { 'filter[count][gt]': '4' }, ['Table']],
    ['integer gte', { 'filter[count][gte]': '4' }, ['Chair', 'Table']],
    ['integer lt, where 10 is more than 4', { 'filter[count][lt]': '10' }, ['Chair']],
    ['decimal lt', { 'filter[price][lt]': '10' }, ['Table']],
    ['decimal eq', { 'filter[price][eq]': '10.5' }, ['Chair']],
    ['boolean eq', { 'filter[isNew][eq]': 'false' }, ['Table']],
    ['boolean ne, also where it has no value', { 'filter[isNew][ne]': 'true' }, ['Bare', 'Table']],
    ['date lte', { 'filter[day][lte]': '2026-03-01' }, ['Chair']],
    ['datetime eq, in another zone', { 'filter[moment][eq]': '2026-03-01T08:00:00Z' }, ['Chair']],
    ['time gt', { 'filter[hour][gt]': '10:00' }, ['Table']],
    ['time eq, as it is written', { 'filter[hour]': '09:30' }, ['Chair']],
    ['color eq, as it is written', { 'filter[paint]': '#AABBcc' }, ['Chair']],
    ['url eq, as it is written', { 'filter[site]': 'https://chairs.example' }, ['Chair']],
    ['url lt, by a part', { 'filter[site][lt]': 'https://d' }, ['Chair']],
    ['email eq, as it is written', { 'filter[mail]': 'INFO@müller.example' }, ['Chair']],
    ['email in, in its form on the wire', { 'filter[mail][in]': 'a@b.example,info@xn--mller-kva.example' }, ['Chair']],
    ['email ne, as it is written', { 'filter[mail][ne]': 'info@Müller.example' }, ['Bare', 'Table']],
    ['select eq', { 'filter[size][eq]': 's' }, ['Chair']],
    ['select in', { 'filter[size][in]': 's,l' }, ['Chair', 'Table']],
    ['select of many eq', { 'filter[tags][eq]': 'red' }, ['Chair']],
    ['select of many nin', { 'filter[tags][nin]': 'red' }, ['Bare', 'Table']],
    ['exists', { 'filter[price][exists]': 'true' }, ['Chair', 'Table']],
    ['exists false', { 'filter[tags][exists]': 'false' }, ['Bare']],
    ['json exists', { 'filter[data][exists]': 'true' }, ['Chair']],
    ['near', { 'filter[place][near]': '45.3,14.4,20' }, ['Chair']],
    ['within', { 'filter[place][within]': '50,10,55,15' }, ['Table']],
    ['reference eq', { 'filter[maker][eq]': mina.id }, ['Chair']],
    ['a field of what it leads to', { 'filter[maker.town][eq]': 'Ulm' }, ['Table']],
    ['through two references', { 'filter[maker.owner.title][eq]': 'Carl' }, ['Chair']],
    ['category slug', { 'filter[category.slug][eq]': 'chairs' }, ['Chair']],
    ['category name', { 'filter[category.name][eq]': 'Tables' }, ['Table']],
    ['category ne', { 'filter[category.slug][ne]': 'chairs' }, ['Bare', 'Table']],
    ['a field of a group', { 'filter[seat.colour][eq]': 'blue' }, ['Chair']],
    ['a number of a group', { 'filter[seat.count][lt]': '2' }, ['Chair']],
    [
      'publishedAt',
      { 'filter[publishedAt][gt]': '2020-01-01T00:00:00Z', 'filter[count][exists]': 'true' },
      ['Chair', 'Table'],
    ],
    ['and', { 'filter[and][0][count][gte]': '4', 'filter[and][1][size]': 'l' }, ['Table']],
    ['or', { 'filter[or][0][size]': 's', 'filter[or][1][title]': 'Bare' }, ['Bare', 'Chair']],
    ['not', { 'filter[not][size]': 's' }, ['Bare', 'Table']],
  ] satisfies [string, Record<string, string>, string[]][])('%s', async (_, query, found) => {
    expect(await titles(things, query)).toEqual(found)
  })

  test.each([
    ['an unknown field', { 'filter[colour]': 'x' }, /no field colour\. There are: title, slug, count/],
    ['an unknown operator', { 'filter[title][like]': 'x' }, /no operator like\. There are: eq, ne/],
    [
      'an operator that the kind does not take',
      { 'filter[isNew][gt]': 'true' },
      /isNew takes no gt\. It takes: eq, ne, exists/,
    ],
    [
      'an unknown field of what it leads to',
      { 'filter[maker.age]': '1' },
      /no field age\. There are: title, slug, town/,
    ],
    ['an unknown parameter', { colour: 'x' }, /no parameter colour\. There are: fields, shape, richText/],
    ['a number that is none', { 'filter[count][gt]': 'many' }, /compared with a number/],
    ['a time that is none', { 'filter[hour][lt]': '25:00' }, /hour: Enter a time like 09:30/],
    ['a day that is none', { 'filter[day][gt]': '2026-02-30' }, /day: Enter a date like/],
    ['an unknown locale', { locale: 'xx' }, /no locale xx/],
    ['an unknown order', { sort: 'colour' }, /no field colour/],
    ['an order by what has none', { sort: 'tags' }, /Lists cannot be sorted by tags/],
    ['a cursor of another query', { after: Buffer.from('{"of":"x","at":[]}').toString('base64url') }, /cursor/],
    ['an unknown field to select', { fields: 'title,colour' }, /no field colour/],
  ])('%s is answered with what there is', async (_, query, told) => {
    expect(await list(things, query)).toMatchObject({
      code: 'query-unknown',
      detail: expect.stringMatching(told),
    })
  })

  test.each([
    [
      'predicates',
      Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`filter[or][${at}][title]`, 'x'])),
      /50 comparisons/,
    ],
    ['a page', { limit: '101' }, /limit is at most 100/],
    ['pages', { page: '101' }, /page is at most 100/],
    ['nesting', { 'filter[not][not][not][not][not][title]': 'x' }, /4 levels/],
    ['references', { 'filter[maker.owner.owner.owner.title]': 'x' }, /3 references/],
  ])('too much of %s is named', async (_, query, told) => {
    expect(await list(things, query)).toMatchObject({
      code: 'query-too-much',
      detail: expect.stringMatching(told),
    })
  })
})

describe('a list', () => {
  test.each([
    ['title', ['Bare', 'Chair', 'Table']],
    ['-title', ['Table', 'Chair', 'Bare']],
    ['count', ['Chair', 'Table', 'Bare']],
    ['-count', ['Table', 'Chair', 'Bare']],
    ['price', ['Table', 'Chair', 'Bare']],
    ['-publishedAt', ['Bare', 'Table', 'Chair']],
    ['seat.colour,title', ['Chair', 'Bare', 'Table']],
  ])('is in the order of %s, also by pages and backwards', async (sort, order) => {
    expect((await list(things, { sort })).items.map(({ title }) => title)).toEqual(order)
    const walked: unknown[] = []
    let page = await list(things, { sort, limit: '1' })
    expect(page.previous).toBeNull()
    for (; ; page = await list(things, { sort, limit: '1', after: page.next! })) {
      walked.push(page.items[0]!.title)
      if (!page.next) break
    }
    expect(walked).toEqual(order)
    const back = await list(things, { sort, limit: '2', before: page.previous! })
    expect(back.items.map(({ title }) => title)).toEqual(order.slice(0, 2))
    expect(back.previous).toBeNull()
    expect((await list(things, { sort, limit: '2', page: '2' })).items.map(({ title }) => title)).toEqual(
      order.slice(2),
    )
  })

  test('says how many there are where that is asked', async () => {
    expect(await list(things, { count: 'exact', limit: '1', 'filter[count][exists]': 'true' })).toMatchObject({
      total: 2,
      items: [{}],
    })
    expect(await list(things)).not.toHaveProperty('total')
  })

  test('has the fields that are asked for, and of what they lead to', async () => {
    const { items } = await list(things, {
      fields: 'price,maker.title,maker.owner.town,category.name,parts:seat.colour,seat.count',
      'filter[title]': 'Chair',
    })
    expect(items).toEqual([
      {
        ...{ id: chair.id, type: things.key, slug: 'chair', price: '10.50', seat: { count: 1 } },
        maker: {
          id: mina.id,
          type: makers.key,
          slug: 'mina',
          title: 'Mina',
          owner: { id: carl.id, type: makers.key, slug: 'carl', town: 'Ulm' },
        },
        category: { id: chairs.id, slug: 'chairs', name: 'Chairs' },
        parts: [{ id: expect.any(String), type: 'seat', colour: 'green' }],
        _meta: expect.objectContaining({ locale: 'en' }),
      },
    ])
  })
})

test('one entry has all its fields, and of what they lead to where it is', async () => {
  expect(await show(things, 'chair')).toEqual({
    ...{
      id: chair.id,
      type: things.key,
      slug: 'chair',
      title: 'Chair',
      count: 4,
      price: '10.50',
      isNew: true,
      day: '2026-03-01',
    },
    ...{ moment: '2026-03-01T08:00:00.000Z', hour: '09:30:00', size: 's', tags: ['red', 'soft'] },
    ...{ place: { latitude: 45.33, longitude: 14.44 }, maker: { id: mina.id, type: makers.key, slug: 'mina' } },
    ...{
      category: { id: chairs.id, slug: 'chairs', name: 'Chairs' },
      seat: { colour: 'blue', count: 1 },
      data: { a: [1] },
      ...{ paint: '#aabbcc', site: 'https://chairs.example/', mail: 'info@xn--mller-kva.example' },
    },
    parts: [{ id: expect.any(String), type: 'seat', colour: 'green', count: 2 }],
    _meta: expect.objectContaining({ locale: 'en', locales: ['en'], publishedAt: expect.any(String) }),
  })
})

test('an address with capitals, as earlier versions kept it, is found as it was written', async () => {
  const model = await newModel({
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'mail', kind: 'email' },
    ],
  })
  const { id } = await newLiveEntry(model, { title: 'Old', mail: 'mina@example.com' })
  const sql = `update content_published set cells = replace(cells::text, 'mina@example.com', 'Mina@Example.com')::jsonb where entry_id = $1`
  await owner.query(sql, [id])
  const ids = async (query: Record<string, string>) => (await list(model, query)).items.map((item) => item.id)
  expect(await ids({ 'filter[mail]': 'Mina@Example.com' })).toEqual([id])
  expect(await ids({ 'filter[mail][in]': 'a@b.example,Mina@Example.com' })).toEqual([id])
})

describe('a conditional request', () => {
  test('is told that nothing changed, also with no-cache, until something was published', async () => {
    const model = await newModel({ isPublic: true })
    const { id } = await newLiveEntry(model, { title: 'One' })
    const input = { params: { model: model.pluralKey, id }, query: {} }
    const first = await ask(null, showContent, input, onHost)
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = await ask(null, showContent, input, { ...onHost, 'if-none-match': etag, 'cache-control': 'no-cache' })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    await newLiveEntry(model, { title: 'Two' })
    expect((await ask(null, showContent, input, { ...onHost, 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('is of no use for what is not there any more', async () => {
    const model = await newModel({ isPublic: true })
    const { id } = await newLiveEntry(model, { title: 'One' })
    const place = { params: { model: model.pluralKey, id } }
    const { headers } = await ask(null, showContent, { ...place, query: {} }, onHost)
    await as(acme.agent)(deleteEntry, place)
    const gone = await ask(
      null,
      showContent,
      { ...place, query: {} },
      { ...onHost, 'if-none-match': String(headers.etag) },
    )
    expect(gone.statusCode).toBe(404)
  })
})

test('a category that goes into another is found by that one', async () => {
  const model = await newModel({
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'category', kind: 'category' },
    ],
  })
  const [from, to] = [
    await as(acme.agent)(createContentCategory, { body: { name: 'From' } }),
    await as(acme.agent)(createContentCategory, { body: { name: 'To' } }),
  ]
  const { id } = await newLiveEntry(model, { title: 'Moved', category: from.id })
  await as(acme.agent)(deleteContentCategory, { params: { id: from.id }, query: { to: to.id } })
  expect(await titles(model, { 'filter[category.slug]': 'to' })).toEqual(['Moved'])
  expect(await show(model, id)).toMatchObject({ category: { id: to.id, name: 'To' } })
  await as(acme.agent)(publishEntry, { params: { model: model.pluralKey, id }, body: { locales: ['en'] } })
  expect(await titles(model, { 'filter[category.slug]': 'to' })).toEqual(['Moved'])
})

test('a model that is not public is read by the team, and by no stranger', async () => {
  const model = await newModel()
  const { id } = await newLiveEntry(model, { title: 'Canary' })
  const params = { model: model.pluralKey, id }
  expect(await show(model, id)).toMatchObject({ code: 'key-needed' })
  expect(await list(model)).toMatchObject({ code: 'key-needed' })
  expect(await as(acme.agent)(listContent, { params, query: {} })).toMatchObject({ items: [{ title: 'Canary' }] })
  expect(await as(globex.agent)(listContent, { params, query: {} })).toMatchObject({ code: 'model-not-found' })
  expect(await as(acme.customer)(listContent, { params, query: {} })).toMatchObject({ code: 'not-allowed' })
})

test('what is not public is neither joined to what is, nor found through it', async () => {
  const inner = await newModel()
  const model = await newModel({
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'note', kind: 'reference', models: [inner.key] },
    ],
  })
  const { id: note } = await newLiveEntry(inner, { title: 'Canary' })
  const { id } = await newLiveEntry(model, { title: 'Open', note })
  expect(await show(model, id)).toMatchObject({ title: 'Open', note: null })
  expect((await list(model, { fields: 'note.title' })).detail ?? '').not.toContain('Canary')
  expect(JSON.stringify(await list(model, { fields: 'note' }))).not.toContain('anary')
  expect((await list(model, { 'filter[note.title][starts]': 'C' })).items ?? []).toEqual([])
})

test('a field that is hidden from members is joined for none of them, nor found through a reference', async () => {
  const people = await newModel({
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'salary', kind: 'text', readBy: 'admins' },
    ],
  })
  const fields = [
    { key: 'title', kind: 'text' },
    { key: 'author', kind: 'reference', models: [people.key] },
  ]
  const model = await newModel({ isPublic: true, fields })
  const { id: author } = await newLiveEntry(people, { title: 'Mina', salary: 'Canary' }, { person: acme.admin })
  await newLiveEntry(model, { title: 'Post', author })
  const params = { model: model.pluralKey }
  const asked = async (query: Record<string, string>, person = acme.agent) =>
    (await ask(person, listContent, { params, query })).body
  expect(await asked({ fields: 'author.salary' })).toContain('no field salary')
  expect(await asked({ 'filter[author.salary][starts]': 'C' })).toContain('no field salary')
  expect(await asked({ fields: 'author.title' })).toContain('Mina')
  expect(await asked({ fields: 'author.salary' }, acme.admin)).toContain('Canary')
})
