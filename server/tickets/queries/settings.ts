import type { WorkspaceTx } from '#server/platform/database.ts'

/** What the workspace has chosen about replies and reopening. */
export const findTicketSettings = (tx: WorkspaceTx) =>
  tx.selectFrom('workspaces').select(['replyStatus', 'reopenDays', 'detectsThanks', 'domain']).executeTakeFirstOrThrow()
