import { expect, test } from 'vitest'
import { findEntryUses } from '#contract/content/changes.ts'
import {
  changeEntry,
  deleteEntry,
  listEntries,
  listEntryUses,
  publishEntry,
  showEntry,
  showEntryVersion,
  untrashEntry,
} from '#contract/content/entries.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newMedia } from '#test/new-media.ts'
import { acme, owner } from '#test/world.ts'

const asAgent = as(acme.agent)
const asAdmin = as(acme.admin)

// Creates an entry with a reference and a picture in admin-only fields. If `isInner` is true, these fields are in a
// component.
async function newHidden(isInner: boolean) {
  const people = await newModel()
  const person = await newEntry(people, { title: 'CANARY PERSON' }, { person: acme.admin })
  const picture = await newMedia()
  const fields = [
    { key: 'who', kind: 'reference', models: [people.id], readBy: 'admins' },
    { key: 'pic', kind: 'media', readBy: 'admins', needsAlt: true },
  ]
  const part = await newModel({ kind: 'component', fields: [{ key: 'label', kind: 'text' }, ...fields] })
  const outer = isInner ? [{ key: 'part', kind: 'group', component: part.id }] : fields
  const model = await newModel({ fields: [{ key: 'title', kind: 'text' }, ...outer] })
  const values = { who: person.id, pic: picture.id }
  const written = isInner ? { part: values } : values
  const { id } = await newEntry(model, { title: 'It', ...written }, { person: acme.admin })
  return { model, id, person, people }
}

test.each([false, true])(
  'what leads to it by hidden fields is known to admins alone, in components: %s',
  async (isInner) => {
    const { model, id, person, people } = await newHidden(isInner)
    const params = { model: model.pluralKey, id }
    const ask = async (by: typeof asAgent) => {
      const shown = await by(showEntry, { params: { id }, query: {} })
      const { leads } = (await by(showEntryVersion, { params: { ...params, number: 1 }, query: {} })) as {
        leads: object[]
      }
      const listed = await by(listEntries, { query: { model: model.key } })
      const found = await by(listEntries, { query: { uses: person.id } })
      const users = await by(listEntryUses, { params: { model: people.pluralKey, id: person.id } })
      const { count } = await by(findEntryUses, { query: { ids: person.id } })
      return {
        ...{ leads: shown.leads.length, leadsOfVersion: leads.length, problems: Object.keys(shown.problems).length },
        pictures: [shown.picture, listed.items[0]!.picture].filter(Boolean).length,
        ...{ found: found.items.length, users: users.items.length, count },
      }
    }
    expect(await ask(asAdmin)).toEqual({
      ...{ leads: 2, leadsOfVersion: 2, problems: 1, pictures: 2, found: 1, users: 1, count: 1 },
    })
    expect(await ask(asAgent)).toEqual({
      ...{ leads: 0, leadsOfVersion: 0, problems: 0, pictures: 0, found: 0, users: 0, count: 0 },
    })
  },
)

test('what dangles by hidden fields is told to admins alone', async () => {
  const people = await newModel()
  const person = await newEntry(people, { title: 'CANARY PERSON' }, { person: acme.admin })
  const who = { key: 'who', kind: 'reference', models: [people.id], readBy: 'admins' }
  const model = await newModel({ fields: [{ key: 'title', kind: 'text' }, who] })
  const { id } = await newEntry(model, { title: 'It', who: person.id }, { person: acme.admin })
  const params = { model: model.pluralKey, id }
  expect(JSON.stringify(await asAgent(publishEntry, { params, body: {} }))).not.toContain('CANARY')
  const again = { params, body: { locales: ['en'] } }
  expect(JSON.stringify(await asAdmin(publishEntry, again))).toContain('CANARY')
})

test.each([false, true])(
  'what is wrong in hidden fields is named to admins alone, in components: %s',
  async (isInner) => {
    const { model, id } = await newHidden(isInner)
    const params = { model: model.pluralKey, id }
    const at = new Date(Date.now() + 3_600_000).toISOString()
    for (const body of [{}, { at }]) {
      expect(await asAdmin(publishEntry, { params, body })).toMatchObject({
        fields: { [isInner ? 'part' : 'pic']: expect.any(String) },
      })
      const refused = await asAgent(publishEntry, { params, body })
      expect(refused).toMatchObject({ code: 'entry-invalid', detail: expect.stringContaining('only admins can see') })
      expect(refused).not.toHaveProperty('fields')
    }
  },
)

