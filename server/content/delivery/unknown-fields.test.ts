import { describe, expect, test } from 'vitest'
import { createContentCategory } from '#contract/content/categories.ts'
import { listContent, showContent } from '#contract/content/delivery.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme } from '#test/world.ts'

await newModel({
  ...{ key: 'lamp', name: 'Lamp', kind: 'component' },
  fields: [
    { key: 'watts', kind: 'integer' },
    { key: 'wire', kind: 'text' },
  ],
})
const people = await newModel({
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'boss', kind: 'reference' },
    { key: 'size', kind: 'select', options: [{ key: 's' }] },
  ],
})
const shops = await newModel({
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'boss', kind: 'text' },
    { key: 'town', kind: 'text' },
  ],
})
const rooms = await newModel({
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'topic', kind: 'category' },
    { key: 'photo', kind: 'media' },
    { key: 'size', kind: 'select', options: [{ key: 's' }] },
    { key: 'lamp', kind: 'group', component: 'lamp' },
    { key: 'lamps', kind: 'group', component: 'lamp', many: true },
    { key: 'parts', kind: 'blocks', components: ['lamp'] },
    { key: 'maker', kind: 'reference', models: [people.key, shops.key] },
  ],
})
const topic = await as(acme.admin)(createContentCategory, { body: { name: 'Topic' } })
const key = { ...acme.admin, token: (await newContentKey(acme, 'delivery')).secret }
const inList = (query: Record<string, string>) => as(key)(listContent, { params: { model: rooms.pluralKey }, query })
const ofOne = (query: Record<string, string>) =>
  as(key)(showContent, { params: { model: rooms.pluralKey, id: 'nothing' }, query })

const unknown: [string, RegExp][] = [
  ['colour', /no field colour\. There are: title, topic, photo/],
  ['topic.colour', /topic has no colour\. There are: id, slug, name/],
  ['topic.name.colour', /name has no fields/],
  ['photo.colour', /photo has no colour\. There are: id, url, lastingUrl/],
  ['title.colour', /title has no fields/],
  ['_meta.colour', /_meta has no fields/],
  ['lamp.colour', /lamp has no field colour\. There are: watts, wire/],
  ['lamps.colour', /lamp has no field colour\. There are: watts, wire/],
  ['lamp.watts.colour', /watts has no fields/],
  ['parts:colour.watts', /parts has no component colour\. There are: lamp/],
  ['parts:colour', /parts has no component colour\. There are: lamp/],
  ['parts:lamp.colour', /lamp has no field colour\. There are: watts, wire/],
  ['maker.colour', /The entries of maker have no field colour\. There are: title, boss, size, town/],
  ['maker.town.colour', /town has no fields/],
  ['maker.boss.colour', /The entries of boss have no field colour/],
  ['maker.id.colour', /id has no fields/],
]
const known =
  'id,title,topic.name,topic.slug,photo.url,lamp.watts,lamps.wire,parts:lamp.watts,maker.town,maker.boss.title'

describe('fields that nothing has', () => {
  test.each(unknown)('%s is refused with what there is, where there is no entry', async (fields, told) => {
    const refused = { status: 400, code: 'query-unknown', detail: expect.stringMatching(told) }
    expect(await inList({ fields })).toMatchObject(refused)
    expect(await ofOne({ fields })).toMatchObject(refused)
  })

  test.each([
    ['filter[size.id]', 's'],
    ['filter[photo.id.more]', 'x'],
    ['filter[_meta.publishedAt.more]', '2026-01-01T00:00:00Z'],
    ['filter[topic.id.more]', 'x'],
    ['sort', '_meta.publishedAt.more'],
    ['sort', 'lamp.colour'],
  ])('nor is there anything to compare by %s=%s', async (name, value) => {
    expect(await inList({ [name]: value })).toMatchObject({ status: 400, code: 'query-unknown' })
  })

  test('are the only ones: what one of several models has is left out of the others', async () => {
    expect(await inList({ fields: known })).toMatchObject({ items: [] })
    const boss = await newLiveEntry(people, { title: 'Ada' })
    const makers = [
      await newLiveEntry(people, { title: 'Bo', boss: boss.id }),
      await newLiveEntry(shops, { title: 'Shop', boss: 'Mr Smith', town: 'Ulm' }),
    ]
    for (const [at, { id }] of makers.entries())
      await newLiveEntry(rooms, { title: `${at}`, topic: topic.id, maker: id })
    const { items } = await inList({ fields: known, sort: 'title' })
    expect(items).toMatchObject([
      { topic: { name: 'Topic' }, lamp: null, lamps: [], parts: [], maker: { boss: { title: 'Ada' } } },
      { maker: { town: 'Ulm' } },
    ])
    expect(items.map(({ maker }) => Object.keys(maker as object).toSorted())).toEqual([
      ['boss', 'id', 'slug', 'type'],
      ['id', 'slug', 'town', 'type'],
    ])
    expect(await inList({ fields: 'topic.colour' })).toMatchObject({ status: 400 })
  })
})
