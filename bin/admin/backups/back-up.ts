import { lstat, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Client } from 'pg'
import type { Opening } from '#bin/admin/archive/archive-format.ts'
import { dump } from '#bin/admin/archive/dump-rows.ts'
import { readArchive } from '#bin/admin/archive/read-archive.ts'
import { namePlace, standardStream, writeArchive } from '#bin/admin/archive/write-archive.ts'
import { auditLine, type Command, quietly, sayUnless } from '#bin/admin/command.ts'
import { count, sizeOf } from '#bin/admin/find-workspace.ts'
import { noteBackup } from '#bin/admin/last-backup.ts'
import { asOwner, inTransaction, readSecrets } from '#bin/admin/owner-database.ts'
import { asLine } from '#contract/letters/as-line.ts'
import { fileKey, mailKey } from '#server/files/storage-keys.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { parseSecrets, type Secrets } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { folderStorage, type Storage, unlessGone } from '#server/platform/storage.ts'

// Tables with short-lived rows, which a backup leaves out. With some of these rows, a thief of the backup could act as
// a signed-in person.
const leftOut = new Set(
  [
    'sessions',
    'refresh_tokens',
    'challenges',
    'failed_tries',
    'invitation_mails',
    'unsolicited_mails',
    'acknowledged_addresses',
    'development_mails',
    'relay_outages',
  ].map((name) => `identity.${name}`),
)

export const backUp: Command = {
  name: 'backup',
  takes: 'FILE|- [--keep N] [--quiet]',
  does: 'Writes the database, files and secrets into one file or to standard output, while the server runs; --keep deletes all but the N newest backups in the folder',
  options: { keep: { type: 'string' }, ...quietly },
  run: ({ settings, words, options }) => {
    const file = words[0]!
    const keep = options.keep === undefined ? null : readKeep(String(options.keep), file)
    return asOwner(settings, async (client) => {
      const secrets = readSecrets(settings)
      const missing = await findMissing(client, folderStorage(settings.filesDir))
      refuseWithoutFiles(missing, settings)
      const bytes = await writeArchive(file, dumpInstallation(client, settings, secrets))
      await noteBackup(settings, file)
      if (missing.keys.length > 0) throw new CannotStart(tellMissing(missing, file, settings))
      const deleted = keep === null ? [] : await deleteOlder(file, keep, secrets)
      return sayUnless(
        options,
        `Wrote the whole installation to ${namePlace(file)}, ${sizeOf(bytes)}. It contains the secrets: keep it safe.`,
        ...deleted.map((name) => `Deleted the older backup ${asLine(name)}.`),
        auditLine('installation.backed-up', { file, ...(deleted.length > 0 ? { deleted } : {}) }),
      )
    })
  },
}

function readKeep(text: string, file: string): number {
  if (file === standardStream) throw new CannotStart('--keep needs a file: standard output has no older backups.')
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new CannotStart('--keep needs the number of backups to keep, 1 or more.')
  return Number(text)
}

const dumpInstallation = (client: Client, { filesDir }: Settings, secrets: Secrets) =>
  dump({
    client,
    storage: folderStorage(filesDir),
    holds: 'installation',
    secrets,
    schemas: ['app', 'identity'],
    which: ({ name }) => (leftOut.has(name) ? null : 'true'),
    isHeld: () => true,
  })

type Installation = Pick<Secrets, 'roleSuffix'>
type Backup = { name: string; madeAt: number }

// Keeps the newest `keep` backups of this installation in the folder, the new one included. Deletes the others and
// returns their names.
async function deleteOlder(file: string, keep: number, installation: Installation): Promise<string[]> {
  const folder = dirname(file)
  const others = await listOthers(folder, basename(file), installation)
  const older = others.toSorted((a, b) => b.madeAt - a.madeAt || (a.name < b.name ? 1 : -1)).slice(keep - 1)
  // `force` ignores a missing file, because another backup may delete the same files at the same time.
  for (const { name } of older) await rm(join(folder, name), { force: true })
  return older.map(({ name }) => name).toSorted()
}

