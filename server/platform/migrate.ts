import { readFile } from 'node:fs/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { describeError } from '#server/platform/log.ts'
import { CannotStart } from './cannot-start.ts'
import {
  applyMigration,
  listApplied,
  type Migration,
  prepareMigrations,
  readMigrations,
  refuseNewerDatabase,
} from './database/migrations.ts'

export type Roles = { app: string; identity: string; reader: string; worker: string }
export type MigrateOptions = {
  ownerUrl: string
  /** The database roles that get grants. `rolePassword` creates missing roles and becomes every role's password. */
  roles: Roles
  rolePassword: string | null
  workerUrl: string
}

const migrationLock = 7_310_442
const quietLogger = new Logger(() => () => {})

/** Applies new migrations, and prepares roles and job tables. Other processes wait for the lock of the first. */
export async function migrate({ ownerUrl, roles, rolePassword, workerUrl }: MigrateOptions): Promise<number> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5000,
    options: '-c search_path=app,public',
  })
  await client.connect()
  try {
    await refuseOldServer(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await applyNewMigrations(client)
    if (rolePassword) await makeRoles(client, roles, rolePassword)
    await prepareJobs(client, roles, workerUrl)
    await runTemplate(client, 'grants.sql', roles)
    return applied
  } finally {
    await client.end()
  }
}

async function refuseOldServer(client: pg.Client) {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  )
  if (rows[0].number < 150000)
    throw new CannotStart(`PostgreSQL 15 or newer is needed, and this server is ${rows[0].name}.`)
}

async function applyNewMigrations(client: pg.Client): Promise<number> {
  await refuseNewerDatabase(client)
  await prepareMigrations(client)
  const names = new Set((await listApplied(client)).map(({ name }) => name))
  const missing = (await readMigrations()).filter(({ name }) => !names.has(name))
  for (const migration of missing) await applyWhole(client, migration)
  return missing.length
}

async function applyWhole(client: pg.Client, migration: Migration) {
  await client.query('begin')
  try {
    await applyMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${migration.name} failed: ${describeError(error).message}`, { cause: error })
  }
}

async function makeRoles(client: pg.Client, roles: Roles, password: string) {
  for (const role of new Set(Object.values(roles))) {
    const name = pg.escapeIdentifier(role)
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
    await client.query(
      `${rowCount ? 'alter' : 'create'} role ${name} login noinherit password ${pg.escapeLiteral(password)}`,
    )
  }
}

// Prepares the job tables. Roles other than the worker role cannot write to these tables, but queue jobs with a
// function that sets the workspace.
async function prepareJobs(client: pg.Client, roles: Roles, workerUrl: string) {
  const worker = pg.escapeIdentifier(roles.worker)
  const { rows } = await client.query('select current_user as owner, current_database() as database')
  if (rows[0].owner !== roles.worker) {
    await client.query(`grant ${worker} to current_user`)
    await client.query(`grant create on database ${pg.escapeIdentifier(rows[0].database)} to ${worker}`)
  }
  await runMigrations({ connectionString: workerUrl, logger: quietLogger })
  const asWorker = new pg.Client({ connectionString: workerUrl })
  await asWorker.connect()
  try {
    await runTemplate(asWorker, 'jobs.sql', roles)
  } finally {
    await asWorker.end()
  }
}

async function runTemplate(client: pg.Client, file: string, roles: Roles) {
  const text = await readFile(new URL(`../../database/${file}`, import.meta.url), 'utf8')
  await client.query(
    text.replace(/:(app|identity|reader|worker)\b/g, (_, role: keyof Roles) => pg.escapeIdentifier(roles[role])),
  )
}
