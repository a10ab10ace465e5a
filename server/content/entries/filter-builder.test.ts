import { expect, test } from 'vitest'
import { listEntries } from '#contract/content/entries.ts'
import type { FieldKind } from '#contract/fields/fields.ts'
import { as } from '#test/ask.ts'
import { newModel } from '#test/new-content.ts'
import { acme } from '#test/world.ts'
import { askedAs, operatorsFor, type ShownOperator } from '#web/cms/entry-list/filter/operators.ts'

const id = '01920000-0000-7000-8000-000000000000'
const values: Record<FieldKind, string> = {
  ...{ text: 'a', long_text: 'a', markdown: 'a', code: 'a', slug: 'a', rich_text: '', json: '', blocks: '', group: '' },
  ...{ url: 'https://a.example', email: 'a@b.example', phone: '+4930123456', color: '#1f6feb' },
  ...{ integer: '1', decimal: '1.5', boolean: 'true', select: 's', category: id, reference: id, media: id },
  ...{ date: '2026-11-24', datetime: '2026-11-24T08:00:00.000Z', time: '08:30', location: '' },
}
const places: Partial<Record<ShownOperator, string>> = { near: '52.5,13.4,10', within: '52,13,53,14' }

const part = await newModel({ kind: 'component', fields: [{ key: 'words', kind: 'text' }] })
const settings: Partial<Record<FieldKind, object>> = {
  select: { options: [{ key: 's' }] },
  group: { component: part.key },
  blocks: { components: [part.key] },
}
const kinds = Object.keys(values) as FieldKind[]
const model = await newModel({
  fields: kinds.map((kind) => ({ key: `of_${kind}`, kind, ...settings[kind] })) as never,
})

const offered = kinds.flatMap((kind) => operatorsFor({ kind }).map((operator) => [kind, operator] as const))

test.each(offered)('what the list offers for %s is taken: %s', async (kind, operator) => {
  const value = ['exists', 'missing'].includes(operator)
    ? String(operator === 'exists')
    : (places[operator] ?? values[kind])
  const filter = new URLSearchParams([[`filter[of_${kind}][${askedAs(operator)}]`, value]]).toString()
  expect(await as(acme.agent)(listEntries, { query: { model: model.key, filter } as never })).toEqual({
    items: [],
    next: null,
  })
})
