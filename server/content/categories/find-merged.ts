import type { WorkspaceTx } from '#server/platform/database.ts'

export type MergedCategories = ReadonlyMap<string, string | null>

/** Maps each deleted category to the category that replaces it, or null. */
export async function findMerged(tx: WorkspaceTx): Promise<MergedCategories> {
  const rows = await tx
    .selectFrom('contentCategories')
    .select(['id', 'mergedInto'])
    .where('deletedAt', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, mergedInto }) => [id, mergedInto]))
}

/** Resolves merged categories and removes duplicates. */
export const resolveMerged = (merged: MergedCategories, ids: string[]): string[] => [
  ...new Set(ids.flatMap((id) => (merged.has(id) ? (merged.get(id) ?? []) : id))),
]
