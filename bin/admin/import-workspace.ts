import type { Client } from 'pg'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { listApplied, readMigrations, refuseUnknown } from '#server/platform/database/migrations.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { folderStorage, type Storage } from '#server/platform/storage.ts'
import { faultOfDomain, normalizeDomain } from '#server/workspace/settings/check-domain.ts'
import type { Opening } from './archive/archive-format.ts'
import { readCatalog } from './archive/catalog.ts'
import { explainRows, fillTables, type Staged, stageArchive } from './archive/load-rows.ts'
import { type OpenedArchive, openArchive } from './archive/read-archive.ts'
import { queueTimers, settleCopy } from './archive/settle-copy.ts'
import { auditLine, type Command } from './command.ts'
import { isCopied, isCopiedKey } from './export-workspace.ts'
import { count, recordAudit } from './find-workspace.ts'
import { asOwner, inTransaction } from './owner-database.ts'

type ImportTarget = { id: string; domain: string }

export const importWorkspace: Command = {
  name: 'workspace import',
  takes: 'FILE [--domain NEW]',
  does: 'Imports a workspace from a file that workspace export wrote',
  options: { domain: { type: 'string' } },
  async run({ settings, words: [file], options }) {
    const opened = await openArchive(file!, 'workspace')
    const { workspace } = opened.opening
    if (!workspace) throw new CannotStart(`${file} does not name its workspace: nothing was imported.`)
    const { id, domain: old } = workspace
    const wanted = { id, domain: normalizeDomain(String(options.domain ?? old)) }
    refuseBadName(wanted.domain, settings)
    return asOwner(settings, (client) => importInto(client, settings, opened, wanted))
  },
}

function refuseBadName(domain: string, { rootDomain }: Settings) {
  const fault = faultOfDomain(domain, rootDomain)
  if (fault)
    throw new CannotStart(`${domain || 'An empty name'} is not a valid name for a workspace: choose one with --domain.`)
}

async function importInto(client: Client, settings: Settings, { opening, parts }: OpenedArchive, wanted: ImportTarget) {
  // If the same workspace is imported twice at once, the second import waits here and is then refused, because the
  // workspace exists.
  await client.query('select pg_advisory_lock(hashtextextended($1, 7))', [wanted.id])
  await refuseTaken(client, wanted)
  await refuseOtherVersion(client, opening)
  const storage = folderStorage(settings.filesDir)
  try {
    const { totals, unsent } = await inTransaction(client, () => fill(client, storage, parts, wanted))
    const sizes = `${count(totals.rows, 'row')} and ${count(totals.files, 'file')}`
    const mails = unsent > 0 ? ` ${count(unsent, 'mail')} that waited to be sent will not be sent.` : ''
    const audit = auditLine('workspace.imported', { domain: wanted.domain, workspace: wanted.id })
    return `Imported ${wanted.domain}: ${sizes}. It has the free plan and no API keys, and everyone has to sign in again.${mails}\n${audit}`
  } catch (error) {
    await removeFilesUnlessThere(client, storage, wanted)
    throw explainRows(error, 'The rows of the file are inconsistent: nothing was imported.')
  }
}

// Deletes the files of a failed import, but only if the database confirms that the workspace does not exist.
async function removeFilesUnlessThere(client: Client, storage: Storage, { id }: ImportTarget) {
  const found = await client.query('select from workspaces where id = $1', [id]).catch(() => null)
  if (found?.rowCount === 0) await storage.removeWorkspace(id)
}

async function fill(client: Client, storage: Storage, parts: OpenedArchive['parts'], wanted: ImportTarget) {
  const { id, domain } = wanted
  const tables = await readCatalog(client, ['app', 'identity'])
  const { staged, totals } = await stageArchive(client, tables, parts, (key, bytes) => {
    if (!key.startsWith(`${id}/`) || !isCopiedKey(key)) throw foreign()
    return storage.put(key, bytes)
  })
  await prepareStages(client, staged, wanted)
  const invited = await matchAccounts(client, staged)
  await fillTables(client, tables, staged)
  await inviteMatched(client, invited, id)
  await beginFree(client, id)
  const unsent = await settleCopy(client, id, { code: 'imported' })
  await queueTimers(client, id)
  await recordAudit(client, id, 'workspace.imported', {})
  await client.query('delete from resting_domains where domain = $1', [domain])
  return { totals, unsent }
}

async function refuseTaken(client: Client, { id, domain }: ImportTarget) {
  const { rows } = await client.query<ImportTarget>('select id, domain from workspaces where id = $1 or domain = $2', [
    id,
    domain,
  ])
  const same = rows.find((row) => row.id === id)
  if (same) throw new CannotStart(`This workspace already exists as ${same.domain}: delete it first.`)
  if (rows.length > 0)
    throw new CannotStart(`The workspace ${domain} already exists: choose another name with --domain.`)
}

async function refuseOtherVersion(client: Client, { migrations }: Opening) {
  refuseUnknown('The file was made', migrations, await readMigrations())
  const names = (list: Opening['migrations']) => list.map(({ name }) => name).join()
  if (names(migrations) === names(await listApplied(client))) return
  throw new CannotStart('The file was made by another version: update both installations to the same version first.')
}

