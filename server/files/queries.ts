import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type NewFile = {
  id: string
  name: string
  mime: string
  bytes: number
  uploaderId: string | null
  contentId?: string | null
  isInline?: boolean
  isKept?: boolean
  hash?: Buffer
}

export const insertFiles = (tx: WorkspaceTx, files: NewFile[]) => tx.insertInto('files').values(files).execute()

export async function insertCopies(tx: WorkspaceTx, ids: string[], uploaderId: string) {
  const { rows } = await sql<{ id: string; name: string; mime: string; bytes: number }>`
    insert into files (workspace_id, name, mime, bytes, uploader_id, same_as)
    select f.workspace_id, f.name, f.mime, f.bytes, ${uploaderId}, coalesce(f.same_as, f.id)
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join files f on f.workspace_id = ${tx.workspaceId} and f.id = wanted.id
    order by wanted.place
    returning id, name, mime, bytes`.execute(tx)
  return rows
}

export async function listUnshared(tx: WorkspaceTx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from files f
    where f.workspace_id = ${tx.workspaceId} and f.id = any(${ids}::uuid[]) and not exists (
      select from files copy where copy.workspace_id = ${tx.workspaceId} and copy.same_as = f.id)`.execute(tx)
  return rows.map(({ id }) => id)
}

export const findFile = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('files')
    .select(['id', 'name', 'mime', 'bytes', 'uploaderId', 'isKept', sql<string>`coalesce(same_as, id)`.as('storedId')])
    .where('id', '=', id)
    .executeTakeFirst()

export const listSizes = async (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0 ? [] : tx.selectFrom('files').select(['id', 'bytes']).where('id', 'in', ids).execute()

export const listContents = async (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0 ? [] : tx.selectFrom('files').select(['id', 'bytes', 'hash']).where('id', 'in', ids).execute()

/** Finds unused uploads of the caller. Locks their rows, so that two messages cannot use the same upload. */
export const lockOwnUploads = (tx: WorkspaceTx, ids: string[], uploaderId: string) =>
  tx
    .selectFrom('files')
    .select(['id', 'bytes', 'mime'])
    .where('id', 'in', ids)
    .where('uploaderId', '=', uploaderId)
    .where('isKept', '=', false)
    .forUpdate()
    .execute()

export const markKept = (tx: WorkspaceTx, ids: string[]) =>
  tx.updateTable('files').set({ isKept: true }).where('id', 'in', ids).execute()

export const markSame = (tx: WorkspaceTx, id: string, sameAs: string) =>
  tx.updateTable('files').set({ sameAs }).where('id', '=', id).execute()

export const updateContent = (tx: WorkspaceTx, id: string, content: { bytes: number; hash: Buffer; mime?: string }) =>
  tx.updateTable('files').set(content).where('id', '=', id).where('isKept', '=', false).execute()

export const markReleased = (tx: WorkspaceTx, ids: string[]) =>
  tx.updateTable('files').set({ isKept: false, createdAt: sql`now()` }).where('id', 'in', ids).execute()

export const deleteAbandoned = (tx: WorkspaceTx) =>
  tx
    .deleteFrom('files')
    .where('isKept', '=', false)
    .where('createdAt', '<', sql<string>`now() - interval '24 hours'`)
    .returning('id')
    .execute()

export const deleteFiles = (tx: WorkspaceTx, ids: string[]) => tx.deleteFrom('files').where('id', 'in', ids).execute()

export async function countUploadsOfHour(tx: WorkspaceTx): Promise<number> {
  const { count } = await tx
    .selectFrom('files')
    .select(sql<number>`count(*)`.as('count'))
    .where('isKept', '=', false)
    .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return count
}

/** Sums the bytes of all files and unfinished uploads. Shared bytes count once. */
export async function sumStored(tx: WorkspaceTx): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select (
      (select coalesce(sum(bytes), 0) from files where workspace_id = ${tx.workspaceId} and same_as is null) +
      (select coalesce(sum(received), 0) from resumable_uploads where workspace_id = ${tx.workspaceId})
    )::float8 as sum`.execute(tx)
  return rows[0]!.sum
}

export const setFileName = (tx: WorkspaceTx, id: string, name: string) =>
  tx.updateTable('files').set({ name }).where('id', '=', id).execute()

/** Deletes uploads of people that nothing uses. Returns their ids. */
export async function deleteUploadsOf(tx: WorkspaceTx, uploaderIds: string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('files')
    .where('uploaderId', 'in', uploaderIds)
    .where('isKept', '=', false)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
