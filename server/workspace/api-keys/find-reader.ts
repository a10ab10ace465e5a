import { isUuid } from '#contract/uuid.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findKey } from './queries.ts'

/** The models that a key can read; null: all. */
export async function findReader(
  tx: WorkspaceTx,
  id: string,
): Promise<{ name: string; models: string[] | null } | null> {
  const key = isUuid(id) ? await findKey(tx, id) : undefined
  if (key?.state !== 'live') return null
  return { name: key.name, models: key.models === 'all' ? null : key.models }
}
