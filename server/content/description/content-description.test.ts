import { validate } from '@scalar/openapi-parser'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { createContentCategory } from '#contract/content/categories.ts'
import { listContent, showContent } from '#contract/content/delivery.ts'
import { describeContent } from '#contract/content/description.ts'
import { createEntry, publishEntry } from '#contract/content/entries.ts'
import { createEntryLink } from '#contract/content/entry-links.ts'
import { changeContentModel } from '#contract/content/models.ts'
import { fieldKinds } from '#contract/fields/kinds.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { as, ask } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { newMedia } from '#test/new-media.ts'
import { acme, globex, makeWorkspace, type Person } from '#test/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: whatever was answered, which the checks look into
type Json = Record<string, any>
type Description = { paths: Record<string, Json>; components: { schemas: Record<string, Json> } }

// Uses a separate workspace, so that the description contains few other models.
const world = await makeWorkspace('described', 'Described', ['Dora', 'Dan', 'Dina', 'Doug'])
const keyOf = async (...said: Parameters<typeof newContentKey> extends [unknown, ...infer Rest] ? Rest : never) =>
  ({ ...world.admin, token: (await newContentKey(world, ...said)).secret }) as Person
const descriptionFor = async (person: Person, query: object = {}) =>
  (await as(person)(describeContent, { query } as never)) as unknown as Description

await as(world.admin)(changeLanguages, { body: { items: ['en', 'de'] } })
const seat = await newModel(
  {
    kind: 'component',
    fields: [
      { key: 'colour', kind: 'text', localized: true },
      { key: 'note', kind: 'rich_text' },
    ],
  } as never,
  world.admin,
)
const stage = await newModel(
  { kind: 'component', fields: [{ key: 'seat', kind: 'group', component: seat.key }] } as never,
  world.admin,
)
const person = await newModel(
  {
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'slug', kind: 'slug' },
      { key: 'age', kind: 'integer' },
    ],
  } as never,
  world.admin,
)
const options = [{ key: 'red' }, { key: 'blue' }]
const settings: Partial<Record<(typeof fieldKinds)[number], object>> = {
  select: { options },
  reference: { models: [person.key] },
  group: { component: seat.key },
  blocks: { components: [seat.key, stage.key] },
}
const hall = await newModel(
  {
    localized: true,
    fields: [
      ...fieldKinds.map((kind) => ({ key: kind === 'slug' ? 'slug' : `a_${kind}`, kind, ...settings[kind] })),
      { key: 'colours', kind: 'select', options, many: true },
      { key: 'people', kind: 'reference', many: true },
      { key: 'files', kind: 'media', many: true },
      { key: 'topics', kind: 'category', many: true },
      { key: 'seats', kind: 'group', component: seat.key, many: true },
      { key: 'hidden', kind: 'text', readBy: 'admins' },
      { key: 'kept', kind: 'text', writtenBy: 'admins' },
    ],
  } as never,
  world.admin,
)
const delivery = await keyOf('delivery')
const preview = await keyOf('preview')
const management = await keyOf('management')

// Returns a function that validates a value against a schema of the description. Properties that the schema does not
// describe are errors.
function checkerOf(description: Description) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addSchema(closed(description) as object, 'api')
  return (name: string, value: unknown) => {
    const check = ajv.getSchema(`api#/components/schemas/${name}`)!
    check(value)
    return check.errors ?? []
  }
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (value === null || typeof value !== 'object') return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)])) as Json
  const isObject = inner.type === 'object' && inner.properties && inner.additionalProperties === undefined
  return isObject ? { ...inner, additionalProperties: false } : inner
}

let values: Json
let entry: { id: string }
const place = { model: hall.pluralKey }
const doc = (...content: object[]) => ({ type: 'doc', content })

