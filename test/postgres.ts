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
    /** A server on which tests may make databases and roles. */
    postgresUrl: string
    /** Where the servers of the tests keep their files; it goes with the run. */
    folder: string
    /** A migrated database that each worker copies, and the roles that serve it. */
    template: { database: string; roleSuffix: string; rolePassword: string }
  }
}

/** One server for the whole run: the one that TEST_DATABASE_URL names, or one that lasts as long as the tests. */
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

/** The name of a database that is dropped with the template at the end of the run. */
export const nameDatabase = ({ roleSuffix }: Pick<Template, 'roleSuffix'>) =>
  `startup_tools_test_${roleSuffix}_${randomBytes(6).toString('hex')}`

/** A server for as long as tests run, which would lose what it holds in a crash. */
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

/** Waits for connections that were ended a moment ago: one that is cut instead fails where nobody listens any more. */
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

/** For `runDueJobs`, which asks for a pool whose connections may be lost. */
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

/** Drops the template and all databases that were copied from it, whose workers have ended. */
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
