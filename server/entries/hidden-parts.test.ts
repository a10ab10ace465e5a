import { expect, test } from 'vitest'
import { changeEntry, showEntry, showEntryVersion } from '#contract/entries.ts'
import { createEntryLink } from '#contract/entry-links.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme, app, type Person, settings } from '#test/world.ts'

/** A model with a group and blocks of a component of which only admins see the cost. */
async function newOffers() {
  const part = await newModel({
    kind: 'component',
    fields: [
      { key: 'label', kind: 'text' },
      { key: 'cost', kind: 'text', readBy: 'admins' },
    ],
  })
  return newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'slug', kind: 'slug' },
      { key: 'offer', kind: 'group', component: part.id },
      { key: 'body', kind: 'blocks', components: [part.id] },
    ],
  } as never)
}

test('what only admins see in components is shown to nobody else', async () => {
  const model = await newOffers()
  const part = { label: 'L', cost: 'CANARY' }
  const { id } = await newEntry(model, { title: 'It', offer: part }, { person: acme.admin })
  const params = { model: model.pluralKey, id }
  await as(acme.admin)(changeEntry, { params, body: { fields: { offer: { label: 'L', cost: 'CANARY 2' } } } } as never)
  const show = (person: Person) => as(person)(showEntry, { params: { id }, query: {} })
  expect((await show(acme.admin)).fields).toMatchObject({ offer: { cost: 'CANARY 2' } })
  expect((await show(acme.agent)).fields).toMatchObject({ offer: { label: 'L' } })
  const compare = (person: Person) =>
    as(person)(showEntryVersion, { params: { ...params, number: 1 }, query: { with: 'draft' } } as never)
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
