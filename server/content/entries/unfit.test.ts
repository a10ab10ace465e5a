import { expect, test } from 'vitest'
import { showContent } from '#contract/content/delivery.ts'
import { changeEntry, publishEntry, showEntry } from '#contract/content/entries.ts'
import { changeContentModel } from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, globex, settings } from '#test/world.ts'

type EntryAddress = { model: { pluralKey: string }; id: string }
const params = ({ model, id }: EntryAddress) => ({ params: { model: model.pluralKey, id } })
const publish = (place: EntryAddress) => as(acme.agent)(publishEntry, { ...params(place), body: {} })
const save = (place: EntryAddress, fields: object) =>
  as(acme.agent)(changeEntry, { ...params(place), body: { fields } } as never)
const read = (place: EntryAddress) =>
  as(null)(showContent, { ...params(place), query: {} }, { host: `${acme.domain}.${settings.rootDomain}` })

const withFields = (...fields: object[]) =>
  newModel({ isPublic: true, fields: [{ key: 'title', kind: 'text' }, ...fields] })

test('what its condition hides keeps nobody from publishing, whatever is wrong with it', async () => {
  const select = { key: 'size', kind: 'select', options: [{ key: 's', label: 'S' }] }
  const model = await withFields({ key: 'on', kind: 'boolean' }, select)
  const [, on, size] = model.fields
  const change = (settings: object) =>
    as(acme.admin)(changeContentModel, {
      ...{ params: { id: model.id }, query: {} },
      body: { fields: [{ id: size!.id, ...settings }] },
    })
  await change({ condition: { field: on!.id, equals: true } })
  const { id } = await newEntry(model, { title: 'Shirt', on: true, size: 's' })
  await change({ options: [{ key: 'm', label: 'M' }] })
  expect(await publish({ model, id })).toMatchObject({ fields: { size: 'Choose one of: m' } })
  await save({ model, id }, { on: false })
  expect(await publish({ model, id })).not.toHaveProperty('code')
})

test('a field that is needed is not filled in by blanks', async () => {
  const needed = { required: 'on_publish' }
  const model = await withFields(
    { key: 'name', kind: 'text', ...needed },
    { key: 'body', kind: 'rich_text', ...needed },
  )
  const body = (...content: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] })
  const { id } = await newEntry(model, { title: '  ', name: '   ', body: body() })
  const place = { model, id }
  expect(await publish(place)).toMatchObject({ fields: { name: 'Fill in Name', body: 'Fill in Body' } })
  await save(place, { name: ' A ', body: body({ type: 'text', text: ' ' }) })
  expect(await publish(place)).toMatchObject({ fields: { body: 'Fill in Body' } })
  await save(place, { body: body({ type: 'text', text: 'Words' }) })
  expect(await publish(place)).toMatchObject({ title: '  ', name: ' A ' })
})

test('a rule alone is no text, a picture is', async () => {
  const model = await withFields({ key: 'body', kind: 'rich_text', required: 'on_publish' })
  const { id } = await newEntry(model, { title: 'Lines', body: { type: 'doc', content: [{ type: 'horizontalRule' }] } })
  expect(await publish({ model, id })).toMatchObject({ fields: { body: 'Fill in Body' } })
  const video = { type: 'video', attrs: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' } }
  await save({ model, id }, { body: { type: 'doc', content: [video] } })
  expect(await publish({ model, id })).not.toHaveProperty('code')
})

test('of JSON an empty list is a value, and null is none', async () => {
  const model = await withFields({ key: 'data', kind: 'json', required: 'on_publish' })
  const { id } = await newLiveEntry(model, { title: 'Empty', data: [] })
  const place = { model, id }
  expect(await read(place)).toMatchObject({ data: [] })
  expect(await as(acme.agent)(showEntry, { params: { id }, query: {} })).toMatchObject({ fields: { data: [] } })
  await save(place, { data: null })
  expect(await publish(place)).toMatchObject({ fields: { data: 'Fill in Data' } })
})

test('a key that another field has by now delivers that one, also where it is empty', async () => {
  const model = await withFields({ key: 'code', kind: 'text' })
  const code = model.fields[1]!.id
  const change = (body: object) => as(acme.admin)(changeContentModel, { params: { id: model.id }, query: {}, body })
  await change({ fields: [{ id: code, key: 'former' }] })
  const changed = (await change({ fields: [{ key: 'code', label: 'Code', kind: 'text' }] })) as typeof model
  const fresh = changed.fields.find(({ key }) => key === 'code')!.id
  await change({ order: [model.fields[0]!.id, fresh, code] })
  const { id } = await newLiveEntry(model, { title: 'One', former: 'old' })
  expect(await read({ model, id })).toMatchObject({ code: null, former: 'old' })
})

test('nobody of another workspace publishes it', async () => {
  const model = await withFields()
  const { id } = await newEntry(model, { title: 'Ours' })
  const refused = await as(globex.agent)(publishEntry, { ...params({ model, id }), body: {} })
  expect(refused).toMatchObject({ code: 'model-not-found' })
})
