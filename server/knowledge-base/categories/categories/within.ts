import { listAllCategories } from '#server/knowledge-base/categories/queries/categories.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { isWithin } from '#server/platform/trees/tree.ts'

/** Regardless of visibility; empty if the category does not exist. */
export async function listIdsWithin(tx: WorkspaceTx, id: string): Promise<string[]> {
  const rows = await listAllCategories(tx)
  const places = new Map(rows.map((row) => [row.id, row]))
  return rows.filter((row) => isWithin(places, row.id, id)).map((row) => row.id)
}
