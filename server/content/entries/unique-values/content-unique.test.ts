import { expect, onTestFinished, test } from 'vitest'
import { changeEntry, deleteEntry } from '#contract/content/entries.ts'
import { changeContentModel, deleteContentField, undeleteContentField } from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { acme, globex, owner } from '#test/world.ts'

type Changed = {
  code?: string
  detail?: string
  examples?: unknown[]
  fields: { key: string; unique: boolean }[]
  report?: { fields: unknown[] }
}
const change = (id: string, field: object, query = {}) =>
  as(acme.admin)(changeContentModel, { params: { id }, query, body: { fields: [field] } } as never) as Promise<Changed>

const withCode = (settings: object = {}) =>
  newModel({
    localized: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'code', kind: 'text', ...settings },
    ],
  })
const codeOf = (model: { fields: { id: string }[] }) => model.fields[1]!.id

test('unique is refused while two entries share a value, and names them', async () => {
  const model = await withCode()
  await newEntry(model, { title: 'One', code: 'same' })
  const twin = await newEntry(model, { title: 'Two', code: 'same' })
  const refused = await change(model.id, { id: codeOf(model), unique: true })
  expect(refused).toMatchObject({ code: 'values-not-unique', examples: [{ field: 'code', value: 'same' }] })
  expect(refused.detail).toContain('One and Two')
  await as(acme.agent)(deleteEntry, { params: { model: model.pluralKey, id: twin.id }, query: {} } as never)
  expect(await change(model.id, { id: codeOf(model), unique: true })).toMatchObject({ fields: [{}, { unique: true }] })
})

test('what was written before the field became unique is taken from then on, and free when it is not unique any more', async () => {
  const model = await withCode()
  await newEntry(model, { title: 'One', code: 'mine' })
  await change(model.id, { id: codeOf(model), unique: true })
  const late = () => newEntry(model, { title: 'Two', code: 'mine' })
  expect(await late()).toMatchObject({ code: 'value-taken' })
  await change(model.id, { id: codeOf(model), unique: false })
  expect(await late()).toHaveProperty('id')
  expect(await change(model.id, { id: codeOf(model), unique: true })).toMatchObject({ code: 'values-not-unique' })
})

test('a value that is one in all languages is its entry’s alone, and one of each language once in each', async () => {
  const model = await withCode({ localized: true })
  const { id } = await newEntry(model, { title: 'One', code: 'word' })
  const place = { params: { model: model.pluralKey, id } }
  await as(acme.agent)(changeEntry, {
    ...place,
    body: { locale: 'de', fields: { title: 'Eins', code: 'word' } },
  })
  expect(await change(model.id, { id: codeOf(model), unique: true })).toMatchObject({ fields: [{}, { unique: true }] })
  expect(await newEntry(model, { title: 'Two', code: 'word' })).toMatchObject({ code: 'value-taken' })
  await newEntry(model, { title: 'Three', code: 'other' })
  expect(await change(model.id, { id: codeOf(model), localized: false })).not.toHaveProperty('code')
  expect(await newEntry(model, { title: 'Two', code: 'other' })).toMatchObject({ code: 'value-taken' })
})

test('a value stays taken while something else is saved, and is free once its entry has another', async () => {
  const model = await withCode({ unique: true })
  const { id } = await newEntry(model, { title: 'One', code: 'mine' })
  const save = (fields: Record<string, string>) =>
    as(acme.agent)(changeEntry, { params: { model: model.pluralKey, id }, body: { fields } })
  await save({ title: 'Still one' })
  expect(await newEntry(model, { title: 'Two', code: 'mine' })).toMatchObject({ code: 'value-taken' })
  await save({ code: 'other' })
  expect(await newEntry(model, { title: 'Two', code: 'mine' })).toHaveProperty('id')
  expect(await save({ code: 'mine' })).toMatchObject({ code: 'value-taken' })
})

test('a conversion that makes two unique values equal is told first and refused', async () => {
  const model = await withCode({ unique: true })
  await newEntry(model, { title: 'One', code: '1' })
  await newEntry(model, { title: 'Two', code: '01' })
  const numbers = { id: codeOf(model), kind: 'integer' }
  expect((await change(model.id, numbers, { dry: 'true' })).report!.fields).toMatchObject([
    { refused: true, failed: 1 },
  ])
  expect(await change(model.id, numbers)).toMatchObject({ code: 'values-not-unique' })
})

test('a conversion that leaves them apart takes what they became', async () => {
  const model = await withCode({ unique: true })
  await newEntry(model, { title: 'One', code: '01' })
  await change(model.id, { id: codeOf(model), kind: 'integer' })
  expect(await newEntry(model, { title: 'Two', code: 1 })).toMatchObject({ code: 'value-taken' })
})

test('a unique field that was deleted and taken back still is', async () => {
  const model = await withCode({ unique: true })
  await newEntry(model, { title: 'One', code: 'mine' })
  const place = { params: { id: model.id, field: codeOf(model) } }
  await as(acme.admin)(deleteContentField, { ...place, query: {} })
  await as(acme.admin)(undeleteContentField, place)
  expect(await newEntry(model, { title: 'Two', code: 'mine' })).toMatchObject({ code: 'value-taken' })
})

test('of two entries that are saved while a field becomes unique one keeps the value', async () => {
  const model = await withCode()
  const holder = await owner.connect()
  onTestFinished(() => holder.release())
  await holder.query('begin')
  await holder.query('select from content_spaces where workspace_id = $1 for update', [acme.id])
  const changing = change(model.id, { id: codeOf(model), unique: true })
  await untilWaiting(1)
  // Both saves have read the model before the change.
  const saving = ['One', 'Two'].map((title) => newEntry(model, { title, code: 'raced' }))
  await untilWaiting(3)
  await holder.query('commit')
  expect(await changing).toMatchObject({ fields: [{}, { unique: true }] })
  const answers = (await Promise.all(saving)) as { code?: string }[]
  expect(answers.filter(({ code }) => code === 'value-taken')).toHaveLength(1)
})

test('parts without words are compared by what they hold', async () => {
  const part = await newModel({ kind: 'component', fields: [{ key: 'size', kind: 'integer' }] })
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'part', kind: 'group', component: part.key, unique: true },
    ],
  })
  await newEntry(model, { title: 'One', part: { size: 1 } })
  expect(await newEntry(model, { title: 'Two', part: { size: 2 } })).toHaveProperty('id')
  expect(await newEntry(model, { title: 'Three', part: { size: 1 } })).toMatchObject({ code: 'value-taken' })
})

test('another workspace changes nothing of it', async () => {
  const model = await withCode()
  const asked = { params: { id: model.id }, query: {}, body: { fields: [{ id: codeOf(model), unique: true }] } }
  expect(await as(globex.admin)(changeContentModel, asked)).toMatchObject({ code: 'model-not-found' })
})
