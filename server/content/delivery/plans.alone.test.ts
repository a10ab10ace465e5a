import { expect, test } from 'vitest'
import { createContentCategory } from '#contract/content/categories.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, owner, platform, settings } from '#test/world.ts'

const copies = 3000

/** Creates one entry and `copies` copies of its rows. */
async function plant() {
  await owner.query(`update workspaces set languages = '{en,hr}' where id = $1`, [acme.id])
  const category = await as(acme.admin)(createContentCategory, { body: { name: 'Plans', slug: 'plans' } })
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'slug', kind: 'slug' },
      { key: 'topic', kind: 'category' },
      { key: 'sku', kind: 'text', indexed: true },
      { key: 'name', kind: 'text', indexed: true },
      { key: 'price', kind: 'decimal', indexed: true },
      { key: 'day', kind: 'date', indexed: true },
    ],
  })
  const ranked = { sku: 'SKU-0', name: 'Name', price: '9.50', day: '2026-01-01' }
  const { id } = await newLiveEntry(model, { title: 'One', slug: 'one', topic: category.id, ...ranked })
  const copy = async (table: string, columns: string) =>
    owner.query(
      `insert into ${table} select made.* from ${table} t, copies,
         jsonb_populate_record(t, jsonb_build_object('entry_id', copies.id) || ${columns}) made
       where t.workspace_id = $1 and t.${table === 'content_entries' ? 'id' : 'entry_id'} = $2`,
      [acme.id, id],
    )
  await owner.query(`create table copies as select n, uuidv7() as id from generate_series(1, ${copies}) n`)
  await copy('content_entries', `jsonb_build_object('id', copies.id)`)
  const at = `'published_at', now() - copies.n * interval '1 minute'`
  await copy('content_published', `jsonb_build_object('slug', 's-' || copies.n, ${at})`)
  await copy(
    'content_keys',
    `jsonb_build_object(${at}, 'key', case when copies.n % 50 = 0 then t.key else copies.id::text end)`,
  )
  await copy(
    'content_ranks',
    `(select jsonb_build_object(${at}, 'value', v, 'rank', case when t.text_order is null then lower(v) else v end) from (select case left(t.value, 1)
       when 'S' then 'SKU-' || copies.n when 'N' then chr(192 + copies.n % 300) || copies.n when '1' then rank_of('number', (copies.n % 500)::text)
       else (date '2024-01-01' + copies.n)::text end) x(v))`,
  )
  await owner.query('drop table copies')
  await owner.query('analyze content_published, content_keys, content_ranks, content_entries')

  return model
}

// Returns the query plans of the statements on `content_published` that one request runs. Explains them as the role of
// the reader connection.
async function plansOf(path: string, secret: string) {
  const asked: string[] = []
  const { onStatement } = platform.reader
  platform.reader.onStatement = (text) => asked.push(text)
  const { statusCode } = await app.inject({
    url: `/api/v1/content/${path}`,
    headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
  })
  platform.reader.onStatement = onStatement
  expect(statusCode).toBe(200)
  const ofRows = asked.filter((text) => text.includes('content_published p'))
  return Promise.all(
    ofRows.map((text) =>
      inWorkspace(
        platform.reader,
        acme.id,
        async ({ client }) => {
          await client.query(`prepare asked as ${text}`)
          const given = Array.from(new Set(text.match(/\$\d+/g)), () => 'null').join()
          const { rows } = await client.query({ text: `explain (costs off) execute asked(${given})`, rowMode: 'array' })
          await client.query('deallocate asked')
          return rows.map(([line]) => line).join('\n')
        },
        { isReading: true },
      ),
    ),
  )
}

let planted: ReturnType<typeof plant> | undefined
const findPlanted = () => {
  planted ??= plant()
  return planted
}

test('one entry and a list of a category are each one statement, which finds its rows by indexes', async () => {
  const model = await findPlanted()
  const { secret } = await newContentKey(acme, 'delivery')
  await plansOf(`${model.pluralKey}?limit=1`, secret)
  const [one, ...more] = await plansOf(`${model.pluralKey}/s-7`, secret)
  expect(more).toEqual([])
  expect(one).toMatch(/Index Cond: .*slug = /)
  expect(one).not.toMatch(/Seq Scan/)
  const query = '?filter[topic.slug]=plans&filter[publishedAt][lt]=2090-01-01T00:00:00Z&sort=-publishedAt&limit=20'
  const [list, ...others] = await plansOf(`${model.pluralKey}${query}`, secret)
  expect(others).toEqual([])
  expect(list).toMatch(/Index Only Scan using content_keys_\w+ on content_keys k0/)
  expect(list).toMatch(/Index Cond: .*slot = .*key = .*published_at </)
  expect(list).not.toMatch(/Seq Scan|Sort/)
  const [newest] = await plansOf(`${model.pluralKey}?limit=20`, secret)
  expect(newest).not.toMatch(/Seq Scan|Sort/)
})

test.each([
  ['sort=price', 'up', /slot = /],
  ['sort=-price', 'down', /slot = /],
  ['sort=-day,title', 'down', /slot = /],
  ['sort=name', 'up_und', /slot = /],
  ['sort=-name', 'down_und', /slot = /],
  ['sort=name&locale=hr', 'up_hr', /slot = /],
  ['sort=-name,title&locale=hr', 'down_hr', /slot = /],
  ['filter[sku]=SKU-7&sort=-publishedAt', 'value', /value = /],
  ['filter[sku][in]=SKU-7,SKU-9&sort=title', 'value', /value = ANY/],
  ['filter[price]=7.00&sort=-publishedAt', 'value', /value = rank_of/],
  ['filter[price][gte]=7&filter[price][lt]=9&sort=title', 'value', /value >= .*value < /],
  ['filter[day][gte]=2026-01-01&sort=day', 'up', /rank >= /],
  ['filter[day][lt]=2025-01-01&sort=-day', 'down', /rank < /],
  ['filter[sku]=SKU-7&sort=price', 'value', /value = /],
])(
  'a list with %s is one statement, which finds its rows by an index of the field',
  async (query, index, condition) => {
    const model = await findPlanted()
    const { secret } = await newContentKey(acme, 'delivery')
    await plansOf(`${model.pluralKey}?limit=1`, secret)
    const [list, ...others] = await plansOf(`${model.pluralKey}?${query}&limit=20`, secret)
    expect(others).toEqual([])
    expect(list).toMatch(new RegExp(`using content_ranks_${index} on content_ranks r\\d`))
    expect(list).toMatch(condition)
    expect(list).not.toMatch(/Seq Scan/)
  },
)
