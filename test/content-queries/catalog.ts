import { createContentCategory } from '#contract/content/categories.ts'
import { archiveEntry, changeEntry, deleteEntry, publishEntry } from '#contract/content/entries.ts'
import { as } from '#test/ask.ts'
import { type Random, seeded } from '#test/faults/fuzz/seeded.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newMedia } from '#test/new-media.ts'
import { letAllStandIn } from '#test/stand-in.ts'
import { acme, globex, owner } from '#test/world.ts'

/** A word in all content that no reader may get. */
export const canary = 'canary7f3a'

export const languages = ['en', 'hr', 'de']
type Values = Record<string, unknown>
/** An entry as readers of one language get it. */
export type Row = { id: string; language: string; isSource: boolean; values: Values }
export type Catalog = Awaited<ReturnType<typeof plantCatalog>>

const thingFields = (maker: string, secret: string) => [
  { key: 'title', kind: 'text', localized: true },
  { key: 'slug', kind: 'slug' },
  { key: 'body', kind: 'long_text' },
  { key: 'notes', kind: 'markdown' },
  { key: 'mail', kind: 'email' },
  { key: 'link', kind: 'url' },
  { key: 'tel', kind: 'phone' },
  { key: 'hue', kind: 'color' },
  { key: 'count', kind: 'integer' },
  { key: 'price', kind: 'decimal' },
  { key: 'isNew', kind: 'boolean' },
  { key: 'day', kind: 'date' },
  { key: 'moment', kind: 'datetime' },
  { key: 'hour', kind: 'time' },
  { key: 'size', kind: 'select', options: ['s', 'm', 'l'].map((key) => ({ key })) },
  { key: 'tags', kind: 'select', many: true, options: ['red', 'soft', 'new'].map((key) => ({ key })) },
  { key: 'place', kind: 'location' },
  { key: 'maker', kind: 'reference', models: [maker] },
  { key: 'helpers', kind: 'reference', many: true, models: [maker] },
  { key: 'secret', kind: 'reference', models: [secret] },
  { key: 'category', kind: 'category' },
  { key: 'seat', kind: 'group', component: 'querySeat' },
  { key: 'parts', kind: 'blocks', components: ['querySeat'] },
  { key: 'data', kind: 'json' },
  { key: 'cover', kind: 'media' },
  { key: 'pictures', kind: 'media', many: true },
  { key: 'story', kind: 'rich_text' },
  { key: 'snippet', kind: 'code' },
]

/** Indexes random fields, because the answers must not depend on the indexes. */
const someIndexed = (random: Random, fields: ReturnType<typeof thingFields>) =>
  fields.map((field) => (random.chance(0.6) && !orderless.includes(field.kind) ? { ...field, indexed: true } : field))

/** Kinds that cannot be indexed. */
const orderless = ['location', 'group', 'blocks', 'json', 'rich_text']

async function plantModels(random: Random) {
  const seat = [
    { key: 'colour', kind: 'text' },
    { key: 'count', kind: 'integer' },
  ]
  await newModel({ key: 'querySeat', name: 'Seat', kind: 'component', fields: seat as never })
  const makers = await newModel({
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'slug', kind: 'slug' },
      { key: 'town', kind: 'text' },
      { key: 'score', kind: 'integer' },
      { key: 'owner', kind: 'reference' },
    ],
  })
  const secrets = await newModel()
  const fields = someIndexed(random, thingFields(makers.key, secrets.key)) as never
  const things = await newModel({ isPublic: true, localized: true, fields })
  return { makers, secrets, things }
}

/**
 * Creates content in two workspaces. Hidden entries contain the canary, and the entries that readers of Acme get are
 * returned as plain objects.
 */
