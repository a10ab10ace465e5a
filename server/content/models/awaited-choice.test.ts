import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { showEntry } from '#contract/content/entries.ts'
import { changeContentModel, showContentModel } from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme, owner } from '#test/world.ts'

const update = readFileSync(new URL('../../../database/migrations/0118_localized_parts.sql', import.meta.url), 'utf8')

test('a setting that had no effect in a component stays without one after the update, until an admin chooses', async () => {
  const component = await newModel({
    kind: 'component',
    fields: [
      { key: 'label', kind: 'text', localized: true },
      { key: 'note', kind: 'text' },
    ],
  })
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text', localized: true },
      { key: 'seo', kind: 'group', component: component.id },
    ],
  })
  // Limits the update to this component, because other tests have their own components.
  await owner.query(`${update.trimEnd().replace(/;$/, '')} and id = '${component.id}'`)
  // Creates a model, because the cached models are valid until a model changes.
  await newModel()
  const shown = async () =>
    (await as(acme.admin)(showContentModel, { params: { id: component.id } })).fields.map(
      ({ key, localized, awaitsLocalized }) => [key, localized, awaitsLocalized],
    )
  expect(await shown()).toEqual([
    ['label', false, true],
    ['note', false, undefined],
  ])
  const { id } = await newEntry(model, { title: 'It', seo: { label: 'One' } })
  expect((await as(acme.admin)(showEntry, { params: { id }, query: {} })).fields).toMatchObject({
    title: 'It',
    seo: { label: 'One' },
  })
  const [label] = component.fields
  const change = (more: object) =>
    as(acme.admin)(changeContentModel, {
      params: { id: component.id },
      query: {},
      body: { fields: [{ id: label!.id, ...more }] },
    })
  await change({ help: 'In the results of search engines' })
  expect((await shown())[0]).toEqual(['label', false, true])
  await change({ localized: false })
  expect((await shown())[0]).toEqual(['label', false, undefined])
})
