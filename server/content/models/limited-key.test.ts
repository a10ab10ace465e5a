import { beforeAll, describe, expect, test } from 'vitest'
import { listEntryUses, showContentReport } from '#contract/content/entries.ts'
import { listMediaUses } from '#contract/content/media.ts'
import {
  changeContentModel,
  createContentModel,
  deleteContentField,
  deleteContentModel,
  listContentModels,
  listFormerKeys,
  listModelSteps,
  showContentModel,
  undeleteContentField,
  undeleteContentModel,
} from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { newMedia, newPicture } from '#test/new-media.ts'
import { acme } from '#test/world.ts'

const asAdmin = as(acme.admin)
const piece = await newModel({ kind: 'component' })
const people = await newModel()
const fields = [
  { key: 'title', kind: 'text' },
  { key: 'cover', kind: 'media' },
  { key: 'piece', kind: 'group', component: piece.key },
  { key: 'author', kind: 'reference', models: [people.key] },
]
const own = await newModel({ fields })
const other = await newModel({ fields, reviewDays: 1 })
const gone = await newModel()
await asAdmin(deleteContentModel, { params: { id: gone.id } })
const { secret } = await newContentKey(acme, 'management', { models: [own.id] })
const byKey = as({ ...acme.admin, token: secret })

const of = ({ id }: { id: string }) => ({ params: { id } })
const fieldOf = ({ id, fields: all }: typeof own) => ({ params: { id, field: all[0]!.id } })
const change = (model: { id: string }, dry = false) =>
  byKey(changeContentModel, { ...of(model), query: { dry } as never, body: { isPublic: true } as never })

describe('by a key that is limited to some models', () => {
  test('the own model is read and changed, with the components it may hold', async () => {
    const { items } = await byKey(listContentModels, { query: {} })
    expect(items.filter(({ kind }) => kind !== 'component').map(({ id }) => id)).toEqual([own.id])
    expect(items.map(({ id }) => id)).toContain(piece.id)
    expect(await byKey(showContentModel, of(piece))).toMatchObject({ key: piece.key })
    expect(await byKey(showContentModel, of(own))).toMatchObject({
      fields: [{}, {}, { component: piece.key }, { models: [people.key] }],
    })
    expect(await change(own, true)).toMatchObject({ report: {} })
    expect(await change(own)).toMatchObject({ id: own.id, isPublic: true })
    expect(
      await byKey(changeContentModel, { ...of({ id: own.key }), query: {}, body: { name: 'Mine' } }),
    ).toMatchObject({
      name: 'Mine',
    })
    expect(await byKey(deleteContentField, { ...fieldOf(own), query: {} })).toMatchObject({ id: own.id })
    expect(await byKey(undeleteContentField, fieldOf(own))).toMatchObject({ id: own.id })
    await byKey(deleteContentModel, of(own))
    expect((await byKey(listContentModels, { query: { deleted: 'true' } })).items).toMatchObject([{ id: own.id }])
    expect(await byKey(undeleteContentModel, of(own))).toMatchObject({ id: own.id })
  })

  test.each([
    ['shown', () => byKey(showContentModel, of(other))],
    ['shown by its key', () => byKey(showContentModel, of({ id: other.key }))],
    ['changed', () => change(other)],
    ['changed by its key', () => change({ id: other.key })],
    ['tried', () => change(other, true)],
    ['deleted', () => byKey(deleteContentModel, of(other))],
    ['taken back', () => byKey(undeleteContentModel, of(gone))],
    ['cut by a field', () => byKey(deleteContentField, { ...fieldOf(other), query: {} })],
    ['given back a field', () => byKey(undeleteContentField, fieldOf(other))],
    ['told of its changes', () => byKey(listModelSteps, { ...of(other), query: {} })],
    ['told of its former keys', () => byKey(listFormerKeys, of(other))],
  ])('another one is not %s', async (_, call) => {
    expect(await call()).toMatchObject({ status: 404, code: 'model-not-found' })
    expect(await asAdmin(showContentModel, of(other))).toEqual(other)
  })

  test.each([
    ['made', () => byKey(createContentModel, { body: { key: 'fresh', name: 'Fresh' } })],
    ['changed, a component that others hold', () => change(piece)],
    ['deleted, a component that others hold', () => byKey(deleteContentModel, of(piece))],
    ['cut by a field, a component that others hold', () => byKey(deleteContentField, { ...fieldOf(piece), query: {} })],
  ])('no model is %s', async (_, call) => {
    expect(await call()).toMatchObject({ status: 403, code: 'key-limited' })
    expect(await asAdmin(showContentModel, of(piece))).toEqual(piece)
  })
})

describe('entries of other models', () => {
  let picture: string
  let mine: string
  beforeAll(async () => {
    picture = (await newMedia(await newPicture())).id
    mine = (await newEntry(own, { title: 'Mine', cover: picture }, { person: acme.admin })).id
    await newEntry(other, { title: 'Hidden', cover: picture }, { person: acme.admin })
  })

  test('are not told by the uses of a file', async () => {
    const { items } = await byKey(listMediaUses, { params: { id: picture } })
    expect(items.map(({ id }) => id)).toEqual([mine])
    expect((await asAdmin(listMediaUses, { params: { id: picture } })).items).toHaveLength(2)
  })

  test('are not told by what refers to an entry', async () => {
    const author = await newEntry(people, { title: 'Mina' })
    await newEntry(other, { title: 'By Mina', author: author.id })
    const { secret: ofPeople } = await newContentKey(acme, 'management', { models: [people.id] })
    const params = { model: people.pluralKey, id: author.id }
    expect((await asAdmin(listEntryUses, { params })).items).toHaveLength(1)
    expect((await as({ ...acme.admin, token: ofPeople })(listEntryUses, { params })).items).toEqual([])
  })

  test('are not told by the report', async () => {
    const { mine: drafts } = await byKey(showContentReport, {})
    expect(drafts.map(({ title }) => title)).toEqual(['Mine'])
  })
})
