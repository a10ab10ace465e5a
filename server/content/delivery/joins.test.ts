import { describe, expect, test } from 'vitest'
import { changeEntry, publishEntry } from '#contract/content/entries.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, settings } from '#test/world.ts'

// Each entry references all entries, including itself, as related articles do.

const inner = await newModel({ kind: 'component', fields: [{ key: 'leads', kind: 'reference', many: true }] })
const model = await newModel({
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'related', kind: 'reference', many: true },
    { key: 'part', kind: 'group', component: inner.id },
  ],
})
const count = 60
const ids: string[] = []
for (let number = 0; number < count; number += 1) ids.push((await newEntry(model, { title: `Entry ${number}` })).id)
for (const id of ids) {
  const fields = { related: ids, part: { leads: ids.slice(0, 3) } }
  await as(acme.admin)(changeEntry, { params: { model: model.pluralKey, id }, body: { fields } })
  await as(acme.admin)(publishEntry, { params: { model: model.pluralKey, id }, body: {} })
}
const { secret } = await newContentKey(acme, 'delivery')

type Thing = { id: string; title?: string; related?: Thing[]; part?: { leads: Thing[] } }

async function ask(query: Record<string, string>) {
  const response = await app.inject({
    url: `/api/v1/content/${model.pluralKey}`,
    query: { limit: '1', sort: 'title', ...query },
    headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
  })
  return { status: response.statusCode, body: response.json() }
}
const first = async (fields: string): Promise<Thing> => (await ask({ fields })).body.items[0]
const bare = (id: string) => ({ id, type: model.key, slug: null })

describe('entries that lead to each other', () => {
  test('are joined where they are named, and say below that what they are', async () => {
    const { related } = await first('related')
    expect(related!.map(({ id }) => id)).toEqual(ids)
    expect(related![7]).toMatchObject({ title: 'Entry 7', related: ids.map(bare) })
    expect(related![7]!.part).toMatchObject({ leads: ids.slice(0, 3).map(bare) })
  })

  test('are joined in a group where it names them', async () => {
    expect((await first('part')).part).toMatchObject({ leads: ids.slice(0, 3).map(bare) })
    expect((await first('part.leads.title')).part!.leads).toMatchObject(
      [0, 1, 2].map((at) => ({ title: `Entry ${at}` })),
    )
    expect((await first('part.leads')).part!.leads[1]).toMatchObject({ title: 'Entry 1', related: ids.map(bare) })
  })

  test('are joined as deep as is named', async () => {
    const { related } = await first('related.part.leads.title')
    expect(related![5]!.part!.leads[2]).toMatchObject({ id: ids[2], title: 'Entry 2' })
  })

  // With a copy of the entry at each reference, the answer would contain thirteen million entries.
  test('are refused before they are put where each stands, if that is too long', async () => {
    expect(await ask({ fields: 'related.related.related.related.title' })).toMatchObject({
      status: 400,
      body: { code: 'query-too-much', detail: expect.stringContaining('5 MB') },
    })
  })

  test('stand once each in the normalized form, however deep', async () => {
    const { status, body } = await ask({ fields: 'related.related.related.related.title', shape: 'normalized' })
    expect(status).toBe(200)
    expect(Object.keys(body._included.entries)).toHaveLength(count)
  })
})
