import { expect, test } from 'vitest'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, settings } from '#test/world.ts'

const { secret } = await newContentKey(acme, 'delivery')
const colours = ['red', 'blue']
const model = (await newModel({
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'colour', kind: 'select', options: colours.map((key) => ({ key, label: key })) },
  ],
})) as { pluralKey: string }

type List = { items: { title: string; _meta: { publishedAt: string } }[]; next: string | null; previous: string | null }

async function list(query: Record<string, string>): Promise<List> {
  const response = await app.inject({
    ...{ url: `/api/v1/content/${model.pluralKey}`, query: { limit: '2', ...query } },
    headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
  })
  expect(response.statusCode).toBe(200)
  return response.json()
}

// Expects the same page with and without `count`. A request with `count` reads the rows instead of the rendered texts.
async function alike(query: Record<string, string>): Promise<List> {
  const { total: _, ...rows } = (await list({ ...query, count: 'exact' })) as List & { total: number }
  const texts = await list(query)
  expect(texts).toEqual(rows)
  return texts
}

for (let n = 1; n <= 12; n++) await newLiveEntry(model, { title: `${n}`, colour: colours[n % 2] })
const blue = ['1', '3', '5', '7', '9', '11']
const { items } = await list({ 'filter[colour]': 'blue', sort: 'publishedAt', limit: '6' })
const [, second, , fourth] = items.map(({ _meta }) => _meta.publishedAt)
const at = 'filter[publishedAt]'

const spans: [string, Record<string, string>, string[]][] = [
  ['of all times', {}, blue],
  ['before a moment', { [`${at}[lt]`]: fourth! }, blue.slice(0, 3)],
  ['up to a moment', { [`${at}[lte]`]: fourth! }, blue.slice(0, 4)],
  ['after a moment', { [`${at}[gt]`]: second! }, blue.slice(2)],
  ['from one moment to another', { [`${at}[gte]`]: second!, [`${at}[lt]`]: fourth! }, blue.slice(1, 3)],
  ['within none', { [`${at}[gt]`]: fourth!, [`${at}[lt]`]: second! }, []],
]
const cases = spans.flatMap(([span, filter, titles]) =>
  ['publishedAt', '-publishedAt'].map(
    (sort) => [sort, span, filter, sort.startsWith('-') ? titles.toReversed() : titles] as const,
  ),
)

test.each(cases)(
  'what has one value by %s, %s, is the same page by page as from the rows',
  async (sort, _, filter, titles) => {
    const query = { 'filter[colour]': 'blue', sort, ...filter }
    const pages = [await alike(query)]
    for (let next = pages[0]!.next; next; next = pages.at(-1)!.next) pages.push(await alike({ ...query, after: next }))
    expect(pages.flatMap((page) => page.items.map(({ title }) => title))).toEqual(titles)
    const back = pages.at(-1)!.previous
    if (back) expect((await alike({ ...query, before: back })).items).toEqual(pages.at(-2)!.items)
    const second = await alike({ ...query, page: '2' })
    expect(second.items.map(({ title }) => title)).toEqual(titles.slice(2, 4))
  },
)
