import { expect, test, vi } from 'vitest'
import { createContentCategory } from '#contract/content/categories.ts'
import type { Explanation } from '#contract/content/delivery.ts'
import { deleteEntry } from '#contract/content/entries.ts'
import { listTickets } from '#contract/tickets/tickets.ts'
import { createLimiter } from '#server/platform/http/limits.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, globex, owner, platform, settings } from '#test/world.ts'

const copies = 200
const targets = await newModel()
const model = await newModel({
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'next', kind: 'reference', models: [targets.id] },
    { key: 'all', kind: 'reference', many: true },
    { key: 'topic', kind: 'category' },
  ],
})
const topic = await as(acme.admin)(createContentCategory, { body: { name: 'Costs' } })
for (let turn = 0; turn < 50; turn += 1)
  await as(acme.admin)(createContentCategory, { body: { name: `Other ${turn}` } })
const away = await newEntry(targets, { title: 'Target' })
const twin = await newEntry(targets, { title: 'Target' })
const one = await newEntry(model, { title: 'One', next: away.id, topic: topic.id })
const many = await newEntry(model, { title: 'Many', next: twin.id, all: [one.id, twin.id] })
for (const { id } of [twin, one])
  await owner.query(
    `with made as (
       insert into content_entries select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).*
       from content_entries e, generate_series(1, ${copies}) where e.id = $1 returning id)
     insert into content_texts select (jsonb_populate_record(t, jsonb_build_object('entry_id', made.id))).*
     from content_texts t, made where t.entry_id = $1`,
    [id],
  )
await as(acme.agent)(deleteEntry, { params: { model: targets.pluralKey, id: away.id } })
await owner.query('analyze content_entries, content_texts')
const preview = (await newContentKey(acme, 'preview')).secret
const management = (await newContentKey(acme, 'management')).secret

async function get(token: string, query: Record<string, string>) {
  const response = await app.inject({
    ...{ url: `/api/v1/content/${model.pluralKey}`, query },
    headers: { host: settings.apiHost, authorization: `Bearer ${token}` },
  })
  return { status: response.statusCode, ...response.json() }
}

/** Returns the number of rows that all steps of the statement produced or removed. */
async function rowsOf(query: Record<string, string>) {
  const { _explanation } = await get(management, { ...query, perspective: 'draft', explain: '1' })
  return (_explanation as Explanation).plan.reduce((sum, { rows, removed }) => sum + rows + removed, 0)
}

test.each([
  ['filter[next.title][starts]', 'Targ', 1],
  ['filter[all.next.title]', 'Target', 0],
  ['filter[not][next.title]', 'Target', copies + 1],
  ['filter[all.topic.name]', 'Costs', 1],
])('what %s leads to is looked for once and not for each draft', async (name, value, total) => {
  const query = { [name]: value, count: 'exact', limit: '1' }
  expect(await get(preview, query)).toMatchObject({ status: 200, total })
  expect(await rowsOf(query)).toBeLessThan(30 * copies)
})

test('an entry with several references is found by each of them', async () => {
  for (const title of ['Target', 'One'])
    expect((await get(preview, { 'filter[all.title]': title })).items).toMatchObject([{ id: many.id }])
})

test.each(['slug', 'name'])('a category is looked for by its %s once and not for each draft', async (by) => {
  const query = { [`filter[topic.${by}]`]: by === 'slug' ? 'costs' : 'Costs', count: 'exact', limit: '1' }
  expect(await get(preview, query)).toMatchObject({ status: 200, total: copies + 1 })
  expect(await rowsOf(query)).toBeLessThan(30 * copies)
})

test('filters of drafts count for the key, and lists of all drafts do not', async () => {
  const relaxed = platform.limiter
  platform.limiter = createLimiter(1)
  const asked: number[] = []
  for (let turn = 0; turn < 301; turn += 1)
    asked.push((await get(preview, { 'filter[title]': 'One', limit: '1' })).status)
  const plain = await get(preview, { limit: '1' })
  const published = await get(preview, { 'filter[title]': 'One', perspective: 'published' })
  platform.limiter = relaxed
  expect(asked).toEqual([...Array(300).fill(200), 429])
  expect([plain.status, published.status]).toEqual([200, 200])
})

test('more filters at once than there are connections hold up no other workspace', async () => {
  const filters = Array.from({ length: 42 }, (_, n) => ({ 'filter[next.title]': `Title ${n}`, limit: '1' }))
  await get(preview, filters[0]!)
  const holder = await owner.connect()
  await holder.query('begin; lock table content_entries in access exclusive mode')
  const asked = filters.map((query) => get(preview, query))
  const waiting = () =>
    owner.query(`select from pg_stat_activity where wait_event_type = 'Lock'
    and datname = current_database()`)
  const meanwhile = await vi
    .waitFor(async () => expect((await waiting()).rows).toHaveLength(2), { timeout: 10_000 })
    .then(() => Promise.all([as(globex.agent)(listTickets, { query: {} }), get(preview, filters[0]!), waiting()]))
    .finally(() => holder.query('rollback').finally(() => holder.release()))
  expect(meanwhile).toMatchObject([{ items: [] }, { status: 503, code: 'took-too-long' }, { rows: [{}, {}] }])
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(filters.map(() => 200))
})
