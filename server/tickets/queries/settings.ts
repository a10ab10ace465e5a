import type { WorkspaceTx } from '#server/platform/database.ts'

export type TicketSettings = {
  replyStatus: 'open' | 'pending' | 'solved'
  reopenDays: number
  detectsThanks: boolean
  domain: string
}

/** What the workspace has chosen about replies and reopening. */
export async function findTicketSettings(tx: WorkspaceTx): Promise<TicketSettings> {
  const settings = await tx
    .selectFrom('workspaces')
    .select(['replyStatus', 'reopenDays', 'detectsThanks', 'domain'])
    .executeTakeFirstOrThrow()
  return settings as TicketSettings
}
