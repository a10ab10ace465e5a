import { expect, test } from 'vitest'
import { changeContentModel } from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, app, runJobs, settings } from '#test/world.ts'

const readers = 16
const host = `${acme.domain}.${settings.rootDomain}`

type Thing = Record<string, unknown> & { slug: string }
type ReadPath = { path: string; valuesIn: (answer: { items: Thing[] } & Thing) => unknown[] }

/** Requests that read the value of a field: as a selected field, by a filter, by a sort key, and with all fields. */
const waysOf = (plural: string, key: string): ReadPath[] => [
  { path: `${plural}?fields=${key}`, valuesIn: ({ items }) => items.map((one) => one[key]) },
  { path: `${plural}?filter[${key}][gte]=0&sort=${key}`, valuesIn: ({ items }) => items.map((one) => one[key]) },
  { path: `${plural}?sort=-${key}&limit=100`, valuesIn: ({ items }) => items.map((one) => one[key]) },
  { path: `${plural}/thing-3`, valuesIn: (one) => [one[key]] },
]

async function read({ path, valuesIn }: ReadPath, number: number) {
  // Alternates the spelling of the `domain` parameter, so that not all answers come from the cache.
  const url = `/api/v1/content/${path}${path.includes('?') ? '&' : '?'}domain=${number % 2 ? acme.domain : acme.domain.toUpperCase()}`
  const response = await app.inject({ url, headers: { host } })
  if (response.statusCode !== 200) return `${path}: ${response.body}`
  const values = valuesIn(response.json())
  const isWhole = values.length > 0 && values.every((value) => Number.isInteger(value))
  return isWhole ? null : `${path}: ${response.body}`
}

test('a field that is renamed under load is read by both keys, and no reader fails or misses its value', async () => {
  const model = await newModel({
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'slug', kind: 'slug' },
      { key: 'sum', kind: 'integer' },
    ],
  })
  for (let sum = 0; sum < 6; sum += 1) await newLiveEntry(model, { title: `Thing ${sum}`, sum })
  const [before, after] = [waysOf(model.pluralKey, 'sum'), waysOf(model.pluralKey, 'total')]
  const wrong: string[] = []
  let asked = 0
  let isRenamed = false
  let isOver = false
  const runReader = async (number: number) => {
    for (let turn = number; !isOver; turn += 1) {
      const ways = isRenamed && turn % 2 ? after : before
      const said = await read(ways[(turn >> 1) % ways.length]!, turn)
      asked += 1
      if (said) wrong.push(said)
    }
  }
  const running = Promise.all(Array.from({ length: readers }, (_, number) => runReader(number)))
  const body = { fields: [{ id: model.fields[2]!.id, key: 'total' }] }
  await expect.poll(() => asked).toBeGreaterThan(readers)
  await as(acme.admin)(changeContentModel, { params: { id: model.id }, query: {}, body })
  isRenamed = true
  await newLiveEntry(model, { title: 'Thing 6', total: 6 })
  await newLiveEntry(model, { title: 'Thing 7', sum: 7 })
  await runJobs()
  const mark = asked
  await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(mark + readers)
  isOver = true
  await running
  expect(wrong).toEqual([])
  const { items } = (await app.inject({ url: `/api/v1/content/${model.pluralKey}`, headers: { host } })).json()
  expect(items.map(({ sum, total }: Thing) => [sum, total])).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map((one) => [one, one]))
})
