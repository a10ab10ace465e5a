import type { WorkspaceTx } from '#server/platform/database.ts'

export const findMailSubject = (tx: WorkspaceTx, messageId: string) =>
  tx.selectFrom('inboundMails').select('subject').where('messageId', '=', messageId).limit(1).executeTakeFirst()
