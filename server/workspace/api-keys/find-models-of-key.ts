import { isUuid } from '#contract/uuid.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findKey } from './queries.ts'

/**
 * Returns the name of a valid key, and the ids of the models that it can read. `models` is null if the key can read all
 * models. Returns null if the key is not valid.
 */
export async function findModelsOfKey(
  tx: WorkspaceTx,
  id: string,
): Promise<{ name: string; models: string[] | null } | null> {
  const key = isUuid(id) ? await findKey(tx, id) : undefined
  if (key?.state !== 'live') return null
  return { name: key.name, models: key.models === 'all' ? null : key.models }
}
