import type { Client } from 'pg'
import { namePlace } from '#bin/admin/archive/write-archive.ts'
import { count } from '#bin/admin/find-workspace.ts'
import { inTransaction } from '#bin/admin/owner-database.ts'
import { fileKey, mailKey } from '#server/files/storage-keys.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { Storage } from '#server/platform/storage.ts'

type MissingFiles = { named: number; keys: string[] }

type NamedFile = { workspaceId: string; id: string; isMail: boolean }

const rowsAtOnce = 500

// A database before an update may lack these columns.
const hasBytes = "to_jsonb(f) ->> 'same_as' is null"
const isKept = "to_jsonb(m) ->> 'is_purged' is distinct from 'true'"
const listFiles = `
  select workspace_id as "workspaceId", id, false as "isMail" from app.files f where ${hasBytes}
  union all
  select workspace_id, id, true from app.inbound_mails m where ${isKept}`

const keyOf = ({ workspaceId, id, isMail }: NamedFile) => (isMail ? mailKey : fileKey)(workspaceId, id)

/** Files that rows name but that are missing in the storage. */
export async function findMissing(client: Client, storage: Storage): Promise<MissingFiles> {
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

/** A file that was deleted since it was listed is not missing. */
async function isNamedStill(client: Client, { workspaceId, id, isMail }: NamedFile): Promise<boolean> {
  const text = isMail
    ? `select from app.inbound_mails m where workspace_id = $1 and id = $2 and ${isKept}`
    : 'select from app.files where workspace_id = $1 and id = $2'
  return (await client.query(text, [workspaceId, id])).rowCount === 1
}

/** A command with other settings than the server, as in cron, finds no files at all. */
export function refuseWithoutFiles({ named, keys }: MissingFiles, { filesDir }: Settings) {
  if (named === 0 || keys.length < named) return
  throw new CannotStart(
    `None of the ${count(named, 'file')} that the database names is in ${filesDir}: set DATA_DIR and FILES_URL as for the server. No backup was made.`,
  )
}

export function tellMissing({ keys }: MissingFiles, file: string, { filesDir }: Settings): string {
  const files = count(keys.length, 'file')
  const are = keys.length === 1 ? 'is' : 'are'
  return `Wrote the installation to ${namePlace(file)}, but ${files} that the database names ${are} not in ${filesDir}: ${keys[0]}${keys.length > 1 ? ' is the first one' : ''}. Older backups may have them, so none was deleted.`
}
