import type { WorkspaceTx } from '#server/platform/database.ts'
import { findKey } from './queries.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** What a key that opens something may read of the content; null: all models. */
export async function findReader(
  tx: WorkspaceTx,
  id: string,
): Promise<{ name: string; models: string[] | null } | null> {
  const key = uuid.test(id) ? await findKey(tx, id) : undefined
  if (key?.state !== 'live') return null
  return { name: key.name, models: key.models === 'all' ? null : key.models }
}
