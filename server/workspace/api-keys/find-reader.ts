import { isUuid } from '#contract/uuid.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findKey } from './queries.ts'

/** What a key that opens something may read of the content; null: all models. */
export async function findReader(
  tx: WorkspaceTx,
  id: string,
): Promise<{ name: string; models: string[] | null } | null> {
  const key = isUuid(id) ? await findKey(tx, id) : undefined
  if (key?.state !== 'live') return null
  return { name: key.name, models: key.models === 'all' ? null : key.models }
}
