import { type Insertable, sql } from 'kysely'
import type { MediaContents } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/**
 * Makes `content` the newest content of its asset. Returns the id of the stored file, which is an older file if the
 * asset had the same bytes before.
 */
export async function putContent(tx: WorkspaceTx, content: Insertable<MediaContents>): Promise<string> {
  const { fileId } = await tx
    .insertInto('mediaContents')
    .values(content)
    .onConflict((row) =>
      row
        .columns(['workspaceId', 'mediaId', 'hash'])
        .doUpdateSet((set) => ({ createdAt: set.ref('excluded.createdAt') })),
    )
    .returning('fileId')
    .executeTakeFirstOrThrow()
  return fileId
}

export async function deleteOldContents(tx: WorkspaceTx, mediaId: string, kept: number): Promise<string[]> {
  const { rows } = await sql<{ fileId: string }>`
    delete from media_contents where workspace_id = ${tx.workspaceId} and media_id = ${mediaId} and hash in (
      select hash from media_contents where workspace_id = ${tx.workspaceId} and media_id = ${mediaId}
      order by created_at desc offset ${kept})
    returning file_id`.execute(tx)
  return rows.map(({ fileId }) => fileId)
}

export async function deleteContents(tx: WorkspaceTx, mediaIds: string[]): Promise<string[]> {
  const rows = await tx.deleteFrom('mediaContents').where('mediaId', 'in', mediaIds).returning('fileId').execute()
  return rows.map(({ fileId }) => fileId)
}
