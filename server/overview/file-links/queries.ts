import type { WorkspaceTx } from '#server/platform/database.ts'

export const findMessage = (tx: WorkspaceTx, fileId: string) =>
  tx
    .selectFrom('attachments as a')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.workspaceId', '=', 'a.workspaceId').onRef('m.id', '=', 'a.messageId'),
    )
    .select(['m.ticketId', 'a.messageId'])
    .where('a.fileId', '=', fileId)
    .executeTakeFirst()

export const isOfSideMessage = async (tx: WorkspaceTx, fileId: string) =>
  (await tx.selectFrom('sideAttachments').select('sideMessageId').where('fileId', '=', fileId).executeTakeFirst()) !==
  undefined

export const findAsset = (tx: WorkspaceTx, fileId: string) =>
  tx.selectFrom('mediaContents').select('mediaId').where('fileId', '=', fileId).limit(1).executeTakeFirst()

export const findArticle = (tx: WorkspaceTx, fileId: string) =>
  tx.selectFrom('articleFiles').select('articleId').where('fileId', '=', fileId).executeTakeFirst()
