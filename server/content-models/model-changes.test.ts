import { expect, test } from 'vitest'
import { changeContentModel, deleteContentField, showContentModel } from '#contract/content-models.ts'
import { changeEntry, deleteEntry, untrashEntry } from '#contract/entries.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme, owner } from '#test/world.ts'

await owner.query(`update workspaces set languages = '{en,hr}' where id = $1`, [acme.id])

type Model = Awaited<ReturnType<typeof newModel>>

const asAdmin = as(acme.admin)
const change = (model: Model, body: object, query: object = {}) =>
  asAdmin(changeContentModel, { params: { id: model.id }, query: query as never, body: body as never })
const show = (model: Model) => asAdmin(showContentModel, { params: { id: model.id } })
const trash = (model: Model, id: string) =>
  as(acme.agent)(deleteEntry, { params: { model: model.pluralKey, id } }) as Promise<{ code?: string }>

const localized = { localized: true, fields: [{ key: 'title', kind: 'text' as const, localized: true }] }

test('a model that has texts in other languages stays localized until they are gone; a dry run names them', async () => {
  const model = await newModel(localized)
  const { id } = await newEntry(model, { title: 'Chair' })
  await as(acme.agent)(changeEntry, {
    params: { model: model.pluralKey, id },
    body: { locale: 'hr', fields: { title: 'Stolica' } },
  })
  const { report } = await change(model, { localized: false }, { dry: 'true' })
  expect(report!.model).toEqual([
    { change: 'localized', entries: 1, examples: [{ entry: id, language: 'hr', title: 'Stolica' }] },
  ])
  expect(await change(model, { localized: false })).toMatchObject({ code: 'model-would-lose', status: 409 })
  expect((await show(model)).localized).toBe(true)
  await trash(model, id)
  expect(await change(model, { localized: false })).toMatchObject({ localized: false })
})

test('a collection of several becomes no model of one entry; a dry run says how many there are', async () => {
  const model = await newModel()
  await newEntry(model, { title: 'One' })
  const two = await newEntry(model, { title: 'Two' })
  const { report } = await change(model, { kind: 'single' }, { dry: 'true' })
  expect(report!.model).toMatchObject([{ change: 'kind', entries: 2 }])
  expect((await change(model, { kind: 'single' })).code).toBe('model-would-lose')
  await trash(model, two.id)
  expect(await change(model, { kind: 'single' })).toMatchObject({ kind: 'single' })
})

test('of a model that becomes one of one entry there is one from then on, and any number again when it is a collection', async () => {
  const model = await newModel()
  const only = await newEntry(model, { title: 'Only' })
  await change(model, { kind: 'single' })
  expect(await newEntry(model, { title: 'Second' })).toMatchObject({ code: 'entry-exists' })
  await trash(model, only.id)
  expect((await newEntry(model, { title: 'In its place' })).id).toEqual(expect.any(String))
  const untrash = { params: { model: model.pluralKey, id: only.id } }
  expect(await as(acme.agent)(untrashEntry, untrash)).toMatchObject({ code: 'entry-exists' })
  await change(model, { kind: 'collection' })
  expect((await newEntry(model, { title: 'Another' })).id).toEqual(expect.any(String))
})

test('a component stays one, also in a dry run', async () => {
  const model = await newModel()
  expect((await change(model, { kind: 'component' })).code).toBe('model-kind-unfit')
  expect((await change(model, { kind: 'component' }, { dry: 'true' })).code).toBe('model-kind-unfit')
})

test('before a field is deleted a dry run tells what would be hidden', async () => {
  const model = await newModel()
  const { id } = await newEntry(model, { title: 'Here' })
  const params = { id: model.id, field: model.fields[0]!.id }
  const { report } = await asAdmin(deleteContentField, { params, query: { dry: 'true' } })
  expect(report).toMatchObject({
    entries: 1,
    fields: [{ key: 'title', change: 'deleted', lossy: 1, examples: [{ entry: id, value: 'Here' }] }],
  })
  expect((await show(model)).fields[0]!.deletedAt).toBeNull()
  await asAdmin(deleteContentField, { params, query: {} })
  expect((await show(model)).fields[0]!.deletedAt).not.toBeNull()
})
