import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { dropDatabase, onServer, urlsFor } from '#test/postgres.ts'
import { migrate, readMigrations } from './migrate.ts'

const postgresUrl = inject('postgresUrl')

/** A database that no version has seen, with the roles of the other tests. */
async function newDatabase() {
  const name = `startup_tools_migrate_${randomBytes(6).toString('hex')}`
  await onServer(postgresUrl, (client) => client.query(`create database ${name}`))
  const { owner, roles, rolePassword, worker } = urlsFor(postgresUrl, name, inject('template'))
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await dropDatabase(postgresUrl, name)
  })
  return { client, run: () => migrate({ ownerUrl: owner, roles, rolePassword, workerUrl: worker }), roles }
}

const namesIn = async (client: pg.Client) =>
  (await client.query<{ name: string }>('select name from app.migrations order by name')).rows.map(({ name }) => name)

test('of processes that start at once one migrates, and the next start has nothing to do', async () => {
  const { client, run } = await newDatabase()
  const applied = await Promise.all([run(), run(), run()])
  const known = (await readMigrations()).map(({ name }) => name)
  expect(applied.toSorted((a, b) => a - b)).toEqual([0, 0, known.length])
  expect(await namesIn(client)).toEqual(known)
  expect(await run()).toBe(0)
})

test('a migration that was changed after it was applied stops the start, with what to do', async () => {
  const { client, run } = await newDatabase()
  await run()
  await client.query(`update app.migrations set checksum = 'other' where name like '0003%'`)
  await expect(run()).rejects.toThrow(/^The migration 0003.* was changed after it was applied: install the version/)
})

test('a migration that fails is named and leaves nothing of itself, and the next start goes on there', async () => {
  const { client, run } = await newDatabase()
  await run()
  // It renames a column, which cannot be done twice.
  const failing = (await readMigrations()).find(({ name }) => name.startsWith('0022'))!
  await client.query('delete from app.migrations where name = $1', [failing.name])
  await expect(run()).rejects.toThrow(`The migration ${failing.name} failed: `)
  expect(await namesIn(client)).not.toContain(failing.name)
})

test('what each role may do is given anew at each start', async () => {
  const { client, run, roles } = await newDatabase()
  await run()
  const mayRead = async () =>
    (await client.query('select has_table_privilege($1, $2, $3) as may', [roles.app, 'app.tickets', 'select'])).rows
  await client.query(`revoke all on app.tickets from ${pg.escapeIdentifier(roles.app)}`)
  expect(await mayRead()).toEqual([{ may: false }])
  await run()
  expect(await mayRead()).toEqual([{ may: true }])
})
