import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Pool } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { runCommand } from '#bin/admin/commands.ts'
import { withClient } from '#bin/admin/owner-database.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { fileKey, mailKey } from '#server/files/storage-keys.ts'
import { applyMigration, prepareMigrations, readMigrations } from '#server/platform/database/migrations.ts'
import { loadSecrets, takeOverSecrets } from '#server/platform/secrets.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { dropDatabase, nameDatabase, onServer, urlsFor } from '#test/postgres.ts'
import { databaseUrl, owner, platform, secrets, settings, type World } from '#test/world.ts'

// Stores the secrets of the tests in a file, as an installation does. Leaves out the database secrets, because an
// installation has its own database and roles.
const { databasePassword: _database, rolePassword: _role, roleSuffix: _suffix, ...keys } = secrets
takeOverSecrets(settings.dataDir, keys)

/** Runs an admin command on the database of the tests. */
export const admin = (...args: string[]) => adminWhere({}, ...args)

/** Runs an admin command like `admin`, with more environment variables. */
export const adminWhere = (environment: Record<string, string>, ...args: string[]) =>
  runCommand(args, { DATABASE_URL: databaseUrl.owner, DATA_DIR: settings.dataDir, LOG_LEVEL: 'fatal', ...environment })

/** Registers the cleanup: `onTestFinished` for one test, or `afterAll` for a whole file. */
type WhenOver = (work: () => Promise<void> | void) => void

/** Creates another installation that has all migrations and no workspace. */
export const newMigratedInstallation = () => newInstallation(inject('template').database)

/** Copies an installation. Nobody may be connected to its database. */
export async function copyInstallation({ database, dataDir }: { database: string; dataDir: string }) {
  const copy = await newInstallation(database)
  cpSync(dataDir, copy.dataDir, { recursive: true })
  return copy
}

/** Creates another installation on the same server. Its database is empty or a copy of `template`. */
export async function newInstallation(template = 'template1', whenOver: WhenOver = onTestFinished) {
  const postgresUrl = inject('postgresUrl')
  const database = nameDatabase(inject('template'))
  const dataDir = newFolder(whenOver)
  await onServer(postgresUrl, (client) => client.query(`create database ${database} template ${template}`))
  const { owner: url } = urlsFor(postgresUrl, database, { roleSuffix: '', rolePassword: '' })
  const pool = new Pool({ connectionString: url, max: 1, options: '-c search_path=app,identity' })
  // Ignores errors of the pool: dropping the database ends the connections, and the pool can notice this late.
  pool.on('error', () => {})
  whenOver(async () => {
    const { roleSuffix } = loadSecrets(dataDir)
    await pool.end()
    await dropDatabase(postgresUrl, database)
    await dropRoles(postgresUrl, roleSuffix)
  })
  const variables = { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' }
  return { database, dataDir, pool, url, admin: (...args: string[]) => runCommand(args, variables) }
}

/**
 * Drops the roles of an installation. Installations restored from one backup share their roles, so only the last one
 * drops them.
 */
const dropRoles = (postgresUrl: string, roleSuffix: string) =>
  onServer(postgresUrl, async (client) => {
    for (const part of ['app', 'identity', 'reader', 'worker'])
      await client.query(`drop role if exists startup_tools_${part}_${roleSuffix}`).catch((error) => {
        if (error.code !== dependentObjectsStillExist) throw error
      })
  })

const dependentObjectsStillExist = '2BP01'

/** Creates another installation with only the migrations before `next`, as an earlier version left it. */
export async function newEarlierInstallation(next: string) {
  const installation = await newInstallation()
  loadSecrets(installation.dataDir)
  const migrations = (await readMigrations()).filter(({ name }) => name < next)
  await withClient(installation.url, async (client) => {
    await prepareMigrations(client)
    for (const migration of migrations) await applyMigration(client, migration)
  })
  return installation
}

export function newFolder(whenOver: WhenOver = onTestFinished) {
  const folder = mkdtempSync(join(inject('folder'), 'copy-'))
  whenOver(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Adds a conversation with a file, a raw mail, a logo, and values that a text format could corrupt. */
export async function fillWorkspace(world: World, word: string) {
  const { id: ticketId } = await newTicket(world, {
    subject: `${word} \u2028 "quoted" \\ back`,
    text: `${word}\n\ttab \u2028`,
  })
  const reply = await as(world.agent)(writeMessage, { params: { id: ticketId }, body: { text: `Reply, ${word}` } })
  const [fileId, mailId] = [randomUUID(), randomUUID()]
  await platform.storage.put(fileKey(world.id, fileId), randomBytes(300_000))
  await platform.storage.put(mailKey(world.id, mailId), Buffer.from(`Subject: ${word}\r\n\r\n`))
  await owner.query(
    `insert into files (workspace_id, id, name, mime, bytes, is_kept) values ($1, $2, $3, 'image/png', 300000, true)`,
    [world.id, fileId, `${word}.png`],
  )
  await owner.query('insert into attachments (workspace_id, message_id, file_id, position) values ($1, $2, $3, 0)', [
    world.id,
    reply.id,
    fileId,
  ])
  await owner.query(
    `insert into inbound_mails (workspace_id, id, address, dedup_key, bytes, state, received_at)
     values ($1, $2, 'support', $3, 30, 'done', 'infinity')`,
    [world.id, mailId, `${word} ${mailId}`],
  )
  await owner.query(
    `insert into history (workspace_id, subject_type, subject_id, type, actor_type, old, new)
     values ($1, 'ticket', $2, 'odd', 'system', 'null', '1.10')`,
    [world.id, ticketId],
  )
  await owner.query('update workspaces set logo_file_id = $2 where id = $1', [world.id, fileId])
  return { ticketId, messageId: reply.id as string, fileId, mailId }
}

/** Returns the lines of an archive without the last one. */
export const linesOf = (archive: string) => gunzipSync(readFileSync(archive)).toString().split('\n').slice(0, -2)

const sumOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

export const fileLines = (key: string, text: string) => [
  JSON.stringify({ file: key }),
  JSON.stringify(Buffer.from(text).toString('base64')),
  JSON.stringify({ sha256: sumOf(text) }),
]

/** Writes an archive of changed lines with correct counts and a correct checksum. */
export function forgeArchive(lines: string[]): string {
  const forged = join(newFolder(), 'forged')
  const text = lines.map((line) => `${line}\n`).join('')
  const count = (start: string) => lines.filter((line) => line.startsWith(start)).length
  const end = { end: true, rows: count('['), files: count('{"file"'), sha256: sumOf(text) }
  writeFileSync(forged, gzipSync(`${text}${JSON.stringify(end)}\n`))
  return forged
}

/** Returns the rows of all tables in PostgreSQL's text form. */
export async function readRows(pool: Pool, { without = [] as string[], like = '%' } = {}) {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('app', 'identity') and table_type = 'BASE TABLE' and table_name <> 'migrations' order by 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !without.includes(table.name))) {
    const { rows } = await pool.query<{ row: string }>(
      `select t::text as row from ${name} t where t::text like $1 order by 1`,
      [like],
    )
    found[name] = rows.map(({ row }) => row)
  }
  return found
}
