import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { type DatabaseUrls, databaseUrls } from '#server/start/create-platform.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a database server on which tests can create databases and roles. */
    postgresUrl: string
    /** Folder for the files of the test servers. It is deleted after the run. */
    folder: string
    /** Name of a migrated database that each worker copies, and its roles. */
    template: { database: string; roleSuffix: string; rolePassword: string }
  }
}

/** Starts one database server for the whole run, or uses the server that TEST_DATABASE_URL names. */
export default async function startPostgres(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? null : await startTemporary()
  const postgresUrl = given ?? server!.url
  project.provide('postgresUrl', postgresUrl)
  const template = await makeTemplate(postgresUrl)
  project.provide('template', template)
  const folder = mkdtempSync(join(tmpdir(), 'startup-tools-worlds-'))
  project.provide('folder', folder)
  return async () => {
    if (given) await dropDatabases(postgresUrl, template)
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns a unique database name. `dropDatabases` finds databases by this prefix after the run. */
export const nameDatabase = ({ roleSuffix }: Pick<Template, 'roleSuffix'>) =>
  `startup_tools_test_${roleSuffix}_${randomBytes(6).toString('hex')}`

/** Starts a temporary database server. The server writes nothing durably, so a crash loses its data. */
export async function startTemporary() {
  const dataDir = mkdtempSync(join(tmpdir(), 'startup-tools-test-'))
  chmodSync(dataDir, 0o711)
  const server = await startEmbeddedPostgres({ dataDir, password: 'for-tests', durable: false, say: console.log })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type Template = { database: string; roleSuffix: string; rolePassword: string }

async function makeTemplate(postgresUrl: string): Promise<Template> {
  const roleSuffix = randomBytes(4).toString('hex')
  const template = {
    database: `startup_tools_template_${roleSuffix}`,
    roleSuffix,
    rolePassword: randomBytes(12).toString('hex'),
  }
  await onServer(postgresUrl, (client) => client.query(`create database ${template.database}`))
  const { owner, roles, rolePassword, worker } = urlsFor(postgresUrl, template.database, template)
  await migrate({ ownerUrl: owner, roles, rolePassword, workerUrl: worker })
  return template
}

/**
 * Drops a database. First waits until recently ended connections are closed, because cutting them would raise an error
 * that nobody handles.
 */
export const dropDatabase = (postgresUrl: string, name: string) =>
  onServer(postgresUrl, async (client) => {
    const isOpen = async () => (await client.query('select from pg_stat_activity where datname = $1', [name])).rowCount
    for (let tries = 0; tries < 100 && (await isOpen()); tries += 1) await wait(20)
    await client.query(`drop database ${name} with (force)`)
  })

export async function onServer<T>(postgresUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Opens a pool for `runDueJobs`, which needs a pool that handles lost connections. */
export function openJobPool(workerUrl: string): Pool {
  const pool = new Pool({ connectionString: workerUrl, max: 3 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function urlsFor(
  postgresUrl: string,
  database: string,
  roles: Pick<Template, 'roleSuffix' | 'rolePassword'>,
): DatabaseUrls {
  const url = new URL(postgresUrl)
  url.pathname = `/${database}`
  return databaseUrls(url.href, url.href, roles)
}

/** Drops the template database, its copies and their roles. The workers have already ended. */
async function dropDatabases(postgresUrl: string, { database, roleSuffix }: Template) {
  await onServer(postgresUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where datname = $1 or starts_with(datname, $2)',
      [database, `startup_tools_test_${roleSuffix}_`],
    )
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
    for (const part of ['app', 'identity', 'reader', 'worker'])
      await client.query(`drop role if exists startup_tools_${part}_${roleSuffix}`)
  })
}
