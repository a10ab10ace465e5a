import { describe, expect, test } from 'vitest'
import {
  changeContentModel,
  createContentModel,
  deleteContentField,
  deleteContentModel,
  listContentModels,
  listModelSteps,
  showContentModel,
  undeleteContentField,
  undeleteContentModel,
} from '#contract/content/models.ts'
import { fieldKinds } from '#contract/fields/kinds.ts'
import { as, ask } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme, globex, owner } from '#test/world.ts'

const asAdmin = as(acme.admin)
const create = (body: object) => asAdmin(createContentModel, { body: { name: 'Thing', ...body } as never })
const change = (id: string, body: object, query = {}) => asAdmin(changeContentModel, { params: { id }, query, body })
const show = (id: string) => asAdmin(showContentModel, { params: { id } })

const needed: Record<string, object> = {
  select: { options: [{ key: 'a' }] },
  group: { component: 'piece' },
  blocks: { components: ['piece'] },
}

test('a model has fields of every kind, each with an id, and leads to itself', async () => {
  await create({ key: 'piece', kind: 'component', fields: [{ key: 'title', kind: 'text' }] })
  const fields = fieldKinds.map((kind) => ({ key: `${kind}Field`, kind, ...needed[kind] }))
  const model = await create({
    key: 'everything',
    fields: [...fields, { key: 'parent', kind: 'reference', models: ['everything'] }],
  })
  expect(model).toMatchObject({
    pluralKey: 'everythings',
    titleField: 'textField',
    slugField: 'slugField',
    kind: 'collection',
    localized: false,
  })
  expect(model.fields.map(({ kind }) => kind)).toEqual([...fieldKinds, 'reference'])
  expect(model.fields.at(-1)).toMatchObject({
    key: 'parent',
    label: 'Parent',
    models: ['everything'],
    required: 'never',
  })
  expect(await show('everything')).toEqual(model)
})

describe('what cannot be', () => {
  test.each([
    ['a key with a space', { key: 'a b' }, 'invalid'],
    ['a reserved key', { key: 'reserved', fields: [{ key: '_meta', kind: 'text' }] }, 'invalid'],
    [
      'two fields of one key',
      {
        key: 'twins',
        fields: [
          { key: 'a', kind: 'text' },
          { key: 'a', kind: 'text' },
        ],
      },
      'field-key-taken',
    ],
    ['an unknown kind', { key: 'odd', fields: [{ key: 'a', kind: 'colour' }] }, 'invalid'],
    ['a setting of another kind', { key: 'odd', fields: [{ key: 'a', kind: 'boolean', maxLength: 3 }] }, 'invalid'],
    ['a pattern that is none', { key: 'odd', fields: [{ key: 'a', kind: 'text', pattern: '(' }] }, 'invalid'],
    ['a zone that is none', { key: 'odd', fields: [{ key: 'a', kind: 'datetime', timeZone: 'Mars/Base' }] }, 'invalid'],
    ['a default that does not fit', { key: 'odd', fields: [{ key: 'a', kind: 'integer', default: 'x' }] }, 'invalid'],
    [
      'a component that is not there',
      { key: 'odd', fields: [{ key: 'a', kind: 'group', component: 'none' }] },
      'model-not-found',
    ],
  ])('%s is refused', async (_, body, code) => {
    expect(await create(body)).toMatchObject({ code })
  })

  test('a key in other letters is the same key', async () => {
    const { key } = await newModel()
    expect(await create({ key: key.toUpperCase() })).toMatchObject({ code: 'model-key-taken' })
  })

  test('components that hold themselves, or stand too deep, are refused', async () => {
    const inner = await newModel({ kind: 'component' })
    const outer = await newModel({ kind: 'component', fields: [{ key: 'in', kind: 'group', component: inner.key }] })
    expect(await change(inner.id, { fields: [{ key: 'out', kind: 'group', component: outer.key }] })).toMatchObject({
      code: 'component-circle',
    })
    let last = outer
    for (let depth = 3; depth <= 4; depth += 1)
      last = await newModel({ kind: 'component', fields: [{ key: 'in', kind: 'group', component: last.key }] })
    await newModel({ fields: [{ key: 'in', kind: 'group', component: last.key }] })
    expect(
      await newModel({ kind: 'component', fields: [{ key: 'in', kind: 'group', component: last.key }] }),
    ).toMatchObject({ code: 'component-too-deep' })
    expect(await asAdmin(deleteContentModel, { params: { id: inner.id } })).toMatchObject({ code: 'model-in-use' })
  })
})

