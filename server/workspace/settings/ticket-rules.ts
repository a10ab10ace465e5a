import type { WorkspaceTx } from '#server/platform/database.ts'
import { findServiceSettings } from './queries.ts'

/** The settings for replies, reopening and closing. */
export async function findTicketRules(tx: WorkspaceTx) {
  const { supportName: _, ...rules } = await findServiceSettings(tx)
  return rules
}
