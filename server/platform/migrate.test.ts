import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { dropDatabase, onServer, urlsFor } from '#test/postgres.ts'
import {
  applyMigration,
  productVersion,
  readMigration,
  readMigrations,
  refuseUnknown,
  watchForNewer,
} from './database/migrations.ts'
import { migrate } from './migrate.ts'

const postgresUrl = inject('postgresUrl')

/** Creates a database with all migrations of this version. */
const newMigrated = () => newDatabase(inject('template').database)

/** Creates a database without migrations, or a copy of `template`, with the roles of the other tests. */
async function newDatabase(template = 'template1') {
  const name = `startup_tools_migrate_${randomBytes(6).toString('hex')}`
  await onServer(postgresUrl, (client) => client.query(`create database ${name} template ${template}`))
  const { owner, app, roles, rolePassword, worker } = urlsFor(postgresUrl, name, inject('template'))
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await dropDatabase(postgresUrl, name)
  })
  return { client, run: () => migrate({ ownerUrl: owner, roles, rolePassword, workerUrl: worker }), roles, app }
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
  const { client, run } = await newMigrated()
  await client.query(`update app.migrations set checksum = 'other' where name like '0003%'`)
  await expect(run()).rejects.toThrow(/^The migration 0003.* was changed after it was applied: install the version/)
})

test('a migration that fails is named and leaves nothing of itself, and the next start goes on there', async () => {
  const { client, run } = await newMigrated()
  // The migration 0022 renames a column, so it fails if it runs a second time.
  const failing = (await readMigrations()).find(({ name }) => name.startsWith('0022'))!
  await client.query('delete from app.migrations where name = $1', [failing.name])
  await expect(run()).rejects.toThrow(`The migration ${failing.name} failed: `)
  expect(await namesIn(client)).not.toContain(failing.name)
})

test('what each role may do is given anew at each start', async () => {
  const { client, run, roles } = await newMigrated()
  const mayRead = async () =>
    (await client.query('select has_table_privilege($1, $2, $3) as may', [roles.app, 'app.tickets', 'select'])).rows
  await client.query(`revoke all on app.tickets from ${pg.escapeIdentifier(roles.app)}`)
  expect(await mayRead()).toEqual([{ may: false }])
  await run()
  expect(await mayRead()).toEqual([{ may: true }])
})

describe('a database that a newer version migrated', () => {
  test.each([
    [
      '9.1.0',
      /^The database was migrated by version 9\.1\.0, and this is [\d.]+, which does not know 9999_later\.sql: install/,
    ],
    [productVersion, /^The database was migrated by a newer build of version [\d.]+, and this is/],
    [null, /^The database was migrated by a newer version, and this is/],
  ])('is refused with the version that did: %s', (version, sentence) => {
    const applied = [{ name: '9999_later.sql', checksum: 'x', version }]
    expect(() => refuseUnknown('The database was migrated', applied, [])).toThrow(sentence)
  })

  test('is refused and left as it is: no step of this version is applied to it and no role gets anything', async () => {
    const { client, run, roles } = await newMigrated()
    const known = await namesIn(client)
    await client.query("insert into app.migrations (name, checksum, version) values ('9999_later.sql', 'x', '9.1.0')")
    await client.query('delete from app.migrations where name = $1', [known.at(-1)])
    await client.query(`revoke all on app.tickets from ${pg.escapeIdentifier(roles.app)}`)
    await expect(run()).rejects.toThrow(/9\.1\.0/)
    const { rows } = await client.query('select has_table_privilege($1, $2, $3) as may', [
      roles.app,
      'app.tickets',
      'select',
    ])
    expect(rows).toEqual([{ may: false }])
    expect(await namesIn(client)).toEqual([...known.slice(0, -1), '9999_later.sql'])
  })
})

test('an update records from then on which version applied a step', async () => {
  const { client, run } = await newMigrated()
  const last = (await namesIn(client)).at(-1)
  await client.query('alter table app.migrations drop column version, drop column allows_older')
  await client.query("insert into app.migrations (name, checksum) values ('9999_next.sql', 'x')")
  await expect(run()).rejects.toThrow(/^The database was migrated by a newer version/)
  await client.query("delete from app.migrations where name = '9999_next.sql'")
  expect(await run()).toBe(0)
  const versions = 'select distinct version, allows_older from app.migrations'
  expect((await client.query(versions)).rows).toEqual([{ version: null, allows_older: false }])
  await applyMigration(client, readMigration('9999_next.sql', '-- A note.\nselect 1'))
  expect((await client.query(`${versions} where name > $1`, [last])).rows).toEqual([
    { version: productVersion, allows_older: false },
  ])
})

test('a running process is told of a step beside which it may not go on, and of no other', async () => {
  const { client, app } = await newMigrated()
  const pool = new pg.Pool({ connectionString: app, max: 1 })
  onTestFinished(() => pool.end())
  const told = Promise.withResolvers<string>()
  const watch = watchForNewer({ pool, known: await readMigrations(), onNewer: told.resolve })
  onTestFinished(watch.stop)

  const text = '-- A step that adds and takes nothing.\n-- older versions may run beside this\nselect 1'
  await applyMigration(client, readMigration('9999_beside.sql', text))
  await applyMigration(client, readMigration('9998_apart.sql', '-- A step.\nselect 1'))

  expect(await told.promise).toMatch(/does not know 9998_apart\.sql/)
})