describe('a change', () => {
  test('names what it changes, and all else stays', async () => {
    const model = await newModel({
      fields: [
        { key: 'title', kind: 'text', maxLength: 50, help: 'Short' },
        { key: 'count', kind: 'integer' },
      ],
    })
    const [title, count] = model.fields
    const changed = await change(model.id, {
      name: 'Renamed',
      fields: [
        { id: title!.id, required: 'always' },
        { key: 'mail', kind: 'email' },
      ],
      order: [count!.id, title!.id],
    })
    expect(changed).toMatchObject({
      name: 'Renamed',
      fields: [{ key: 'count' }, { key: 'title', maxLength: 50, help: 'Short', required: 'always' }, { key: 'mail' }],
    })
    expect(changed.step).toBeGreaterThan(model.step)
    expect(await change(model.id, { fields: [{ id: globex.id, key: 'x' }] })).toMatchObject({ code: 'field-not-found' })
  })

  test('with an old tag is refused', async () => {
    const model = await newModel()
    const { headers } = await ask(acme.admin, showContentModel, { params: { id: model.id } })
    await change(model.id, { name: 'First' })
    const late = await ask(
      acme.admin,
      changeContentModel,
      { params: { id: model.id }, query: {}, body: { name: 'Second' } },
      { 'if-match': String(headers.etag) },
    )
    expect(late.json()).toMatchObject({ code: 'changed-meanwhile' })
  })

  test('tells first what it would break, and then writes nothing', async () => {
    const model = await newModel({
      fields: [
        { key: 'title', kind: 'text' },
        { key: 'mail', kind: 'text' },
      ],
    })
    const without = await newEntry(model, { title: 'Without' })
    await newEntry(model, { title: 'One', mail: 'same' })
    const twin = await newEntry(model, { title: 'Two', mail: 'same' })
    const [, mail] = model.fields
    const dry = (settings: object) => change(model.id, { fields: [{ id: mail!.id, ...settings }] }, { dry: 'true' })
    expect((await dry({ required: 'always' })).report).toMatchObject({
      fields: [{ change: 'required', converted: 2, failed: 1, examples: [{ entry: without.id }] }],
    })
    expect((await dry({ unique: true })).report).toMatchObject({
      fields: [
        { change: 'unique', converted: 1, failed: 1, refused: true, examples: [{ entry: twin.id, value: 'same' }] },
      ],
    })
    expect((await dry({ maxLength: 3 })).report).toMatchObject({
      entries: 2,
      fields: [{ change: 'checks', converted: 0, failed: 2 }],
    })
    expect((await dry({ label: 'Address' })).report).toEqual({ entries: 0, model: [], renames: [], fields: [] })
    expect(await show(model.id)).toMatchObject({ step: model.step, fields: [{}, { required: 'never', unique: false }] })
  })

  test('of a component tells what becomes of its values in groups and blocks, also within each other', async () => {
    const leaf = await newModel({
      kind: 'component',
      fields: [
        { key: 'name', kind: 'text' },
        { key: 'size', kind: 'text' },
      ],
    })
    const branch = await newModel({ kind: 'component', fields: [{ key: 'leaf', kind: 'group', component: leaf.key }] })
    const model = await newModel({
      fields: [
        { key: 'title', kind: 'text' },
        { key: 'one', kind: 'group', component: leaf.key },
        { key: 'parts', kind: 'blocks', components: [leaf.key, branch.key] },
      ],
    })
    await newEntry(model, { title: 'Good', one: { name: 'a', size: '7' } })
    const bad = await newEntry(model, {
      title: 'Bad',
      one: { name: 'b', size: 'big' },
      parts: [
        { type: leaf.key, name: 'c', size: '1.50' },
        { type: branch.key, leaf: { name: 'd', size: '9' } },
      ],
    })
    await newEntry(await newModel(), { title: 'Without' })
    const dry = (field: object) => change(leaf.id, { fields: [field] }, { dry: 'true' })
    const [name, size] = leaf.fields
    const { report } = await dry({ id: size!.id, kind: 'integer' })
    expect(report).toMatchObject({ entries: 2, fields: [{ key: 'size', change: 'kind', converted: 2, failed: 2 }] })
    expect(report!.fields[0]!.examples.map(({ entry, value }) => [entry, value])).toEqual([
      [bad.id, 'big'],
      [bad.id, '1.50'],
    ])
    expect((await dry({ id: name!.id, required: 'always' })).report).toMatchObject({
      fields: [{ change: 'required', converted: 4, failed: 0 }],
    })
  })

  test('to a kind that its values cannot become is refused', async () => {
    const model = await newModel({ fields: [{ key: 'it', kind: 'reference' }] })
    expect(await change(model.id, { fields: [{ id: model.fields[0]!.id, kind: 'text' }] })).toMatchObject({
      code: 'kind-unfit',
    })
  })

  test('is a step that can be looked at', async () => {
    const model = await newModel()
    await change(model.id, { name: 'Other' })
    const { items } = await asAdmin(listModelSteps, { params: { id: model.id }, query: {} })
    expect(items).toMatchObject([{ change: { name: 'Other' }, by: { id: acme.admin.id } }, { number: model.step }])
  })
})