async function listOthers(folder: string, own: string, installation: Installation): Promise<Backup[]> {
  const found: Backup[] = []
  for (const name of await readdir(folder)) {
    if (name === own || name.endsWith('.partial')) continue
    const standing = await lstat(join(folder, name)).catch(unlessGone)
    if (!standing?.isFile()) continue
    const opening = await readOpening(join(folder, name))
    if (opening && isOf(opening, installation)) found.push({ name, madeAt: Date.parse(opening.madeAt) })
  }
  return found
}

/** Returns the first part of an archive. Null if the file is not an archive of a known format. */
async function readOpening(file: string): Promise<Opening | null> {
  try {
    for await (const part of readArchive(file, mostOfOpening)) if (part.is === 'opening') return part.opening
  } catch {}
  return null
}

const mostOfOpening = 16 * 1024 * 1024

// Whether a backup is of this installation. `roleSuffix` identifies an installation and stays the same after a rotation
// of the secrets.
const isOf = ({ holds, secrets }: Opening, { roleSuffix }: Installation) =>
  holds === 'installation' && parseSecrets(secrets)?.roleSuffix === roleSuffix

type MissingFiles = { named: number; keys: string[] }

type NamedFile = { workspaceId: string; id: string; isMail: boolean }

const rowsAtOnce = 500

const hasBytes = "to_jsonb(f) ->> 'same_as' is null"
const isKept = "to_jsonb(m) ->> 'is_purged' is distinct from 'true'"
const listFiles = `
  select workspace_id as "workspaceId", id, false as "isMail" from app.files f where ${hasBytes}
  union all
  select workspace_id, id, true from app.inbound_mails m where ${isKept}`

const keyOf = ({ workspaceId, id, isMail }: NamedFile) => (isMail ? mailKey : fileKey)(workspaceId, id)

async function findMissing(client: Client, storage: Storage): Promise<MissingFiles> {
  const absent: NamedFile[] = []
  let named = 0
  await inTransaction(client, async () => {
    await client.query(`declare named no scroll cursor for ${listFiles}`)
    for (;;) {
      const { rows } = await client.query<NamedFile>(`fetch ${rowsAtOnce} from named`)
      if (rows.length === 0) break
      named += rows.length
      const areThere = await Promise.all(rows.map((row) => storage.has(keyOf(row))))
      absent.push(...rows.filter((_, at) => !areThere[at]))
    }
  })
  const still: string[] = []
  for (const one of absent) if (await isNamedStill(client, one)) still.push(keyOf(one))
  return { named, keys: still }
}

async function isNamedStill(client: Client, { workspaceId, id, isMail }: NamedFile): Promise<boolean> {
  const text = isMail
    ? `select from app.inbound_mails m where workspace_id = $1 and id = $2 and ${isKept}`
    : 'select from app.files where workspace_id = $1 and id = $2'
  return (await client.query(text, [workspaceId, id])).rowCount === 1
}

// Refuses a backup if every file is missing. Then the settings usually differ from the settings of the server.
function refuseWithoutFiles({ named, keys }: MissingFiles, { filesDir }: Settings) {
  if (named === 0 || keys.length < named) return
  throw new CannotStart(
    `None of the ${count(named, 'file')} that the database names is in ${filesDir}: set DATA_DIR and FILES_URL as for the server. No backup was made.`,
  )
}

function tellMissing({ keys }: MissingFiles, file: string, { filesDir }: Settings): string {
  const files = count(keys.length, 'file')
  const are = keys.length === 1 ? 'is' : 'are'
  return `Wrote the installation to ${namePlace(file)}, but ${files} that the database names ${are} not in ${filesDir}: ${keys[0]}${keys.length > 1 ? ' is the first one' : ''}. Older backups may have them, so none was deleted.`
}
