import { expect, test } from 'vitest'
import { changeContentModel } from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, app, settings } from '#test/world.ts'

const host = `${acme.domain}.${settings.rootDomain}`
const dayMs = 86_400_000

async function rename() {
  const fields = [
    { key: 'title', kind: 'text' },
    { key: 'slug', kind: 'slug' },
    { key: 'sum', kind: 'integer' },
  ] as const
  const model = await newModel({ isPublic: true, fields: [...fields] })
  const other = await newModel({
    isPublic: true,
    fields: [...fields.slice(0, 2), { key: 'goods', kind: 'reference', models: [model.key] }],
  })
  const { id } = await newLiveEntry(model, { title: 'One', slug: 'one', sum: 1 })
  await newLiveEntry(other, { title: 'Two', slug: 'two', goods: id })
  const body = { fields: [{ id: model.fields[2]!.id, key: 'total' }] }
  await as(acme.admin)(changeContentModel, { params: { id: model.id }, query: {}, body })
  return { own: model.pluralKey, other: other.pluralKey }
}

async function headersOf(path: string) {
  const { statusCode, headers } = await app.inject({ url: `/api/v1/content/${path}`, headers: { host } })
  expect(statusCode).toBe(200)
  return { deprecation: headers.deprecation, sunset: headers.sunset }
}

test('who asks by a key that a field has no more is told since when and until when, each time', async () => {
  const { own, other } = await rename()
  const asking = [
    `${own}?fields=title,sum`,
    `${own}?sort=-sum`,
    `${own}?filter[or][0][sum][gte]=1`,
    `${own}/one?fields=sum`,
    `${other}?fields=goods.sum`,
    `${other}?filter[goods.sum][gte]=1`,
  ]
  for (const path of [...asking, ...asking]) {
    const { deprecation, sunset } = await headersOf(path)
    const since = Number(/^@(\d+)$/.exec(String(deprecation))![1]) * 1000
    expect(Math.abs(since - Date.now()), path).toBeLessThan(dayMs)
    expect(Date.parse(String(sunset)), path).toBeGreaterThan(Date.now() + dayMs)
  }
})

test('who asks by the key of now, or names none, is told nothing', async () => {
  const { own, other } = await rename()
  const asking = [own, `${own}?fields=total`, `${own}?filter[total][gte]=1&sort=total`, `${other}?fields=goods.total`]
  for (const path of asking) expect(await headersOf(path)).toEqual({ deprecation: undefined, sunset: undefined })
})
