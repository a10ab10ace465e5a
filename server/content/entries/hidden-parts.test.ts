import { expect, test } from 'vitest'
import { changeEntry, restoreEntryVersion, showEntry, showEntryVersion } from '#contract/content/entries.ts'
import { createEntryLink } from '#contract/content/entry-links.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme, app, type Person, settings } from '#test/world.ts'

type Offers = { many?: boolean; rank?: boolean; secret?: boolean }

// Creates a model with a group and blocks of one component. Only admins can read `cost` and `secret`, and only admins
// can write `rank`.
async function newOffers({ many = false, rank = false, secret = false }: Offers = {}) {
  const part = await newModel({
    kind: 'component',
    fields: [
      { key: 'label', kind: 'text' },
      ...(rank ? [{ key: 'rank', kind: 'text', required: 'always', writtenBy: 'admins' } as const] : []),
      { key: 'cost', kind: 'text', readBy: 'admins', ...(rank && { required: 'always' }) },
    ],
  })
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'slug', kind: 'slug' },
      ...(secret ? [{ key: 'secret', kind: 'text', readBy: 'admins' }] : []),
      { key: 'offer', kind: 'group', component: part.id, many },
      { key: 'body', kind: 'blocks', components: [part.id] },
    ],
  })
  return { ...model, part: part.key }
}

test('what only admins see in components is shown to nobody else', async () => {
  const model = await newOffers()
  const part = { label: 'L', cost: 'CANARY' }
  const { id } = await newEntry(model, { title: 'It', offer: part }, { person: acme.admin })
  const params = { model: model.pluralKey, id }
  await as(acme.admin)(changeEntry, { params, body: { fields: { offer: { label: 'L', cost: 'CANARY 2' } } } })
  const show = (person: Person) => as(person)(showEntry, { params: { id }, query: {} })
  expect((await show(acme.admin)).fields).toMatchObject({ offer: { cost: 'CANARY 2' } })
  expect((await show(acme.agent)).fields).toMatchObject({ offer: { label: 'L' } })
  const compare = (person: Person) =>
    as(person)(showEntryVersion, { params: { ...params, number: 1 }, query: { with: 'draft' } })
  const { token } = await as(acme.agent)(createEntryLink, { params: { id }, body: {} })
  const read = (query: Record<string, string>) =>
    app.inject({
      url: `/api/v1/content/${model.pluralKey}/${id}`,
      ...{ query, headers: { host: settings.apiHost, authorization: `Bearer ${token}` } },
    })
  const [whole, some] = [await read({}), await read({ fields: 'title,offer' })]
  expect([whole.json().offer, some.json().offer]).toEqual([{ label: 'L' }, { label: 'L' }])
  const seen = [await show(acme.agent), await compare(acme.agent), whole.json()]
  expect(JSON.stringify(await compare(acme.admin))).toContain('CANARY')
  expect(JSON.stringify(seen)).not.toContain('CANARY')
})

type Answer = { id: string; code?: string; fields?: Record<string, string> }

const showAll = async (id: string) => (await as(acme.admin)(showEntry, { params: { id }, query: {} })).fields

test('what only admins see in components stays as it is when others save around it', async () => {
  const model = await newOffers({ many: true })
  const block = (label: string, cost: string) => ({ type: model.part, label, cost })
  const offer = [
    { label: 'A', cost: '1' },
    { label: 'B', cost: '2' },
    { label: 'C', cost: '3' },
  ]
  const body = [block('First', '10'), block('Second', '20')]
  const { id } = await newEntry(model, { title: 'It', offer, body }, { person: acme.admin })
  const params = { model: model.pluralKey, id }
  const change = (fields: object, more = {}) =>
    as(acme.agent)(changeEntry, { params, body: { fields, ...more } } as never) as Promise<Answer>
  const shown = (await as(acme.agent)(showEntry, { params: { id }, query: {} })).fields
  const [first, second] = shown.body as { id: string }[]
  expect((await change({ offer: [{ label: 'A' }, { label: 'Changed' }, { label: 'C' }] })).code).toBeUndefined()
  expect((await showAll(id)).offer).toEqual([offer[0], { label: 'Changed', cost: '2' }, offer[2]])
  await change({ offer: [{ label: 'C' }, { label: 'Changed' }] })
  expect((await showAll(id)).offer).toEqual([offer[2], { label: 'Changed', cost: '2' }])
  await change({ body: [{ ...second, label: 'Moved' }, first, { type: model.part, label: 'New' }] })
  expect((await showAll(id)).body).toMatchObject([
    { label: 'Moved', cost: '20' },
    { label: 'First', cost: '10' },
    { label: 'New', cost: null },
  ])
  const refused = await change({ offer: [{ label: 'C', cost: 'guess' }] })
  expect([refused.code, Object.keys(refused.fields!)]).toEqual(['entry-invalid', ['offer.0.cost']])
})

test('fields of components that only admins write are read by others, and sent back as they are', async () => {
  const model = await newOffers({ rank: true })
  const offer = { label: 'L', rank: 'first', cost: '1' }
  const { id } = await newEntry(model, { title: 'It', offer }, { person: acme.admin })
  const params = { model: model.pluralKey, id }
  const change = (fields: object, more = {}) =>
    as(acme.agent)(changeEntry, { params, body: { fields, ...more } } as never) as Promise<Answer>
  const refused = await change({ offer: { label: 'L', rank: 'mine' } })
  expect([refused.code, refused.fields]).toEqual(['entry-invalid', { 'offer.rank': 'Only admins can edit this field' }])
  expect((await change({ offer: { label: 'M', rank: 'first' } })).code).toBeUndefined()
  expect((await change({ offer: { label: 'N' } })).code).toBeUndefined()
  expect((await showAll(id)).offer).toEqual({ ...offer, label: 'N' })
  const fields = { offer: { label: 'N', rank: 'second', cost: '2' } }
  await as(acme.admin)(changeEntry, { params, body: { fields } })
  expect((await change({ offer: { label: 'O', rank: 'first' } }, { base: 3 })).code).toBeUndefined()
  expect((await showAll(id)).offer).toEqual({ label: 'O', rank: 'second', cost: '2' })
  await as(acme.agent)(restoreEntryVersion, { params, body: { number: 1 } })
  expect((await showAll(id)).offer).toMatchObject({ rank: 'second', cost: '2' })
})

test('a conflict tells nobody what they do not see', async () => {
  const model = await newOffers({ secret: true })
  const offer = { label: 'L', cost: 'CANARY' }
  const { id } = await newEntry(model, { title: 'It', secret: 'CANARY', offer }, { person: acme.admin })
  const params = { model: model.pluralKey, id }
  const fields = { secret: 'CANARY 2', offer: { label: 'M', cost: 'CANARY 2' } }
  await as(acme.admin)(changeEntry, { params, body: { fields } })
  const change = (written: object) =>
    as(acme.agent)(changeEntry, { params, body: { base: 1, fields: written } } as never) as Promise<Answer>
  const [guessed, contested] = [await change({ secret: 'guess' }), await change({ offer: { label: 'N' } })]
  expect([guessed.code, contested.code]).toEqual(['entry-invalid', 'conflict'])
  expect(contested).toMatchObject({ base: { offer: { label: 'L' } }, theirs: { offer: { label: 'M' } } })
  expect(JSON.stringify([guessed, contested])).not.toContain('CANARY')
})
