import { type Insertable, sql, type Updateable } from 'kysely'
import type { ContentCategories } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { isOther } from '#server/platform/versions/changed-fields.ts'

export type CategoryTexts = Record<string, { name: string; description: string }>

export const listCategoryRows = (tx: WorkspaceTx) =>
  tx
    .selectFrom('contentCategories')
    .select(['id', 'parentId', 'slug', 'pictureId', sql<CategoryTexts>`texts`.as('texts')])
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
export type CategoryRow = Awaited<ReturnType<typeof listCategoryRows>>[number]

export const insertCategory = (tx: WorkspaceTx, category: Insertable<ContentCategories>) =>
  tx.insertInto('contentCategories').values(category).returning('id').executeTakeFirstOrThrow()

export async function updateCategory(
  tx: WorkspaceTx,
  id: string,
  changes: Updateable<ContentCategories>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contentCategories')
    .set({ ...changes, updatedAt: new Date().toISOString() })
    .where('id', '=', id)
    .where(isOther(changes))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a category as deleted and merged into `to`. Earlier merges into this category now point to `to`, too. */
export async function mergeCategory(tx: WorkspaceTx, id: string, to: string | null) {
  const deletedAt = new Date().toISOString()
  await tx.updateTable('contentCategories').set({ mergedInto: to }).where('mergedInto', '=', id).execute()
  await tx
    .updateTable('contentCategories')
    .set({ mergedInto: to, deletedAt, parentId: null })
    .where('id', '=', id)
    .execute()
}

/** Stores the order of siblings. Returns whether any position changed. */
export async function orderCategories(tx: WorkspaceTx, ids: string[]): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update content_categories set position = o.position from unnest(${ids}::uuid[]) with ordinality o(id, position)
    where content_categories.workspace_id = ${tx.workspaceId} and content_categories.id = o.id
      and content_categories.position <> o.position`.execute(tx)
  return numAffectedRows > 0n
}

export async function countEntriesIn(tx: WorkspaceTx): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; number: number }>`
    select target_id as id, count(distinct entry_id)::int as number from content_uses
    where workspace_id = ${tx.workspaceId} and kind = 'category' group by target_id`.execute(tx)
  return new Map(rows.map(({ id, number }) => [id, number]))
}
