import type { WorkspaceTx } from '#server/platform/database.ts'

export type AttachedFile = {
  id: string
  name: string
  mime: string
  bytes: number
  isInline: boolean
}

export const insertAttachments = (tx: WorkspaceTx, messageId: string, fileIds: string[]) =>
  tx
    .insertInto('attachments')
    .values(fileIds.map((fileId, position) => ({ messageId, fileId, position })))
    .execute()

export const listAttachedFiles = (tx: WorkspaceTx, messageId: string): Promise<AttachedFile[]> =>
  tx
    .selectFrom('attachments as a')
    .innerJoin('files as f', (join) => join.onRef('f.workspaceId', '=', 'a.workspaceId').onRef('f.id', '=', 'a.fileId'))
    .select(['f.id', 'f.name', 'f.mime', 'f.bytes', 'f.isInline'])
    .where('a.messageId', '=', messageId)
    .orderBy('a.position')
    .execute()

/** Detaches the files of a message; the files themselves stay. */
export async function detachFiles(tx: WorkspaceTx, messageId: string): Promise<string[]> {
  const detached = await tx.deleteFrom('attachments').where('messageId', '=', messageId).returning('fileId').execute()
  return detached.map(({ fileId }) => fileId)
}

/** Files by id, in the order asked for. */
export async function listFiles(tx: WorkspaceTx, ids: string[]) {
  if (ids.length === 0) return []
  const files = await tx
    .selectFrom('files')
    .select(['id', 'name', 'mime', 'bytes', 'isInline'])
    .where('id', 'in', ids)
    .execute()
  return ids.flatMap((id) => files.find((file) => file.id === id) ?? [])
}

/** Which of these are uploads of the member that no message took. */
export async function findOwnUploads(tx: WorkspaceTx, ids: string[], uploaderId: string): Promise<string[]> {
  if (ids.length === 0) return []
  const files = await tx
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .where('uploaderId', '=', uploaderId)
    .where('isKept', '=', false)
    .execute()
  return files.map(({ id }) => id)
}