export async function plantCatalog(seed: number, size = 60) {
  await owner.query(`update workspaces set languages = '{en,hr,de}' where id = $1`, [acme.id])
  await letAllStandIn(acme.admin, languages)
  const random = seeded(seed)
  const models = await plantModels(random)
  const categories = [await newCategory('Chairs'), await newCategory('Tables')]
  const hidden = await plantHidden(models, categories[0]!.id)
  const makers = await plantMakers(random, models.makers)
  const pictures = [(await newMedia()).id, (await newMedia()).id]
  const things: Row[] = []
  for (let number = 0; number < size; number += 1) {
    const values = makeThing(random, {
      makers: [...makers.ids, hidden.maker],
      secret: hidden.secret,
      categories,
      pictures,
    })
    things.push(...(await plant(random, models.things, values)))
  }
  return { ...models, things: { model: models.things, rows: await timed(things) }, makers, categories }
}

const newCategory = (name: string) => as(acme.agent)(createContentCategory, { body: { name } })

async function plantMakers(random: Random, model: Model & { id: string }) {
  const rows: Row[] = []
  for (let number = 0; number < 8; number += 1) {
    const owner = number > 0 && random.chance(0.8) ? rows[random.below(rows.length)]!.id : undefined
    const fields = { town: maybe(random, word(random)), score: maybe(random, random.below(5)), owner }
    rows.push(
      ...(await plant(random, model, { shared: { ...fields, title: `${word(random)} ${number}` }, titles: {} })),
    )
  }
  return { model, rows: await timed(rows), ids: [...new Set(rows.map(({ id }) => id))] }
}

type Model = { pluralKey: string; key: string }
type PlantedContent = { shared: Values; titles: Record<string, string> }

/** Writes and publishes an entry. Returns the entry as readers of each language get it. */
async function plant(random: Random, model: Model, { shared, titles }: PlantedContent): Promise<Row[]> {
  const [first, ...others] = Object.entries(titles)
  const fields = { ...shared, ...(first && { title: first[1] }) }
  const { id, slug } = (await newEntry(model, fields, first && { locale: first[0] })) as { id: string; slug: string }
  const place = { params: { model: model.pluralKey, id } }
  for (const [locale, title] of others)
    await as(acme.agent)(changeEntry, { ...place, body: { locale, fields: { title } } })
  await as(acme.agent)(publishEntry, { ...place, body: {} })
  const written = first ? languages.filter((language) => language in titles) : ['en']
  if (random.chance(0.3))
    await as(acme.agent)(changeEntry, { ...place, body: { locale: written[0]!, fields: { title: canary } } })
  return languages.map((language) => {
    const source = written.includes(language) ? language : written[0]!
    const values = { ...shared, ...(first && { title: titles[source] }), slug }
    return { id, language, isSource: source === language, values }
  })
}

/** Adds the publication time of each entry, which the server sets. */
async function timed(rows: Row[]): Promise<Row[]> {
  const { rows: times } = await owner.query<{ entry_id: string; published_at: Date }>(
    'select distinct entry_id, published_at from content_published where workspace_id = $1',
    [acme.id],
  )
  const timeOf = new Map(times.map((one) => [one.entry_id, one.published_at.toISOString()]))
  return rows.map((row) => ({ ...row, values: { ...row.values, publishedAt: timeOf.get(row.id)! } }))
}

const plainWords = ['amber', 'Birch', 'cedar', 'Delta', 'ember', 'Fjord', 'grove', 'Heath']
/** Some words sort differently in Croatian and English, and both orders differ from the byte order. */
const words = [...plainWords, 'Äther', 'čamac', 'Čaj', 'Džem', 'đak', 'Émeraude', 'ljeto']
export const word = (random: Random) => random.pick(words)
const plainWord = (random: Random) => random.pick(plainWords).toLowerCase()
const maybe = <T>(random: Random, value: T) => (random.chance(0.75) ? value : undefined)