test('a value of a hidden field that another entry has is named to admins alone', async () => {
  const badge = { key: 'badge', kind: 'text', unique: true, readBy: 'admins' }
  const model = await newModel({ fields: [{ key: 'title', kind: 'text' }, badge] })
  const first = await newEntry(model, { title: 'CANARY', badge: '7' }, { person: acme.admin })
  const paramsOf = ({ id }: { id: string }) => ({ model: model.pluralKey, id })
  await asAdmin(publishEntry, { params: paramsOf(first), body: {} })
  await asAdmin(changeEntry, { params: paramsOf(first), body: { fields: { badge: '8' } } })
  const second = await newEntry(model, { title: 'Next', badge: '9' }, { person: acme.admin })
  await owner.query(
    `update content_entries set shared = replace(shared::text, '"9"', '"7"')::jsonb where workspace_id = $1 and id = $2`,
    [acme.id, second.id],
  )
  const publish = (by: typeof asAgent) => by(publishEntry, { params: paramsOf(second), body: {} })
  expect(JSON.stringify(await publish(asAgent))).not.toContain('CANARY')
  expect(await publish(asAgent)).toMatchObject({ code: 'entry-invalid' })
  expect(await publish(asAdmin)).toMatchObject({
    code: 'value-taken',
    fields: { badge: expect.stringContaining('CANARY') },
  })
})

test('what an entry had in the trash of a hidden field and another one has by now is named to admins alone', async () => {
  const badge = { key: 'badge', kind: 'text', unique: true, readBy: 'admins' }
  const model = await newModel({ fields: [{ key: 'title', kind: 'text' }, badge] })
  const first = await newEntry(model, { title: 'First', badge: '7' }, { person: acme.admin })
  const params = { model: model.pluralKey, id: first.id }
  await asAgent(deleteEntry, { params })
  await newEntry(model, { title: 'CANARY', badge: '7' }, { person: acme.admin })
  const refused = await asAgent(untrashEntry, { params })
  expect(refused).toMatchObject({ code: 'entry-invalid' })
  expect(JSON.stringify(refused)).not.toMatch(/CANARY|adge/)
  expect(await asAdmin(untrashEntry, { params })).toMatchObject({
    code: 'value-taken',
    fields: { badge: expect.stringContaining('CANARY') },
  })
})

test('what a component leads to is known to everybody though it hides something else, one beside another', async () => {
  const people = await newModel()
  const [open, secret, both] = [
    await newEntry(people, { title: 'Open' }),
    await newEntry(people, { title: 'Secret' }),
    await newEntry(people, { title: 'Both' }),
  ]
  const lead = { kind: 'reference', models: [people.id] }
  const inner = await newModel({
    kind: 'component',
    fields: [
      { key: 'who', ...lead },
      { key: 'boss', ...lead, readBy: 'admins' },
    ],
  })
  const part = await newModel({
    kind: 'component',
    fields: [{ key: 'inner', kind: 'group', component: inner.id }],
  })
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'body', kind: 'blocks', components: [part.id] },
    ],
  })
  const block = (values: object) => ({ type: part.key, inner: values })
  const body = [block({ who: open.id, boss: secret.id }), block({ who: both.id }), block({ boss: both.id })]
  const { id } = await newEntry(model, { title: 'It', body }, { person: acme.admin })
  await asAdmin(publishEntry, { params: { model: model.pluralKey, id }, body: {} })
  const using = async (by: typeof asAgent, target: string) => {
    const listed = await by(listEntries, { query: { uses: target } })
    const users = await by(listEntryUses, { params: { model: people.pluralKey, id: target } })
    const { count } = await by(findEntryUses, { query: { ids: target } })
    return [listed.items.length, users.items.length, count]
  }
  for (const { id: target } of [open, secret, both]) expect(await using(asAdmin, target)).toEqual([1, 1, 1])
  for (const { id: target } of [open, both]) expect(await using(asAgent, target)).toEqual([1, 1, 1])
  expect(await using(asAgent, secret.id)).toEqual([0, 0, 0])
})
