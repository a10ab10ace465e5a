import type { WorkspaceTx } from '#server/platform/database.ts'

/** What the workspace has chosen about replies and reopening. */
export const findTicketSettings = (tx: WorkspaceTx) =>
  tx.selectFrom('serviceSettings').select(['replyStatus', 'reopenDays', 'detectsThanks']).executeTakeFirstOrThrow()
