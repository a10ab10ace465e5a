import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { CannotStart } from '#server/platform/cannot-start.ts'

const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
export const { version: productVersion }: { version: string } = JSON.parse(manifest)

export type Migration = {
  name: string
  text: string
  checksum: string
  /** If true, processes of an older version are allowed to run beside a database with this migration. */
  allowsOlder: boolean
}

export type AppliedMigration = { name: string; checksum: string; version?: string | null | undefined }

const allowsOlderLine = /^-- older versions may run beside this$/m

export const readMigration = (name: string, text: string): Migration => ({
  name,
  text,
  checksum: createHash('sha256').update(text).digest('hex'),
  allowsOlder: allowsOlderLine.test(text),
})

export async function readMigrations(): Promise<Migration[]> {
  const folder = new URL('../../../database/migrations/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async (name) => readMigration(name, await readFile(new URL(name, folder), 'utf8'))))
}

/** Creates the migrations table. Adds only missing columns, because `alter table` waits for all readers. */
export async function prepareMigrations(client: pg.Client) {
  await client.query('create schema if not exists app')
  await client.query(
    'create table if not exists app.migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const { rowCount } = await client.query(
    `select from information_schema.columns where table_schema = 'app' and table_name = 'migrations' and column_name = 'allows_older'`,
  )
  if (rowCount) return
  await client.query(
    'alter table app.migrations add column version text, add column allows_older boolean not null default false',
  )
}

export async function applyMigration(client: pg.Client, { name, text, checksum, allowsOlder }: Migration) {
  await client.query(text)
  await client.query('insert into app.migrations (name, checksum, version, allows_older) values ($1, $2, $3, $4)', [
    name,
    checksum,
    productVersion,
    allowsOlder,
  ])
}

export async function listApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query("select to_regclass('app.migrations') is not null as is_there")
  if (!found[0].is_there) return []
  const { rows } = await client.query<AppliedMigration>(
    "select name, checksum, to_jsonb(m) ->> 'version' as version from app.migrations m order by name",
  )
  return rows
}

/**
 * Refuses a database with migrations that this version does not know or that were changed. `origin` is the start of the
 * message about unknown migrations.
 */
export function refuseUnknown(origin: string, applied: AppliedMigration[], known: Migration[]) {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
  const newer = applied.findLast(({ name }) => !checksums.has(name))
  if (newer) throw new CannotStart(tellNewer(origin, newer))
  const changed = applied.find(({ name, checksum }) => checksums.get(name) !== checksum)
  if (!changed) return
  throw new CannotStart(
    `The migration ${changed.name} was changed after it was applied: install the version it came with, or a newer one.`,
  )
}

export async function refuseNewerDatabase(client: pg.Client) {
  refuseUnknown(databaseOrigin, await listApplied(client), await readMigrations())
}

const databaseOrigin = 'The database was migrated'

type NewerMigration = Pick<AppliedMigration, 'name' | 'version'>

function tellNewer(origin: string, { name, version }: NewerMigration): string {
  const maker = version === productVersion ? `a newer build of version ${version}` : `version ${version}`
  return `${origin} by ${version ? maker : 'a newer version'}, and this is ${productVersion}, which does not know ${name}: install that version or a newer one.`
}

const lookMs = 1000

type Watch = { pool: pg.Pool; known: Migration[]; onNewer(sentence: string): void }

/** Looks every second for an unknown migration that forbids older processes, then calls `onNewer` once. */
export function watchForNewer({ pool, known, onNewer }: Watch): { stop(): void } {
  const names = known.map(({ name }) => name)
  const look = async () => {
    const found = await pool
      .query<NewerMigration>(
        'select name, version from app.migrations where not allows_older and name <> all ($1) order by name desc limit 1',
        [names],
      )
      .catch(() => null)
    if (isStopped) return
    const newer = found?.rows[0]
    if (newer) onNewer(tellNewer(databaseOrigin, newer))
    else timer = setTimeout(look, lookMs).unref()
  }
  let isStopped = false
  let timer = setTimeout(look, 0).unref()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
