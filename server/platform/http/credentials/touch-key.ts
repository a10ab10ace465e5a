import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Notes that a key was used; see `touchSession`. */
export const touchKey = (tx: WorkspaceTx, id: string) =>
  tx.updateTable('apiKeys').set({ lastUsedAt: sql`now()` }).where('id', '=', id).execute()
