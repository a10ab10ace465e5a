import type { Client } from 'pg'
import type { Opening } from '#bin/admin/archive/archive-format.ts'
import { readCatalog } from '#bin/admin/archive/catalog.ts'
import { explainRows, fillTables, stageArchive } from '#bin/admin/archive/load-rows.ts'
import { type OpenedArchive, openArchive } from '#bin/admin/archive/read-archive.ts'
import { queueTimers, settleCopy } from '#bin/admin/archive/settle-copy.ts'
import { standardStream } from '#bin/admin/archive/write-archive.ts'
import { auditLine, type Command, quietly, sayUnless } from '#bin/admin/command.ts'
import { count } from '#bin/admin/find-workspace.ts'
import { inTransaction, onIdleDatabase, refuseBesideServer, withClient } from '#bin/admin/owner-database.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import {
  applyMigration,
  type Migration,
  prepareMigrations,
  readMigrations,
  refuseUnknown,
} from '#server/platform/database/migrations.ts'
import { migrate } from '#server/platform/migrate.ts'
import { parseSecrets, type Secrets, takeOverSecrets } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { folderStorage } from '#server/platform/storage.ts'
import { databaseUrls } from '#server/start/create-platform.ts'

export const restore: Command = {
  name: 'restore',
  takes: 'FILE|- [--yes] [--quiet]',
  does: 'Restores a backup; --yes replaces an existing installation',
  options: { yes: { type: 'boolean' }, ...quietly },
  async run({ settings, words: [file], options }) {
    const opened = await openArchive(file!, 'installation')
    const secrets = parseSecrets(opened.opening.secrets)
    if (!secrets)
      throw new CannotStart(`${file} contains no secrets that this version can read: install the version that made it.`)
    const migrations = await findMigrations(opened.opening)
    const restored = await onIdleDatabase(settings, (url) =>
      withClient(url, async (client) => {
        await refuseBesideServer(client)
        if (!options.yes) await refuseToReplace(client, settings)
        const filled = await inTransaction(client, () => fill(client, settings, opened, migrations)).catch((error) => {
          throw explainRows(error, `The rows of ${nameInput(file!)} are inconsistent: nothing was changed.`)
        })
        await removeOthers(settings, filled.keys)
        await complete(client, settings, url, takeOverSecrets(settings.dataDir, secrets))
        return filled
      }),
    )
    return sayUnless(options, ...tellRestored(file!, opened.opening, restored))
  },
}

const nameInput = (file: string) => (file === standardStream ? 'the archive' : file)

type RestoredContent = Awaited<ReturnType<typeof fill>>

function tellRestored(file: string, { madeAt }: Opening, { totals, workspaceIds, unsent }: RestoredContent): string[] {
  const sizes = `${count(workspaceIds.length, 'workspace')}, ${count(totals.rows, 'row')}, ${count(totals.files, 'file')}`
  const mails = unsent > 0 ? ` ${count(unsent, 'mail')} that waited to be sent will not be sent.` : ''
  return [
    `Restored ${nameInput(file)} as of ${madeAt}: ${sizes}. Everyone has to sign in again.${mails} Start the server with npm start.`,
    'If this is a copy of an installation that is still in use, start it with SENDING=off: it then sends no mail and makes no requests to other servers.',
    auditLine('installation.restored', { file }),
  ]
}

type Migrations = { ofBackup: Migration[]; since: Migration[] }

async function findMigrations({ migrations }: Opening): Promise<Migrations> {
  const all = await readMigrations()
  refuseUnknown('The backup was made', migrations, all)
  const names = new Set(migrations.map(({ name }) => name))
  return { ofBackup: all.filter(({ name }) => names.has(name)), since: all.filter(({ name }) => !names.has(name)) }
}

async function refuseToReplace(client: Client, { dataDir, databaseOwnerUrl }: Settings) {
  const { rows } = await client.query("select to_regclass('app.workspaces') is not null as is_there")
  if (!rows[0].is_there) return
  const found = await client.query('select count(*)::int as number from workspaces')
  if (found.rows[0].number === 0) return
  const place = databaseOwnerUrl ? 'The database' : dataDir
  throw new CannotStart(
    `${place} holds ${count(found.rows[0].number, 'workspace')}, which a restore replaces: add --yes to do it.`,
  )
}

async function fill(client: Client, { filesDir }: Settings, { parts }: OpenedArchive, migrations: Migrations) {
  await client.query('drop schema if exists app, identity, jobs, graphile_worker cascade')
  await prepareMigrations(client)
  for (const migration of migrations.ofBackup) await applyMigration(client, migration)

  const storage = folderStorage(filesDir)
  const keys = new Set<string>()
  const tables = await readCatalog(client, ['app', 'identity'])
  const { staged, totals } = await stageArchive(client, tables, parts, (key, bytes) => {
    keys.add(key)
    return storage.put(key, bytes)
  })
  await fillTables(client, tables, staged)
  for (const migration of migrations.since) await applyMigration(client, migration)

  const workspaceIds = await listWorkspaceIds(client)
  let unsent = 0
  for (const id of workspaceIds) unsent += await settleCopy(client, id, { code: 'restored' })
  return { totals, keys, workspaceIds, unsent }
}

async function listWorkspaceIds(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from workspaces order by id')
  return rows.map(({ id }) => id)
}

async function removeOthers({ filesDir }: Settings, keys: Set<string>) {
  const storage = folderStorage(filesDir)
  for await (const key of storage.list()) if (!keys.has(key)) await storage.remove(key)
}

// Creates the database roles and the job tables, as a start of the server does. Then queues the timed jobs of each
// workspace.
async function complete(client: Client, { databaseUrl }: Settings, url: string, secrets: Secrets) {
  const { owner, roles, rolePassword, worker } = databaseUrls(url, databaseUrl ?? url, secrets)
  await migrate({ ownerUrl: owner, roles, rolePassword, workerUrl: worker })
  for (const id of await listWorkspaceIds(client)) await inTransaction(client, () => queueTimers(client, id))
  await client.query('analyze')
}
