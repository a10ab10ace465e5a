import type { WorkspaceTx } from '#server/platform/database.ts'

/** The message that the file is attached to. */
export const findMessage = (tx: WorkspaceTx, fileId: string) =>
  tx
    .selectFrom('attachments as a')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.workspaceId', '=', 'a.workspaceId').onRef('m.id', '=', 'a.messageId'),
    )
    .select(['m.ticketId', 'a.messageId'])
    .where('a.fileId', '=', fileId)
    .executeTakeFirst()

/** The media file that the file belongs or belonged to. */
export const findAsset = (tx: WorkspaceTx, fileId: string) =>
  tx.selectFrom('mediaContents').select('mediaId').where('fileId', '=', fileId).limit(1).executeTakeFirst()

/** The article that shows the file. */
export const findArticle = (tx: WorkspaceTx, fileId: string) =>
  tx.selectFrom('articleFiles').select('articleId').where('fileId', '=', fileId).executeTakeFirst()
