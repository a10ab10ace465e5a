import { expect, test } from 'vitest'
import { listEntries, listEntryUses, publishEntry, showEntry, showEntryVersion } from '#contract/entries.ts'
import { findEntryUses } from '#contract/entry-changes.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newMedia } from '#test/new-media.ts'
import { acme } from '#test/world.ts'

const asAgent = as(acme.agent)
const asAdmin = as(acme.admin)

/** An entry that leads to a person and a picture by fields that only admins see, one of them in a component. */
async function newHidden(isInner: boolean) {
  const people = await newModel()
  const person = await newEntry(people, { title: 'CANARY PERSON' }, { person: acme.admin })
  const picture = await newMedia()
  const fields = [
    { key: 'who', kind: 'reference', models: [people.id], readBy: 'admins' },
    { key: 'pic', kind: 'media', readBy: 'admins', needsAlt: true },
  ]
  const part = await newModel({ kind: 'component', fields: [{ key: 'label', kind: 'text' }, ...fields] } as never)
  const outer = isInner ? [{ key: 'part', kind: 'group', component: part.id }] : fields
  const model = await newModel({ fields: [{ key: 'title', kind: 'text' }, ...outer] } as never)
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
      const { leads } = (await by(showEntryVersion, { params: { ...params, number: 1 }, query: {} } as never)) as {
        leads: object[]
      }
      const listed = await by(listEntries, { query: { model: model.key } as never })
      const found = await by(listEntries, { query: { uses: person.id } as never })
      const users = await by(listEntryUses, { params: { model: people.pluralKey, id: person.id } } as never)
      const { count } = await by(findEntryUses, { query: { ids: person.id } as never })
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
  const model = await newModel({ fields: [{ key: 'title', kind: 'text' }, who] } as never)
  const { id } = await newEntry(model, { title: 'It', who: person.id }, { person: acme.admin })
  const params = { model: model.pluralKey, id }
  expect(JSON.stringify(await asAgent(publishEntry, { params, body: {} }))).not.toContain('CANARY')
  const again = { params, body: { locales: ['en'] } }
  expect(JSON.stringify(await asAdmin(publishEntry, again as never))).toContain('CANARY')
})