test('a model that is deleted frees its key, and comes back with its fields', async () => {
  const model = await newModel()
  await asAdmin(deleteContentModel, { params: { id: model.id } })
  expect(await show(model.id)).toMatchObject({ code: 'model-not-found' })
  expect((await asAdmin(listContentModels, { query: { deleted: 'true' } })).items).toContainEqual(
    expect.objectContaining({ id: model.id }),
  )
  const heir = await create({ key: model.key })
  expect(await asAdmin(undeleteContentModel, { params: { id: model.id } })).toMatchObject({ code: 'model-key-taken' })
  await change(heir.id, { key: 'heir', pluralKey: 'heirs', sunsetDays: 0 })
  expect(await asAdmin(undeleteContentModel, { params: { id: model.id } })).toMatchObject({
    id: model.id,
    fields: model.fields,
  })
})

test('a deleted field is seen by admins alone, and comes back unless its key is taken', async () => {
  const model = await newModel()
  const place = { params: { id: model.id, field: model.fields[0]!.id } }
  expect((await asAdmin(deleteContentField, { ...place, query: {} })).fields[0]!.deletedAt).not.toBeNull()
  expect((await as(acme.agent)(showContentModel, { params: { id: model.id } })).fields).toHaveLength(1)
  await change(model.id, { fields: [{ key: 'title', kind: 'text' }] })
  expect(await asAdmin(undeleteContentField, place)).toMatchObject({ code: 'field-key-taken' })
})

test('models are changed by admins, read by the team, and by nobody else', async () => {
  const model = await newModel()
  expect(await as(acme.agent)(changeContentModel, { params: { id: model.id }, query: {}, body: {} })).toMatchObject({
    code: 'not-allowed',
  })
  expect(await as(acme.agent)(showContentModel, { params: { id: model.id } })).toMatchObject({ id: model.id })
  expect(await as(acme.customer)(showContentModel, { params: { id: model.id } })).toMatchObject({ code: 'not-allowed' })
  expect(await as(globex.admin)(showContentModel, { params: { id: model.id } })).toMatchObject({
    code: 'model-not-found',
  })
  expect((await as(globex.admin)(listContentModels, { query: {} })).items).toEqual([])
})

test('only a slug is called slug, save in components and where it was before', async () => {
  const fields = (field: object) => [{ key: 'title', kind: 'text' }, field]
  const refused = { fields: { 'fields.1.key': expect.stringContaining('Only a field of the kind slug') } }
  expect(await newModel({ fields: fields({ key: 'slug', kind: 'text' }) })).toMatchObject(refused)
  expect(await newModel({ kind: 'component', fields: fields({ key: 'slug', kind: 'text' }) })).toHaveProperty('id')
  const model = await newModel({ fields: fields({ key: 'slug', kind: 'slug' }) })
  const { id } = model.fields[1]!
  const inOne = { fields: { 'fields.0.key': refused.fields['fields.1.key'] } }
  expect(await change(model.id, { fields: [{ id, kind: 'text' }] }, { dry: 'true' })).toMatchObject(inOne)
  expect(await change(model.id, { fields: [{ id, kind: 'text' }] })).toMatchObject(inOne)
  const changed = await change(model.id, { fields: [{ id, kind: 'text', key: 'path' }] })
  expect(changed).toMatchObject({ fields: [{}, { key: 'path', kind: 'text' }] })
  await owner.query(
    `update content_models set fields = replace(fields::text, '"path"', '"slug"')::jsonb where id = $1`,
    [model.id],
  )
  expect(await change(model.id, { fields: [{ id, help: 'A place' }] })).toMatchObject({
    fields: [{}, { key: 'slug', kind: 'text', help: 'A place' }],
  })
})
