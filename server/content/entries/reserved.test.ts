import { describe, expect, test } from 'vitest'
import { showContent } from '#contract/content/delivery.ts'
import {
  changeEntry,
  listEntries,
  publishEntry,
  restoreEntryVersion,
  showEntry,
  unplanEntry,
} from '#contract/content/entries.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme, owner, type Person } from '#test/world.ts'

type Answer = { id: string; code?: string }
type EntryAddress = { model: { pluralKey: string }; id: string }

const asAgent = as(acme.agent)
const params = ({ model, id }: EntryAddress) => ({ params: { model: model.pluralKey, id } })
const change = (place: EntryAddress, body: object) =>
  asAgent(changeEntry, { ...params(place), body } as never) as Promise<Answer>
const publish = (place: EntryAddress) => asAgent(publishEntry, { ...params(place), body: {} })

test('what only admins see or write is neither restored nor found by others', async () => {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'rank', kind: 'text', writtenBy: 'admins' },
      { key: 'secret', kind: 'text', readBy: 'admins', searchable: true },
      { key: 'summary', kind: 'text', searchable: true },
    ],
  })
  const fields = { title: 'Plain', rank: 'first', secret: 'canarywords', summary: 'findable' }
  const { id } = await newEntry(model, { title: 'Begun' }, { person: acme.admin })
  const own = params({ model, id })
  await as(acme.admin)(changeEntry, { ...own, body: { fields } })
  await publish({ model, id })
  await as(acme.admin)(changeEntry, { ...own, body: { fields: { rank: 'second', secret: 'other' } } })
  const restore = (body: object) => asAgent(restoreEntryVersion, { ...own, body } as never)
  expect((await restore({ number: 1, fields: ['rank'] })).code).toBe('entry-invalid')
  expect((await restore({ number: 1, fields: ['secret'] })).code).toBe('entry-invalid')
  expect((await restore({ number: 1 })).code).toBeUndefined()
  expect((await as(acme.admin)(showEntry, { params: { id }, query: {} })).fields).toMatchObject({
    ...{ title: 'Plain', rank: 'second', secret: 'other', summary: 'findable' },
  })
  const find = async (person: Person, q: string) =>
    (await as(person)(listEntries, { query: { model: model.key, q } })).items.length
  expect([await find(acme.agent, 'plain'), await find(acme.agent, 'other'), await find(acme.admin, 'other')]).toEqual([
    ...[1, 0, 1],
  ])
})

test('publishing that is reserved is for admins, and so are fields', async () => {
  const model = await newModel({
    publishers: 'admins',
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'secret', kind: 'text', readBy: 'admins', writtenBy: 'admins' },
    ],
  })
  const { id } = await newEntry(model, { title: 'Mine', secret: 'Canary' }, { person: acme.admin })
  expect((await publish({ model, id })).code).toBe('publishing-reserved')
  expect((await change({ model, id }, { fields: { secret: 'no' } })).code).toBe('entry-invalid')
  expect(JSON.stringify(await asAgent(showEntry, { params: { id }, query: {} }))).not.toContain('Canary')
  expect(
    JSON.stringify(await asAgent(showContent, { params: { model: model.pluralKey, id }, query: {} })),
  ).not.toContain('Canary')
})

describe('what is planned where publishing is reserved', () => {
  const asAdmin = as(acme.admin)
  const at = () => new Date(Date.now() + 3_600_000).toISOString()

  test('is neither written nor restored by others until the plan is given up', async () => {
    const model = await newModel({ publishers: 'admins' })
    const { id } = await newEntry(model, { title: 'Begun' }, { person: acme.admin })
    const own = params({ model, id })
    await asAdmin(publishEntry, { ...own, body: {} })
    await asAdmin(changeEntry, { ...own, body: { fields: { title: 'Checked' } } })
    await asAdmin(publishEntry, { ...own, body: { at: at() } })
    expect(await change({ model, id }, { fields: { title: 'Slipped in' } })).toMatchObject({
      code: 'publishing-reserved',
      detail: expect.stringContaining('scheduled'),
    })
    const restored = await asAgent(restoreEntryVersion, { ...own, body: { number: 1 } })
    expect(restored.code).toBe('publishing-reserved')
    expect((await asAgent(showEntry, { params: { id }, query: {} })).title).toBe('Checked')
    expect((await change({ model, id }, { labels: ['kept'] })).code).toBeUndefined()
    await asAdmin(changeEntry, { ...own, body: { fields: { title: 'Checked again' } } })
    await asAdmin(unplanEntry, { ...own, query: {} })
    expect((await change({ model, id }, { fields: { title: 'Theirs again' } })).code).toBeUndefined()
  })

  test('holds its own language and what all have, and leaves the others to everybody', async () => {
    await owner.query(`update workspaces set languages = '{en,hr}' where id = $1`, [acme.id])
    const model = await newModel({
      publishers: 'admins',
      localized: true,
      fields: [
        { key: 'title', kind: 'text', localized: true },
        { key: 'rank', kind: 'text' },
      ],
    })
    const { id } = await newEntry(model, { title: 'It' }, { person: acme.admin })
    await asAdmin(publishEntry, { ...params({ model, id }), body: { at: at() } })
    const inCroatian = (fields: object) => change({ model, id }, { locale: 'hr', fields })
    expect((await inCroatian({ title: 'To' })).code).toBeUndefined()
    expect((await inCroatian({ rank: 'first' })).code).toBe('publishing-reserved')
  })
})
