import type { Client } from 'pg'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { folderStorage, type Storage } from '#server/platform/storage.ts'
import type { Settings } from '#server/settings.ts'
import { faultOfDomain, normalizeDomain } from '#server/workspaces/check-domain.ts'
import type { Opening } from './archive/archive-file.ts'
import { readCatalog } from './archive/catalog.ts'
import { listApplied } from './archive/dump-rows.ts'
import { fillTables, type Staged, stageArchive } from './archive/load-rows.ts'
import { type Opened, openArchive } from './archive/open-archive.ts'
import { queueTimers, settleCopy } from './archive/settle-copy.ts'
import { auditLine, type Command } from './command.ts'
import { count, recordAudit } from './find-workspace.ts'
import { asOwner, inTransaction } from './owner-database.ts'

type Wanted = { id: string; domain: string }

export const importWorkspace: Command = {
  name: 'workspace import',
  takes: 'FILE [--domain NEW]',
  does: 'Reads a workspace from a file that export wrote',
  options: { domain: { type: 'string' } },
  async run({ settings, words: [file], options }) {
    const opened = await openArchive(file!, 'workspace')
    const { id, domain: old } = opened.opening.workspace!
    const wanted = { id, domain: normalizeDomain(String(options.domain ?? old)) }
    refuseBadName(wanted.domain, settings)
    return asOwner(settings, (client) => importInto(client, settings, opened, wanted))
  },
}

function refuseBadName(domain: string, { rootDomain }: Settings) {
  const fault = faultOfDomain(domain, rootDomain)
  if (fault)
    throw new CannotStart(`${domain || 'An empty name'} can't be a workspace's domain: choose one by --domain.`)
}

async function importInto(client: Client, settings: Settings, { opening, parts }: Opened, wanted: Wanted) {
  // Of two imports of one file at once the second waits, and then finds the workspace there.
  await client.query('select pg_advisory_lock(hashtextextended($1, 7))', [wanted.id])
  await refuseTaken(client, wanted)
  await refuseOtherVersion(client, opening)
  const storage = folderStorage(settings.filesDir)
  try {
    const { totals, unsent } = await inTransaction(client, () => fill(client, storage, parts, wanted))
    const sizes = `${count(totals.rows, 'row')} and ${count(totals.files, 'file')}`
    const mails = unsent > 0 ? ` ${count(unsent, 'mail')} that waited to go out will not be sent.` : ''
    const audit = auditLine('workspace.imported', { domain: wanted.domain, workspace: wanted.id })
    return `Imported ${wanted.domain}: ${sizes}. Everyone signs in again.${mails}\n${audit}`
  } catch (error) {
    await removeFilesUnlessThere(client, storage, wanted)
    throw error
  }
}

/** A connection that broke while it committed leaves open whether the workspace is there; then its files stay. */
async function removeFilesUnlessThere(client: Client, storage: Storage, { id }: Wanted) {
  const found = await client.query('select from workspaces where id = $1', [id]).catch(() => null)
  if (found?.rowCount === 0) await storage.removeWorkspace(id)
}

async function fill(client: Client, storage: Storage, parts: Opened['parts'], wanted: Wanted) {
  const { id, domain } = wanted
  const tables = await readCatalog(client, ['app', 'identity'])
  const { staged, totals } = await stageArchive(client, tables, parts, (key, bytes) => {
    if (!key.startsWith(`${id}/`)) throw foreign()
    return storage.put(key, bytes)
  })
  await prepareStages(client, staged, wanted)
  await fillTables(client, tables, staged)
  const unsent = await settleCopy(client, id, { code: 'imported' })
  await queueTimers(client, id)
  await recordAudit(client, id, 'workspace.imported', {})
  await client.query('delete from resting_domains where domain = $1', [domain])
  return { totals, unsent }
}

async function refuseTaken(client: Client, { id, domain }: Wanted) {
  const { rows } = await client.query<Wanted>('select id, domain from workspaces where id = $1 or domain = $2', [
    id,
    domain,
  ])
  const same = rows.find((row) => row.id === id)
  if (same) throw new CannotStart(`This workspace is here already, as ${same.domain}: delete that one first.`)
  if (rows.length > 0) throw new CannotStart(`There is a workspace ${domain} already: choose another by --domain.`)
}

async function refuseOtherVersion(client: Client, { migrations }: Opening) {
  const names = (list: Opening['migrations']) => list.map(({ name }) => name).join()
  if (names(migrations) === names(await listApplied(client))) return
  throw new CannotStart('The file was made by another version: bring both installations to the same one first.')
}

/** Rows of any other workspace, or accounts that belong to one here, end the import before it wrote anything. */
async function prepareStages(client: Client, staged: Staged[], { id, domain }: Wanted) {
  for (const { table, stage } of staged) {
    const key = table.name === 'app.workspaces' ? 'id' : 'workspace_id'
    const { rowCount } = await client.query(`select from ${stage} where ${key} is distinct from $1 limit 1`, [id])
    if (rowCount) throw foreign()
    if (table.name === 'app.workspaces') await client.query(`update ${stage} set domain = $1`, [domain])
    if (table.name === 'identity.accounts') await makeRoomForAccounts(client, stage)
  }
}

const foreign = () => new CannotStart('The file holds something of another workspace: nothing was imported.')

/** An address that only began to register here holds nothing, and gives way. */
async function makeRoomForAccounts(client: Client, stage: string) {
  const { rows } = await client.query<{ email: string }>(
    `select a.email from accounts a join ${stage} s on s.email = a.email or s.id = a.id
     where a.workspace_id is not null order by a.email`,
  )
  if (rows.length > 0) {
    const emails = rows.map(({ email }) => email).join(', ')
    throw new CannotStart(`These addresses belong to another workspace's team here: ${emails}. Nothing was imported.`)
  }
  await client.query(`delete from accounts a using ${stage} s where s.email = a.email or s.id = a.id`)
}
