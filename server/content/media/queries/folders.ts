import { sql } from 'kysely'
import { findOwnOrder, inOrder } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export async function listFolderRows(tx: WorkspaceTx) {
  const name = inOrder(sql`name`, await findOwnOrder(tx))
  return tx.selectFrom('mediaFolders').select(['id', 'parentId', 'name']).orderBy(name).orderBy('id').execute()
}
export type FolderRow = Awaited<ReturnType<typeof listFolderRows>>[number]

/** Locks the folder tree, so that concurrent changes cannot form a cycle. */
export const lockFolders = (tx: WorkspaceTx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`media-folders ${tx.workspaceId}`}, 0))`.execute(tx)

export const insertFolder = (tx: WorkspaceTx, folder: { name: string; parentId: string | null }) =>
  tx.insertInto('mediaFolders').values(folder).returning('id').executeTakeFirstOrThrow()

export const updateFolder = (tx: WorkspaceTx, id: string, changes: { name?: string; parentId?: string | null }) =>
  tx.updateTable('mediaFolders').set(changes).where('id', '=', id).execute()

export async function deleteFolderRow(tx: WorkspaceTx, id: string, to: string | null) {
  await tx.updateTable('mediaFolders').set({ parentId: to }).where('parentId', '=', id).execute()
  await tx.updateTable('media').set({ folderId: to }).where('folderId', '=', id).execute()
  await tx.deleteFrom('mediaFolders').where('id', '=', id).execute()
}

/** Locks a folder against deletion until commit. */
export const holdFolder = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('mediaFolders').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()

export async function countInFolders(tx: WorkspaceTx): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; number: number }>`
    select folder_id as id, count(*)::int as number from media
    where workspace_id = ${tx.workspaceId} and folder_id is not null and trashed_at is null
    group by folder_id`.execute(tx)
  return new Map(rows.map(({ id, number }) => [id, number]))
}
