import { expect, test } from 'vitest'
import { changeContentModel, listFormerKeys } from '#contract/content/models.ts'
import { revokeApiKey } from '#contract/workspace/api-keys.ts'
import { createApp } from '#server/app.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, globex, owner, platform, settings } from '#test/world.ts'

async function renamed() {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'slug', kind: 'slug' },
      { key: 'sum', kind: 'integer' },
    ],
  })
  await newLiveEntry(model, { title: 'One', slug: 'one', sum: 1 })
  const body = { fields: [{ id: model.fields[2]!.id, key: 'total' }] }
  await as(acme.admin)(changeContentModel, { params: { id: model.id }, query: {}, body })
  return model
}

/** Sends requests to a separate app. When this app closes, it writes the collected uses of former keys. */
async function askOwn(secret: string, paths: string[]) {
  const node = await createApp(platform)
  const headers = { host: settings.apiHost, authorization: `Bearer ${secret}` }
  for (const path of paths)
    expect((await node.inject({ url: `/api/v1/content/${path}`, headers })).statusCode, path).toBe(200)
  await node.close()
}

const listed = async (id: string) => (await as(acme.admin)(listFormerKeys, { params: { id } })).items

test('which keys named a former key is told, and when last, also where the answer was kept', async () => {
  const model = await renamed()
  const [site, app] = [await newContentKey(acme, 'delivery'), await newContentKey(acme, 'preview')]
  const field = { id: model.fields[2]!.id, key: 'total' }
  const former = { of: 'field', field, key: 'total', formerKey: 'sum', isType: false, until: expect.any(String) }
  expect(await listed(model.id)).toEqual([{ ...former, askedBy: [] }])

  await askOwn(site.secret, Array(4).fill(`${model.pluralKey}?fields=title,sum`))
  const [first] = await listed(model.id)
  expect(first!.askedBy).toEqual([{ id: site.id, name: site.name, lastAt: expect.any(String) }])

  await askOwn(app.secret, [`${model.pluralKey}?sort=-sum`])
  await askOwn(site.secret, [`${model.pluralKey}?filter[sum][gte]=1`])
  const [again] = await listed(model.id)
  expect(again!.askedBy.map(({ id }) => id)).toEqual([site.id, app.id])
  expect(Date.parse(again!.askedBy[0]!.lastAt)).toBeGreaterThan(Date.parse(first!.askedBy[0]!.lastAt))
})

test('who asks by the key of now is no one to be told of', async () => {
  const model = await renamed()
  const { secret } = await newContentKey(acme, 'delivery')
  await askOwn(secret, [model.pluralKey, `${model.pluralKey}?fields=total`, `${model.pluralKey}?sort=title`])
  expect((await listed(model.id))[0]!.askedBy).toEqual([])
})

test('a key that was deleted meanwhile is let go, and the others are noted', async () => {
  const model = await renamed()
  const [gone, site] = [await newContentKey(acme, 'delivery'), await newContentKey(acme, 'delivery')]
  const node = await createApp(platform)
  for (const { secret } of [gone, site])
    await node.inject({
      url: `/api/v1/content/${model.pluralKey}?fields=sum`,
      headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
    })
  await owner.query('delete from api_keys where workspace_id = $1 and id = $2', [acme.id, gone.id])
  await node.close()
  expect((await listed(model.id))[0]!.askedBy.map(({ id }) => id)).toEqual([site.id])
})

test('a revoked key stays in the list, since whoever has it still asks', async () => {
  const model = await renamed()
  const site = await newContentKey(acme, 'delivery')
  await askOwn(site.secret, [`${model.pluralKey}?fields=sum`])
  await as(acme.admin)(revokeApiKey, { params: { id: site.id } })
  expect((await listed(model.id))[0]!.askedBy).toHaveLength(1)
})

test('nobody else is told: no member, and no other workspace', async () => {
  const model = await renamed()
  expect(await as(acme.agent)(listFormerKeys, { params: { id: model.id } })).toMatchObject({ code: 'not-allowed' })
  expect(await as(globex.admin)(listFormerKeys, { params: { id: model.id } })).toMatchObject({
    code: 'model-not-found',
  })
})
