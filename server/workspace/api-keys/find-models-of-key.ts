import { isUuid } from '#contract/uuid.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findKey } from './queries.ts'

/** Returns the name of a live key and the models that it can read (null: all). Null for any other key. */
export async function findModelsOfKey(
  tx: WorkspaceTx,
  id: string,
): Promise<{ name: string; models: string[] | null } | null> {
  const key = isUuid(id) ? await findKey(tx, id) : undefined
  if (key?.state !== 'live') return null
  return { name: key.name, models: key.models === 'all' ? null : key.models }
}
