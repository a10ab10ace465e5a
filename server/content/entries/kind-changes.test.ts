import { expect, test } from 'vitest'
import { showContent } from '#contract/content/delivery.ts'
import { changeEntry, publishEntry } from '#contract/content/entries.ts'
import { changeContentModel, deleteContentField, undeleteContentField } from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, settings } from '#test/world.ts'

const onHost = { host: `${acme.domain}.${settings.rootDomain}` }

test('of values that cannot become a number some are named, and what is deleted meanwhile comes back as it was', async () => {
  const fields = [
    { key: 'title', kind: 'text' },
    { key: 'sum', kind: 'text' },
  ]
  const model = await newModel({ isPublic: true, fields })
  const { id } = await newLiveEntry(model, { title: 'Good', sum: '7' })
  const place = { params: { model: model.pluralKey, id } }
  const read = () => as(null)(showContent, { ...place, query: {} }, onHost)
  for (let number = 0; number < 11; number += 1)
    await newEntry(model, { title: `Bad ${number}`, sum: `about ${number}` })
  const turn = (query: object) =>
    as(acme.admin)(changeContentModel, {
      ...{ params: { id: model.id }, query },
      body: { fields: [{ id: model.fields[1]!.id, kind: 'integer' }] },
    })
  const { report } = await turn({ dry: 'true' })
  expect(report!.fields).toMatchObject([{ key: 'sum', converted: 1, lossy: 0, failed: 11 }])
  expect(report!.fields[0]!.examples).toHaveLength(10)
  await turn({})
  const field = { params: { id: model.id, field: model.fields[1]!.id } }
  await as(acme.admin)(deleteContentField, { ...field, query: {} })
  expect(await read()).not.toHaveProperty('sum')
  await as(acme.admin)(undeleteContentField, field)
  expect(await read()).toMatchObject({ sum: 7 })
  await as(acme.agent)(changeEntry, { ...place, body: { fields: { sum: 8 } } })
  await as(acme.agent)(publishEntry, { ...place, body: {} })
  expect(await read()).toMatchObject({ sum: 8 })
})

const changeField = (model: { id: string }, field: object, query = {}) =>
  as(acme.admin)(changeContentModel, { params: { id: model.id }, query, body: { fields: [field] } } as never)

test('what could not be the other kind is there again once the field is of its kind again', async () => {
  const model = await newModel({
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'code', kind: 'text', maxLength: 20 },
    ],
  })
  const ids: string[] = []
  for (const code of ['1', 'abc', '007']) ids.push((await newLiveEntry(model, { title: code, code })).id)
  const codes = () =>
    Promise.all(
      ids.map(async (id) => {
        const { code } = await as(null)(showContent, { params: { model: model.pluralKey, id }, query: {} }, onHost)
        return code
      }),
    )
  const { id } = model.fields[1]!
  await changeField(model, { id, kind: 'integer' })
  expect(await codes()).toEqual([1, null, 7])
  await as(acme.agent)(changeEntry, { params: { model: model.pluralKey, id: ids[0]! }, body: { fields: { code: 2 } } })
  await as(acme.agent)(publishEntry, { params: { model: model.pluralKey, id: ids[0]! }, body: {} })
  expect(await changeField(model, { id, kind: 'text' }, { dry: 'true' })).toMatchObject({
    report: { fields: [{ converted: 2, lossy: 0, failed: 0 }] },
  })
  await changeField(model, { id, kind: 'text' })
  expect(await codes()).toEqual(['2', 'abc', '007'])
})

test('a day that was a moment before is that moment again, and the dry run says so', async () => {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'at', kind: 'datetime' },
    ],
  })
  await newEntry(model, { title: 'One', at: '2026-11-23T09:00:00Z' })
  const { id } = model.fields[1]!
  await changeField(model, { id, kind: 'date' })
  expect(await changeField(model, { id, kind: 'datetime' }, { dry: 'true' })).toMatchObject({
    report: { fields: [{ converted: 1, lossy: 0, failed: 0 }] },
  })
})

test('of several values where one is wanted the first stays, and the dry run names what is lost', async () => {
  const others = await newModel()
  const first = await newEntry(others, { title: 'Mina' })
  const second = await newEntry(others, { title: 'Ivo' })
  const part = await newModel({ kind: 'component', fields: [{ key: 'size', kind: 'integer' }] })
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'people', kind: 'reference', models: [others.key], many: true },
      { key: 'parts', kind: 'group', component: part.key, many: true },
    ],
  })
  await newEntry(model, { title: 'Both', people: [first.id, second.id], parts: [{ size: 1 }, { size: 2 }] })
  await newEntry(model, { title: 'One', people: [first.id], parts: [{ size: 1 }] })
  const reason = 'Only the first of them stays'
  expect(await changeField(model, { id: model.fields[1]!.id, many: false }, { dry: 'true' })).toMatchObject({
    report: {
      fields: [{ converted: 1, lossy: 1, failed: 0, examples: [{ title: 'Both', value: 'Mina, Ivo', reason }] }],
    },
  })
  expect(await changeField(model, { id: model.fields[2]!.id, many: false }, { dry: 'true' })).toMatchObject({
    report: { fields: [{ converted: 1, lossy: 1, failed: 0, examples: [{ title: 'Both', reason }] }] },
  })
})
