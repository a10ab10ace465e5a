import type { WorkspaceTx } from '#server/platform/database.ts'

export type Merged = ReadonlyMap<string, string | null>

/** What values mean that name a category which was deleted: another one, or none. */
export async function findMerged(tx: WorkspaceTx): Promise<Merged> {
  const rows = await tx
    .selectFrom('contentCategories')
    .select(['id', 'mergedInto'])
    .where('deletedAt', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, mergedInto }) => [id, mergedInto]))
}

/** The categories that are meant, each once. */
export const resolveMerged = (merged: Merged, ids: string[]): string[] => [
  ...new Set(ids.flatMap((id) => (merged.has(id) ? (merged.get(id) ?? []) : id))),
]