beforeAll(async () => {
  const mina = await newLiveEntry(person, { title: 'Mina', age: 41 }, { person: world.admin })
  const photo = await newMedia(undefined, world.admin)
  const topic = await as(world.admin)(createContentCategory, { body: { name: 'News' } })
  const words = { type: 'text', text: 'by ', marks: [{ type: 'bold' }, { type: 'link', attrs: { entry: mina.id } }] }
  const text = doc(
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Hall' }] },
    { type: 'paragraph', content: [words, { type: 'hardBreak' }, { type: 'inlineEntry', attrs: { entry: mina.id } }] },
    { type: 'picture', attrs: { file: photo.id, alt: 'A', width: 100, link: { href: 'https://a.example' } } },
    { type: 'video', attrs: { url: 'https://vimeo.com/1', poster: photo.id } },
    { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
    { type: 'entry', attrs: { entry: mina.id } },
  )
  const inside = { colour: 'red', note: text }
  values = {
    a_text: 'Hall',
    a_long_text: 'Long',
    slug: 'hall',
    a_markdown: '# Hall',
    a_rich_text: text,
    a_integer: 3,
    a_decimal: '0.10',
    a_boolean: false,
    a_date: '2026-11-23',
    a_datetime: '2026-11-23T09:30:00Z',
    a_time: '09:30',
    a_select: 'red',
    a_color: '#1f6feb',
    a_url: 'https://a.example/',
    a_email: 'a@b.example',
    a_phone: '+4930123456',
    a_json: { any: [1] },
    a_location: { latitude: 1, longitude: 2 },
    a_media: photo.id,
    a_reference: mina.id,
    a_group: inside,
    a_blocks: [
      { type: seat.key, ...inside },
      { type: stage.key, seat: inside },
    ],
    a_code: 'let a',
    a_category: topic.id,
    colours: ['red', 'blue'],
    people: [mina.id],
    files: [photo.id],
    topics: [topic.id],
    seats: [inside, inside],
  }
  entry = await newLiveEntry(hall, values, { person: world.admin })
  await newLiveEntry(hall, { slug: 'empty' }, { person: world.admin })
})

const list = (person: Person, query: object = {}) =>
  as(person)(listContent, { params: place, query: query as never }) as Promise<Json>

describe('answers are as they are described', () => {
  test('a list and an entry of all kinds of field, full and empty', async () => {
    const check = checkerOf(await descriptionFor(delivery))
    const { items } = await list(delivery)
    expect(items).toHaveLength(2)
    expect(items.map((one: unknown) => check(hall.key, one))).toEqual([[], []])
    const one = await as(delivery)(showContent, { params: { ...place, id: entry.id }, query: {} })
    expect(check(hall.key, one)).toEqual([])
    expect(check(hall.key, { ...one, a_integer: 'x' })).not.toEqual([])
    expect(check(hall.key, { ...one, a_blocks: [{ id: 'x', type: 'other' }] })).not.toEqual([])
  })

  test('chosen fields and joins', async () => {
    const check = checkerOf(await descriptionFor(delivery))
    const fields = `a_text,a_reference.age,people.title,a_media.url,a_blocks:${seat.key}.colour,a_group.colour,_meta`
    const { items } = await list(delivery, { fields })
    expect(items.map((one: unknown) => check(`${hall.key}.some`, one))).toEqual([[], []])
    expect(check(hall.key, items[0])).not.toEqual([])
  })

  test('texts as HTML', async () => {
    const check = checkerOf(await descriptionFor(delivery, { richText: 'html' }))
    const { items } = await list(delivery, { richText: 'html' })
    expect(items.map((one: unknown) => check(hall.key, one))).toEqual([[], []])
    expect((await list(delivery)).items.map((one: unknown) => check(hall.key, one).length > 0)).toContain(true)
  })

  test('drafts, with what is told of them, and another language', async () => {
    const check = checkerOf(await descriptionFor(preview))
    const draft = await as(preview)(showContent, { params: { ...place, id: entry.id }, query: {} })
    expect(check(hall.key, draft)).toEqual([])
    for (const query of [{}, { locale: 'de' }, { locale: '*' }])
      expect((await list(preview, query)).items.flatMap((one: unknown) => check(hall.key, one))).toEqual([])
    const published = (await descriptionFor(delivery)).components.schemas['Content.Meta']!.properties
    expect(Object.keys(published)).not.toContain('status')
    expect(Object.keys(published)).not.toContain('externalId')
  })

  test('a key that a field had of late, as one that goes', async () => {
    const field = person.fields.find(({ key }) => key === 'age')!
    await as(world.admin)(changeContentModel, {
      params: { id: person.id },
      query: {},
      body: { fields: [{ id: field.id, key: 'years' }] },
    })
    const description = await descriptionFor(delivery)
    expect(description.components.schemas[person.key]!.properties.age).toMatchObject({ deprecated: true })
    const { items } = (await as(delivery)(listContent, { params: { model: person.pluralKey }, query: {} })) as Json
    expect(items[0]).toMatchObject({ age: 41, years: 41 })
    expect(checkerOf(description)(person.key, items[0])).toEqual([])
  })

  test('a model and a component that were renamed, whose entries keep their type for a time', async () => {
    await as(world.admin)(changeContentModel, { params: { id: seat.id }, query: {}, body: { key: 'chair' } })
    const description = await descriptionFor(delivery)
    expect(description.components.schemas['chair.block']!.properties.type.const).toBe(seat.key)
    const { items } = await list(delivery)
    expect(items.flatMap((one: unknown) => checkerOf(description)(hall.key, one))).toEqual([])
    await as(world.admin)(changeContentModel, { params: { id: seat.id }, query: {}, body: { key: seat.key } })
  })
})

describe('what is written', () => {
  test('is taken as it is described, and described to who writes alone', async () => {
    const description = await descriptionFor(management)
    const check = checkerOf(description)
    const fields = { ...values, slug: 'written', kept: 'x' }
    expect(check(`${hall.key}.written`, fields)).toEqual([])
    expect(check(`${hall.key}.written`, { other: 1 })).not.toEqual([])
    const written = await as(management)(createEntry, { params: place, body: { fields } })
    expect(check(hall.key, written)).toEqual([])
    const published = await as(management)(publishEntry, { params: { ...place, id: written.id }, body: {} })
    expect(check(hall.key, published)).toEqual([])
    expect(Object.keys(description.paths)).toContain(`/api/v1/content/${hall.pluralKey}/by-slug/{slug}`)
    const reading = await descriptionFor(preview)
    expect(Object.keys(reading.components.schemas).filter((name) => name.includes('written'))).toEqual([])
    expect(Object.values(reading.paths).flatMap((one) => Object.keys(one))).not.toContain('post')
  })

  test('no operation is called as another, and the whole is valid OpenAPI', async () => {
    const description = await descriptionFor(management)
    expect(await validate(description as never)).toMatchObject({ valid: true, errors: [], version: '3.1' })
    const names = Object.values(description.paths).flatMap((one) =>
      Object.values(one).map(({ operationId }) => operationId),
    )
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain(`${hall.pluralKey}.list`)
  })

  test('each filter that is described is taken', async () => {
    const description = await descriptionFor(delivery)
    const { parameters } = description.paths[`/api/v1/content/${hall.pluralKey}`]!.get
    const filters = parameters.filter(({ name }: Json) => name?.startsWith('filter['))
    const query = filters.map(({ name, schema }: Json) => [`${name}[${Object.keys(schema.properties)[0]}]`, name])
    const refused = []
    for (const [written] of query) {
      const { detail } = await list(delivery, { [written]: 'true' })
      if (/has no field|has nothing below|takes:|cannot be compared by/.test(detail ?? ''))
        refused.push(`${written}: ${detail}`)
    }
    expect(refused).toEqual([])
    expect(query.length).toBeGreaterThan(20)
  })
})

describe('only what the asker reads is described', () => {
  test('a key that is limited to models has no other, nor components that stand in others alone', async () => {
    const limited = await keyOf('delivery', { models: [person.id] })
    const description = await descriptionFor(limited)
    expect(Object.keys(description.paths)).toEqual([
      `/api/v1/content/${person.pluralKey}`,
      `/api/v1/content/${person.pluralKey}/{id}`,
    ])
    expect(JSON.stringify(description)).not.toMatch(new RegExp(`\\b(${hall.key}|${seat.key}|${stage.key})\\b`))
  })

  test('members do not see the fields of admins, and no other workspace sees any of it', async () => {
    const seen = (await descriptionFor(world.agent)).components.schemas[hall.key]!.properties
    expect(seen).not.toHaveProperty('hidden')
    expect(
      Object.keys((await descriptionFor(world.agent)).components.schemas[`${hall.key}.written`]!.properties),
    ).not.toContain('kept')
    expect((await descriptionFor(world.admin)).components.schemas[hall.key]!.properties).toHaveProperty('hidden')
    const theirs = await newContentKey(globex, 'delivery')
    const foreign = await descriptionFor({ ...globex.admin, token: theirs.secret })
    expect(JSON.stringify(foreign)).not.toContain('a_rich_text')
  })

  test('whoever has a link to a draft, a customer and a visitor get none, and what has not changed is not sent again', async () => {
    const { token } = (await as(world.admin)(createEntryLink, {
      params: { id: entry.id },
      body: { days: 1 },
    } as never)) as Json
    expect(token).toEqual(expect.any(String))
    const query = {}
    const asked = async (person: Person | null, headers = {}) =>
      ask(person, describeContent, { query } as never, headers)
    expect((await asked({ ...world.admin, token })).statusCode).toBe(403)
    expect((await asked(acme.customer)).statusCode).toBe(403)
    expect((await asked(null)).statusCode).toBe(401)
    const first = await asked(delivery)
    const again = await asked(delivery, { 'if-none-match': String(first.headers.etag) })
    expect([first.statusCode, again.statusCode]).toEqual([200, 304])
  })
})
