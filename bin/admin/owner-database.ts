import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { refuseNewerDatabase } from '#server/platform/database/migrations.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { lockDataFolder } from '#server/platform/process/instance-lock.ts'
import { keyringOf, loadSecrets, type Secrets } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/**
 * Runs work on the external or the embedded database, also while a server runs. Starts the embedded database if none
 * runs, and locks the data folder for this time. Refuses a database that a newer version has migrated.
 */
export async function onOwnerDatabase<T>(settings: Settings, does: (url: string) => Promise<T>): Promise<T> {
  const work = (url: string) => withClient(url, refuseNewerDatabase).then(() => does(url))
  if (settings.databaseOwnerUrl) return work(settings.databaseOwnerUrl)
  const lock = tryToLock(settings.dataDir)
  if (!(lock instanceof CannotStart)) return withEmbedded(settings, work).finally(lock.release)
  const url = await findRunningPostgres(settings.dataDir, loadSecrets(settings.dataDir).databasePassword)
  if (!url) throw lock
  return work(url)
}

/** Locks the data folder, so that no server uses it meanwhile. Accepts a database of any version. */
export async function onIdleDatabase<T>(settings: Settings, work: (url: string) => Promise<T>): Promise<T> {
  loadSecrets(settings.dataDir)
  const lock = lockDataFolder(settings.dataDir)
  const working = settings.databaseOwnerUrl ? work(settings.databaseOwnerUrl) : withEmbedded(settings, work)
  return working.finally(lock.release)
}

/**
 * Refuses if a server is connected to the database. The lock of the data folder is not enough, because an external
 * database can serve a server with another data folder.
 */
export async function refuseBesideServer(client: Client) {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name like 'startup-tools %'`,
  )
  if (rowCount) throw new CannotStart('A server is using this database: stop all servers first.')
}

export async function asOwner<T>(settings: Settings, work: (client: Client, url: string) => Promise<T>): Promise<T> {
  const isNew = !settings.databaseOwnerUrl && !existsSync(join(settings.dataDir, 'postgres'))
  if (isNew) refuseNew(settings)
  return onOwnerDatabase(settings, (url) =>
    withClient(url, async (client) => {
      const { rows } = await client.query("select to_regclass('app.workspaces') is null as is_new")
      if (rows[0].is_new) refuseNew(settings)
      return work(client, url)
    }),
  )
}

export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    options: '-c search_path=app,public,identity -c timezone=UTC',
  })
  // A lost connection already fails the waiting query. Without this listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function withEmbedded<T>({ dataDir }: Settings, work: (url: string) => Promise<T>): Promise<T> {
  const password = loadSecrets(dataDir).databasePassword
  const database = await startEmbeddedPostgres({ dataDir, password, durable: true, say: () => {} })
  return work(database.url).finally(database.stop)
}

function tryToLock(dataDir: string) {
  try {
    return lockDataFolder(dataDir)
  } catch (error) {
    if (error instanceof CannotStart) return error
    throw error
  }
}

function refuseNew({ databaseOwnerUrl, dataDir }: Settings): never {
  const place = databaseOwnerUrl ? 'The database' : dataDir
  throw new CannotStart(`${place} contains no installation: run npm start once first.`)
}

/**
 * Reads the secrets, but never creates new ones. With an external database, the server may use another data folder, and
 * new secrets would not match its data.
 */
export function readSecrets({ dataDir }: Settings): Secrets {
  if (existsSync(join(dataDir, 'secrets.json'))) return loadSecrets(dataDir)
  throw new CannotStart(`${dataDir} contains no secrets.json: set DATA_DIR to the folder that the server uses.`)
}

export function readKeys(settings: Settings) {
  const secrets = readSecrets(settings)
  return { codePepper: keyringOf(secrets, 'codePepper'), seal: keyringOf(secrets, 'sealKey') }
}
