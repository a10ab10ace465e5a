import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { writeApiKey } from '#server/platform/api-keys/api-key.ts'
import { compareTimes, tellRatio, tellSlow } from './compare.ts'
import { measureSaves } from './content-saves.ts'
import { entriesBy, listsBy } from './content-targets.ts'
import type { Target } from './load.ts'
import type { BenchSetup } from './place.ts'
import { plantMembers, plantWorkspace } from './plant.ts'
import { entryTables, plantContent } from './plant-content.ts'

const api = 'api.startuptools.localhost'
const largeCount = Number(process.env.BENCH_LARGE ?? 100_000)
const workspaceCount = Number(process.env.BENCH_WORKSPACES ?? 1000)
const entriesOfEach = 100
const wanted = { size: 0.9, p99Ms: 25 }

type Small = {
  workspaceId: string
  key: string
  slugOf: (number: number) => string
  entryCount: number
  forget(): Promise<void>
}

/**
 * Measures the first reads of entries and lists: with ten times as many entries, and with a thousand workspaces of a
 * hundred entries each.
 */
export async function measureSizes(place: BenchSetup, small: Small): Promise<string[]> {
  const { databaseUrl, ports } = place
  const own = { port: ports.product, host: api }
  const few = {
    entry: { ...own, name: 'entry', token: small.key, next: entriesBy(small.slugOf) },
    list: { ...own, name: 'list', token: small.key, next: listsBy(small.entryCount) },
  }
  const large = await plantContent({ databaseUrl, port: ports.product, domain: 'benchmark-large', count: largeCount })
  const ofLarge = { ...own, token: large.key }
  const entries = { ...ofLarge, name: 'entry of many', next: entriesBy(large.slugOf) }
  const lists = { ...ofLarge, name: 'list of many', next: listsBy(largeCount) }
  const missed = [
    ...(await measureSize(`an entry of ${largeCount}`, entries, few.entry, small)),
    ...(await measureSize(`a list of ${largeCount}`, lists, few.list, small)),
    ...(await measureSaves(place, large, `a save among ${largeCount}`)),
  ]
  const secrets = await plantWorkspaces(databaseUrl, small.workspaceId)
  const ofMany = inTurn(secrets)
  const entryOfMany = ofMany(entriesBy((turn) => `post-${turn % entriesOfEach}`))
  return [
    ...missed,
    ...(await measureSize(`an entry, ${workspaceCount} workspaces`, { ...own, ...entryOfMany }, few.entry, small)),
    ...(await measureSize(
      `a list, ${workspaceCount} workspaces`,
      { ...own, ...ofMany(listsBy(entriesOfEach)) },
      few.list,
      small,
    )),
  ]
}

async function measureSize(name: string, target: Target, few: Target, { forget }: Pick<Small, 'forget'>) {
  const times = await compareTimes(target, few, forget)
  return [tellRatio(name, times.ratio, wanted.size), tellSlow(name, times, wanted.p99Ms)].flatMap(
    (missed) => missed ?? [],
  )
}

/** Each request uses the key of the next workspace. */
const inTurn = (secrets: string[]) => (next: Target['next']) => {
  let workspace = 0
  return {
    name: 'of many workspaces',
    next() {
      workspace = (workspace + 1) % secrets.length
      return next()
    },
    authorize: () => secrets[workspace]!,
  }
}

/**
 * Creates workspaces with a copy of the first entries of workspace `from`, and an API key for each. Returns the keys.
 */
async function plantWorkspaces(databaseUrl: string, from: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl, options: '-c search_path=app,identity' })
  await client.connect()
  const secrets: string[] = []
  const ids: string[] = []
  for (let number = 0; number < workspaceCount; number += 1) {
    const id = await plantWorkspace(client, `benchmark-${number}-${randomBytes(3).toString('hex')}`)
    const [maker] = await plantMembers(client, id, { prefix: `maker-${number}-`, count: 1 })
    const { text, hash } = writeApiKey(id)
    await client.query(
      `insert into api_keys (workspace_id, name, kind, hash, scopes, created_by) values ($1, 'Site', 'delivery', $2, '{content:read}', $3)`,
      [id, hash, maker],
    )
    ids.push(id)
    secrets.push(text)
  }
  const copied = [
    ...['content_spaces', 'content_models', 'content_categories'].map((table) => ({ table, id: null })),
    ...entryTables,
  ]
  for (const { table, id } of copied)
    await client.query(
      `insert into ${table} select made.* from ${table} t, unnest($2::uuid[]) as w(id),
         jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object('workspace_id', w.id) || $3::jsonb) made
       where t.workspace_id = $1 ${id ? `and t.${id} in (select entry_id from content_published where workspace_id = $1 and slug = any($4))` : ''}`,
      [from, ids, nobody(table), ...(id ? [Array.from({ length: entriesOfEach }, (_, n) => `post-${n}`)] : [])],
    )
  await client.query('vacuum analyze')
  await client.end()
  return secrets
}

/** Sets the author columns to null, because the author is a member of the other workspace. */
const nobody = (table: string) =>
  JSON.stringify(
    table === 'content_entries'
      ? { created_by: null, updated_by: null, owner_id: null }
      : table === 'content_texts'
        ? { updated_by: null }
        : table === 'content_versions'
          ? { created_by: null }
          : {},
  )
