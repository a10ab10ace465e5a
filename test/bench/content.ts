import { Client } from 'pg'
import { compare, compareTimes, fetchPage, tellBeside, tellRatio, tellSlow } from './compare.ts'
import { measurePictures } from './content-pictures.ts'
import { measureSaves } from './content-saves.ts'
import { measureSecond } from './content-second.ts'
import { measureSizes } from './content-sizes.ts'
import { entriesBy, listsBy } from './content-targets.ts'
import type { BenchSetup } from './place.ts'
import { plantContent } from './plant-content.ts'

/** Minimum ratios to a bare route that sends the same bytes, and the maximum 99th percentile. */
const wanted = { first: 0.7, again: 1.5, unchanged: 0.8, p99Ms: 25 }
const entryCount = Number(process.env.BENCH_ENTRIES ?? 10_000)
const api = 'api.startuptools.localhost'

type Planted = Awaited<ReturnType<typeof plantContent>>

/**
 * Measures the delivery of content, prints each figure with its target, and returns the names of those that are too far
 * off.
 */
export async function measureContent(place: BenchSetup): Promise<string[]> {
  const { databaseUrl, ports, product } = place
  const planted = await plantContent({
    databaseUrl,
    port: ports.product,
    domain: 'benchmark-content',
    count: entryCount,
  })
  await plantBare(databaseUrl, planted)
  await startBare(place, planted)
  console.log(`\n${entryCount} entries, 32 requests in flight, the middle of 5 rounds`)
  const forget = forgetterOf(databaseUrl, planted)
  const missed = [
    ...(await measureReads(place, planted, forget)),
    ...(await measureSaves(place, planted, 'a save, 8 at once')),
    ...(await measurePictures(place, planted)),
    ...(await measureSecond(place, planted)),
    ...(await measureSizes(place, { ...planted, entryCount, forget })),
  ]
  if (product.exitCode !== null) throw new Error('The server ended during the benchmark')
  return missed
}

/** Creates a table with the same JSON, which a bare route reads by one lookup. */
async function plantBare(databaseUrl: string, { workspaceId }: Planted) {
  const client = new Client({ connectionString: databaseUrl, options: '-c search_path=app' })
  await client.connect()
  await client.query(`
    create table bench_entries (slug text primary key, id uuid, category_id uuid, published_at timestamptz, body text)`)
  await client.query(
    `insert into bench_entries select p.slug, p.entry_id, k.key::uuid, p.published_at,
       regexp_replace(p.body, E'\\x01[^\\x01]*\\x01', jsonb_build_object('id', c.id, 'slug', c.slug, 'name', 'Category')::text)
     from content_published p join content_keys k using (workspace_id, entry_id, language)
     join content_categories c on c.workspace_id = p.workspace_id and c.id = k.key::uuid
     where p.workspace_id = $1 and p.language = 'en'`,
    [workspaceId],
  )
  await client.query('create index on bench_entries (category_id, published_at desc, id desc)')
  await client.query('vacuum analyze bench_entries')
  await client.end()
}

const fetchOne = ({ ports }: BenchSetup, { key, slugOf }: Planted) =>
  fetchPage({
    port: ports.product,
    host: api,
    path: `/api/v1/content/posts/${slugOf(1)}`,
    headers: { authorization: `Bearer ${key}` },
  })

async function startBare(place: BenchSetup, planted: Planted) {
  const { databaseUrl, ports, start, waitFor } = place
  const page = await fetchOne(place, planted)
  const { 'content-length': _, 'content-type': __, ...unsent } = page.headers
  const constant = Buffer.from(page.body, 'base64').toString()
  start(['test/bench/bare-content.ts', databaseUrl, String(ports.bare), JSON.stringify(unsent), constant])
  await waitFor(ports.bare, '/unchanged')
}

/**
 * Returns a function that simulates a publication by another process without a NOTIFY. The product notices it within a
 * second.
 */
function forgetterOf(databaseUrl: string, { workspaceId }: Planted) {
  return async () => {
    const client = new Client({ connectionString: databaseUrl, options: '-c search_path=app' })
    await client.connect()
    await client.query(
      `with raised as (update content_spaces set revision = revision + 1 where workspace_id = $1 returning workspace_id)
       insert into live_events (workspace_id, type) select workspace_id, 'content.changed' from raised`,
      [workspaceId],
    )
    await client.end()
    await new Promise((resolve) => setTimeout(resolve, 1100))
  }
}

async function measureReads(place: BenchSetup, planted: Planted, forget: () => Promise<void>) {
  const { ports } = place
  const { key, slugOf } = planted
  const own = { port: ports.product, host: api, token: key }
  const bare = { port: ports.bare, host: '127.0.0.1' }
  const get = (path: string) => () => ({ method: 'GET', path })
  const first = await compareTimes(
    { ...own, name: 'entry', next: entriesBy(slugOf) },
    { ...bare, name: 'bare entry', next: entriesBy(slugOf, '/entries') },
    forget,
  )
  const list = await compareTimes(
    { ...own, name: 'list', next: listsBy(entryCount) },
    {
      ...bare,
      name: 'bare list',
      next: listsBy(entryCount, (category, before) => `/categories/${category}/${before}`),
    },
    forget,
  )
  const again = await compare(
    { ...own, name: 'entry again', next: get(`/api/v1/content/posts/${slugOf(1)}`) },
    { ...bare, name: 'bare entry', next: get(`/entries/${slugOf(1)}`) },
  )
  const path = `/api/v1/content/posts?filter[category.slug]=category-7&limit=20`
  const listAgain = await compare(
    { ...own, name: 'list again', next: get(path) },
    { ...bare, name: 'bare list', next: get(`/categories/category-7/${encodeURIComponent(new Date().toISOString())}`) },
  )
  const constant = await compare(
    { ...own, name: 'entry again', next: get(`/api/v1/content/posts/${slugOf(1)}`) },
    { ...bare, name: 'bare constant', next: get('/constant') },
  )
  const { etag } = (await fetchOne(place, planted)).headers
  const known = { status: 304, headers: { 'if-none-match': etag!, 'cache-control': 'no-cache' } }
  const unchanged = await compare(
    { ...own, ...known, name: 'unchanged', next: get(`/api/v1/content/posts/${slugOf(1)}`) },
    { ...bare, ...known, name: 'bare 304', next: get('/unchanged') },
  )
  return [
    tellRatio('an entry for the first time', first.ratio, wanted.first),
    tellSlow('an entry for the first time', first, wanted.p99Ms),
    tellRatio('a list for the first time', list.ratio, wanted.first),
    tellSlow('a list for the first time', list, wanted.p99Ms),
    tellRatio('an entry again', again, wanted.again),
    tellRatio('a list again', listAgain, wanted.again),
    tellRatio('conditional, 304', unchanged, wanted.unchanged),
    tellBeside('an entry again, of a constant', constant),
  ].flatMap((missed) => missed ?? [])
}
