import pg from 'pg'
import { CannotStart } from './cannot-start.ts'
import { ensureCluster } from './embedded-postgres/cluster.ts'
import { findHome, type Home } from './embedded-postgres/home.ts'
import { launch } from './embedded-postgres/launch.ts'
import {
  findPostmaster,
  isAlive,
  lastPort,
  type Postmaster,
  removePidFile,
  stopPostmaster,
} from './embedded-postgres/postmaster.ts'
import { errorCode } from './error-code.ts'

type Options = {
  dataDir: string
  password: string
  /** If false, PostgreSQL does not wait for the disk. Tests run faster, but a power cut can destroy all data. */
  durable: boolean
  say: (line: string) => void
}

export type EmbeddedPostgres = {
  url: string
  stop(): Promise<void>
}

const supervisionMs = 500

/**
 * Starts PostgreSQL, or uses a server that already runs. A server that crashes is restarted on the same port. The
 * caller must have the lock on the data folder.
 */
export async function startEmbeddedPostgres({ dataDir, password, durable, say }: Options): Promise<EmbeddedPostgres> {
  const home = await findHome(dataDir, say)
  await ensureCluster(home, password, durable)
  let postmaster = (await takeOver(home, password)) ?? (await launch(home, { durable, port: lastPort(home) }))
  const { port } = postmaster
  const url = await ensureDatabase(port, password).catch(async (error) => {
    await stopPostmaster(home, postmaster.pid)
    throw error
  })

  const stopAtExit = () => interrupt(postmaster.pid)
  process.once('exit', stopAtExit)
  const supervision = supervise(async () => {
    if (isAlive(postmaster.pid)) return
    say('PostgreSQL ended by itself and is started again.')
    postmaster = await launch(home, { durable, port, keepPort: true })
  }, say)
  return {
    url,
    async stop() {
      await supervision.end()
      await stopPostmaster(home, postmaster.pid)
      process.off('exit', stopAtExit)
    },
  }
}

/** Returns the URL of the running PostgreSQL for commands beside the product. Undefined if it does not run. */
export async function findRunningPostgres(dataDir: string, password: string): Promise<string | undefined> {
  const home = await findHome(dataDir, () => {})
  const postmaster = await findPostmaster(home)
  return postmaster && ensureDatabase(postmaster.port, password)
}

async function takeOver(home: Home, password: string): Promise<Postmaster | undefined> {
  const postmaster = await findPostmaster(home)
  if (!postmaster) {
    removePidFile(home)
    return
  }
  const version = await versionOf(postmaster.port, password)
  // Stops a server of another version, which can run after an update of the npm packages of PostgreSQL.
  if (home.version.startsWith(`${version}.`) || home.version === version) return postmaster
  await stopPostmaster(home, postmaster.pid)
  return undefined
}

// Restarts PostgreSQL if it has ended. Repeats a failed restart, because a full disk or a used port can be temporary.
function supervise(restartIfDead: () => Promise<void>, say: (line: string) => void) {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= restartIfDead()
      .catch((error: Error) => say(error.message))
      .finally(() => {
        running = undefined
      })
  }, supervisionMs)
  timer.unref()
  return {
    async end() {
      clearInterval(timer)
      await running
    },
  }
}

function interrupt(pid: number) {
  try {
    process.kill(pid, 'SIGINT')
  } catch {}
}

const name = 'startup_tools'

/** Creates the product's database if it does not exist, and returns its URL. Fails if the password is wrong. */
export async function ensureDatabase(port: number, password: string): Promise<string> {
  const rows = await query(port, password, `select from pg_database where datname = '${name}'`)
  if (rows.length === 0) await query(port, password, `create database ${name}`)
  return urlOf(port, password, name)
}

export async function versionOf(port: number, password: string): Promise<string> {
  const [row] = await query(port, password, "select current_setting('server_version') as version")
  return row?.version ?? ''
}

const urlOf = (port: number, password: string, database: string) =>
  `postgres://startup_tools:${password}@127.0.0.1:${port}/${database}`

async function query(port: number, password: string, text: string): Promise<{ version?: string }[]> {
  const client = new pg.Client({ connectionString: urlOf(port, password, 'postgres'), connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    return (await client.query<{ version?: string }>(text)).rows
  } catch (error) {
    if (errorCode(error) !== '28P01') throw error
    throw new CannotStart(
      'The password in secrets.json does not open the database beside it: restore the two together.',
    )
  } finally {
    await client.end()
  }
}