// Sets the plan to free, because only the operator of this installation may give another plan. Moves the start of a
// trial to now if it is in the future.
async function beginFree(client: Client, id: string) {
  await client.query("update workspaces set plan = 'free' where id = $1", [id])
  await client.query('update service_settings set started_at = least(started_at, now()) where workspace_id = $1', [id])
}

/** Refuses rows of another workspace, and rows of a table that no export contains. */
async function prepareStages(client: Client, staged: Staged[], { id, domain }: ImportTarget) {
  for (const { table, stage } of staged) {
    if (!isCopied(table)) throw new CannotStart(`Rows of ${table.name} cannot be imported: nothing was imported.`)
    const key = table.name === 'app.workspaces' ? 'id' : 'workspace_id'
    const { rowCount } = await client.query(`select from ${stage} where ${key} is distinct from $1 limit 1`, [id])
    if (rowCount) throw foreign()
    if (table.name === 'app.workspaces') await client.query(`update ${stage} set domain = $1`, [domain])
  }
}

const foreign = () => new CannotStart('The file contains data of another workspace: nothing was imported.')

type KnownAccount = { id: string; email: string; workspaceId: string | null; isKept: boolean; archivedId: string }

// Matches the accounts in the file with the accounts here by e-mail address. A new account must verify its address by a
// code. A person with a verified account or an invitation here is only invited. Returns the ids of the invited
// accounts.
async function matchAccounts(client: Client, staged: Staged[]): Promise<string[]> {
  await leaveOutInvited(client, staged)
  const invited: string[] = []
  const accounts = staged.filter(({ table }) => table.name === 'identity.accounts')
  for (const { stage } of accounts) {
    const known = await listKnown(client, stage)
    refuseElsewhere(known)
    await refuseForeignIds(client, stage)
    for (const one of known) {
      if (!one.isKept) await client.query('delete from accounts where id = $1', [one.id])
      else {
        await invite(client, staged, stage, one)
        invited.push(one.id)
      }
    }
    await client.query(`update ${stage} set verified_at = null`)
  }
  return invited
}

// Handles invited members whose account is not in the file. Deletes members who never joined, and deactivates members
// who joined before.
async function leaveOutInvited(client: Client, staged: Staged[]) {
  const accounts = staged.filter(({ table }) => table.name === 'identity.accounts').map(({ stage }) => stage)
  const isWithout =
    accounts.map((stage) => `not exists (select from ${stage} a where a.id = m.id)`).join(' and ') || 'true'
  for (const { stage } of staged.filter(({ table }) => table.name === 'app.members')) {
    await client.query(`delete from ${stage} m where status = 'invited' and joined_at is null and ${isWithout}`)
    await client.query(`update ${stage} m set status = 'deactivated' where status = 'invited' and ${isWithout}`)
  }
}

async function listKnown(client: Client, stage: string): Promise<KnownAccount[]> {
  const { rows } = await client.query<KnownAccount>(
    `select a.id, a.email, a.workspace_id as "workspaceId", 
       a.verified_at is not null or exists (select from identity.invitations i where i.account_id = a.id) as "isKept", s.id as "archivedId"
     from accounts a join ${stage} s on lower(s.email) = a.email order by a.email`,
  )
  return rows
}

function refuseElsewhere(known: KnownAccount[]) {
  const emails = known.filter(({ workspaceId }) => workspaceId !== null).map(({ email }) => email)
  if (emails.length === 0) return
  throw new CannotStart(
    `These addresses belong to another workspace's team here: ${emails.join(', ')}. Nothing was imported.`,
  )
}

async function refuseForeignIds(client: Client, stage: string) {
  const { rowCount } = await client.query(
    `select from accounts a join ${stage} s on s.id = a.id where a.email is distinct from lower(s.email) limit 1`,
  )
  if (rowCount) throw new CannotStart("The file contains the id of another person's account: nothing was imported.")
}

async function invite(client: Client, staged: Staged[], stage: string, { id, archivedId }: KnownAccount) {
  await client.query(`delete from ${stage} where id = $1`, [archivedId])
  for (const one of staged) await rename(client, one, archivedId, id)
  for (const { stage: members } of staged.filter(({ table }) => table.name === 'app.members'))
    await client.query(
      `update ${members} set invited_at = case status when 'deactivated' then null else now() end, status = 'invited',
         joined_at = coalesce(joined_at, now())
       where id = $1`,
      [id],
    )
}

const inviteMatched = (client: Client, ids: string[], workspaceId: string) =>
  client.query('insert into identity.invitations (account_id, workspace_id) select unnest($1::uuid[]), $2', [
    ids,
    workspaceId,
  ])

const holdingIds = new Set(['uuid', 'uuid[]', 'json', 'jsonb'])

/** Replaces the id of a person in all columns that can contain an id. */
async function rename(client: Client, { table, columns, stage }: Staged, from: string, to: string) {
  for (const { name, type } of table.columns.filter((column) => columns.includes(column.name))) {
    if (!holdingIds.has(type)) continue
    const column = client.escapeIdentifier(name)
    await client.query(
      `update ${stage} set ${column} = replace(${column}::text, $1, $2)::${type} where position($1 in ${column}::text) > 0`,
      [from, to],
    )
  }
}