export const hours = ['09:30:00', '18:00:00']
export const days = ['2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01']
export const moments = ['2026-01-01T00:00:00.000Z', '2026-01-01T09:30:00.000Z', '2026-06-30T23:59:59.999Z']
export const prices = ['-1.50', '0', '0.00', '9.5', '10.50', '10.5', '123456789012345678901.000000000001']
const places = [
  { latitude: 0, longitude: 0 },
  { latitude: 1e-200, longitude: 1e-200 },
  { latitude: 45.33, longitude: 14.44 },
  { latitude: 52.5, longitude: 13.4 },
]

type Chosen = { makers: string[]; secret: string; categories: { id: string }[]; pictures: string[] }

function makeThing(random: Random, { makers, secret, categories, pictures }: Chosen): PlantedContent {
  const some = <T>(value: T) => maybe(random, value)
  const title = () => `${word(random)} ${word(random)}`
  const written = languages.filter(() => random.chance(0.6))
  const shared = {
    body: some(random.chance(0.2) ? `${word(random)} `.repeat(600) : `${title()}\n${title()}`),
    notes: some(`# ${title()}`),
    mail: some(`${plainWord(random)}@thing.test`),
    link: some(`https://${plainWord(random)}.test/`),
    tel: some(random.pick(['+385911234567', '+4930123456'])),
    hue: some(random.pick(['#1f6feb', '#ffffff'])),
    count: some(random.pick([-3, 0, 4, 10, 9007199254740991])),
    price: some(random.pick(prices)),
    isNew: some(random.chance(0.5)),
    day: some(random.pick(days)),
    moment: some(random.pick(moments)),
    hour: some(random.pick(hours)),
    size: some(random.pick(['s', 'm', 'l'])),
    tags: some(['red', 'soft', 'new'].filter(() => random.chance(0.5))),
    place: some(random.pick(places)),
    maker: some(random.pick(makers)),
    helpers: some(makers.filter(() => random.chance(0.2))),
    secret: some(secret),
    category: some(random.pick(categories).id),
    seat: some({ colour: word(random), count: random.below(3) }),
    parts: some([{ type: 'querySeat', colour: word(random) }]),
    data: some({ a: [1] }),
    cover: some(random.pick(pictures)),
    pictures: some(pictures.filter(() => random.chance(0.4))),
    story: some({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: title() }] }] }),
    snippet: some(`const ${word(random)} = 1`),
  }
  const titles = (written.length > 0 ? written : ['hr']).map((language) => [language, title()])
  return { shared, titles: Object.fromEntries(titles) }
}

/**
 * Creates draft, scheduled, archived and trashed entries, an entry of a model that is not public, and an entry in
 * another workspace.
 */
async function plantHidden(models: Record<'makers' | 'secrets' | 'things', Model>, category: string) {
  const draft = async (model: Model, more: Values = {}) => (await newEntry(model, { title: canary, ...more })).id
  const live = async (model: Model, more: Values = {}) => {
    const place = { params: { model: model.pluralKey, id: await draft(model, more) } }
    await as(acme.agent)(publishEntry, { ...place, body: {} })
    return place
  }
  await draft(models.things, { count: 4, size: 's', category, body: canary, seat: { colour: canary, count: 1 } })
  const planned = { params: { model: models.things.pluralKey, id: await draft(models.things, { body: canary }) } }
  const at = new Date(Date.now() + 3600_000).toISOString()
  await as(acme.agent)(publishEntry, { ...planned, body: { at } })
  await as(acme.agent)(archiveEntry, { ...(await live(models.things, { tags: ['red'] })), body: {} })
  await as(acme.agent)(deleteEntry, await live(models.things, { category }))
  const secret = await live(models.secrets)
  const theirs = { isPublic: true, key: models.things.key, pluralKey: models.things.pluralKey }
  const other = await newModel(theirs, globex.admin)
  const { id } = await newEntry(other, { title: canary }, { person: globex.agent })
  await as(globex.agent)(publishEntry, { params: { model: other.pluralKey, id }, body: {} })
  return { maker: await draft(models.makers, { town: canary }), secret: secret.params.id }
}
