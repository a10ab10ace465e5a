import { expect, test } from 'vitest'
import { listEntries } from '#contract/content/entries.ts'
import { changeContentModel } from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme } from '#test/world.ts'

type Problem = { code?: string; fields?: Record<string, string> }
const isComponent = { kind: 'component' } as const

test.each([
  ['unique', 'text', isComponent],
  ['indexed', 'integer', isComponent],
  ['indexed', 'rich_text', {}],
  ['indexed', 'json', {}],
  ['searchable', 'media', {}],
  ['searchable', 'category', {}],
] as const)('a setting that would have no effect is refused: %s of %s', async (setting, kind, of) => {
  const field = { key: 'one', kind, [setting]: true }
  const refused = (await newModel({ ...of, fields: [field] } as never)) as unknown as Problem
  expect(Object.keys(refused.fields ?? {})).toEqual([`fields.0.${setting}`])
  const model = await newModel({ ...of, fields: [{ key: 'one', kind }] })
  const changed = await as(acme.admin)(changeContentModel, {
    params: { id: model.id },
    query: {},
    body: { fields: [{ id: model.fields[0]!.id, [setting]: true }] },
  })
  expect(Object.keys(changed.fields ?? {})).toEqual([`fields.0.${setting}`])
})

test('a search finds the words of searchable fields in components, at whatever depth', async () => {
  const leaf = await newModel({
    ...isComponent,
    fields: [
      { key: 'quote', kind: 'text', searchable: true },
      { key: 'note', kind: 'text' },
    ],
  })
  const section = await newModel({ ...isComponent, fields: [{ key: 'leaf', kind: 'group', component: leaf.id }] })
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'body', kind: 'blocks', components: [section.id] },
    ],
  })
  const body = [{ type: section.key, leaf: { quote: 'Zanzibar', note: 'Madagascar' } }]
  const { id } = await newEntry(model, { title: 'Islands', body })
  const find = async (q: string) =>
    (await as(acme.agent)(listEntries, { query: { model: model.key, q } })).items.map((one) => one.id)
  expect(await find('zanzibar')).toEqual([id])
  expect(await find('madagascar')).toEqual([])
})
