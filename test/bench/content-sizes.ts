import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { writeApiKey } from '#server/platform/api-keys/api-key.ts'
import { compare, tellRatio } from './compare.ts'
import { measureSaves } from './content-saves.ts'
import { load, type Target } from './load.ts'
import type { Place } from './place.ts'
import { plantMembers, plantWorkspace } from './plant.ts'
import { entryTables, plantContent } from './plant-content.ts'

const api = 'api.startuptools.localhost'
const largeCount = Number(process.env.BENCH_LARGE ?? 100_000)
const workspaceCount = Number(process.env.BENCH_WORKSPACES ?? 1000)
const entriesOfEach = 100
const wanted = { size: 0.9, memoryMb: 250 }

export type Small = { workspaceId: string; key: string; slugOf: (number: number) => string; forget(): Promise<void> }

/** An entry for the first time where there are ten times as many, and where a thousand workspaces have a hundred each. */
export async function measureSizes(place: Place, { key, slugOf, workspaceId, forget }: Small): Promise<string[]> {
  const { databaseUrl, ports } = place
  const own = { port: ports.product, host: api }
  const small = { ...own, name: 'entry', token: key, next: entriesBy((turn) => slugOf(turn)) }
  const large = await plantContent({ databaseUrl, port: ports.product, domain: 'benchmark-large', count: largeCount })
  const ofLarge = { ...own, name: 'entry of many', token: large.key, next: entriesBy((turn) => large.slugOf(turn)) }
  const byCount = await compare(ofLarge, small, forget)
  const saves = await measureSaves(place, large, `a save among ${largeCount}`)
  const secrets = await plantWorkspaces(databaseUrl, workspaceId)
  let workspace = 0
  const ofMany: Target = {
    ...{ ...own, name: 'entry of many workspaces' },
    next() {
      workspace = (workspace + 1) % secrets.length
      return { method: 'GET', path: `/api/v1/content/posts/post-${(workspace * 7) % entriesOfEach}` }
    },
    authorize: () => secrets[workspace]!,
  }
  const byWorkspaces = await compare(ofMany, small, forget)
  return [
    ...saves,
    tellRatio(`of ${largeCount} entries`, byCount, wanted.size),
    tellRatio(`of ${workspaceCount} workspaces`, byWorkspaces, wanted.size),
  ].flatMap((missed) => missed ?? [])
}

function entriesBy(slugOf: (turn: number) => string) {
  let turn = 0
  return () => {
    turn += 7919
    return { method: 'GET', path: `/api/v1/content/posts/${slugOf(turn)}` }
  }
}

/** Workspaces with the first entries of another and a key of their own each; the answer is what the keys say. */
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

/** Who wrote it is a member of the other workspace. */
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

/** The memory of a process that serves the API alone, while entries and lists are read from it. */
export async function measureMemory(place: Place, { key, slugOf }: Pick<Small, 'key' | 'slugOf'>): Promise<string[]> {
  const { dataDir, databaseUrl, ports } = place
  const own = join(dataDir, 'api-alone')
  mkdirSync(own)
  copyFileSync(join(dataDir, 'product', 'secrets.json'), join(own, 'secrets.json'))
  const port = ports.product + 10
  const child = place.startProduct({ DATA_DIR: own, DATABASE_URL: databaseUrl, PORT: String(port), ROLES: 'api' })
  await place.waitFor(port, '/readyz')
  const target = { port, host: api, token: key }
  const lists = (turn: number) => `/api/v1/content/posts?filter[category.slug]=category-${turn % 50}&limit=20`
  let turn = 0
  for (const pathOf of [(at: number) => `/api/v1/content/posts/${slugOf(at * 7919)}`, lists]) {
    const next = () => {
      turn += 1
      return { method: 'GET', path: `${pathOf(turn)}${turn % 2 ? '' : pathOf === lists ? '&count=none' : ''}` }
    }
    await load({ ...target, name: 'read', next }, { inFlight: 32, count: 12_000 })
  }
  const memory = memoryOf(child.pid!)
  const isReached = memory <= wanted.memoryMb
  console.log(
    `${'memory, ROLES=api'.padEnd(32)}${memory} MB   target ${wanted.memoryMb}: ${isReached ? 'reached' : 'missed'}`,
  )
  return isReached ? [] : ['memory']
}

const memoryOf = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
