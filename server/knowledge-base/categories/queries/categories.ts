import { type Insertable, sql, type Updateable } from 'kysely'
import type { CategoryCard } from '#contract/knowledge-base/reading.ts'
import type { Categories } from '#database/types.ts'
import { type EffectiveVisibility, mayFind, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { isOther } from '#server/platform/versions/changed-fields.ts'

export type CategoryTexts = Record<string, { name: string; description: string }>

const columns = ['id', 'parentId', 'position', 'slug', 'icon', 'visibility', 'audience', 'isListed'] as const

const everyCategory = (tx: WorkspaceTx) =>
  tx
    .selectFrom('categories')
    .select([...columns, sql<CategoryTexts>`texts`.as('texts')])
    .$narrowType<Pick<CategoryCard, 'icon'>>()
    .orderBy('position')
    .orderBy('id')

export const listAllCategories = (tx: WorkspaceTx) => everyCategory(tx).execute()
export type CategoryRow = Awaited<ReturnType<typeof listAllCategories>>[number]

export const listFoundCategories = (tx: WorkspaceTx, reader: Reader) =>
  everyCategory(tx).where(mayFind(reader, 'categories')).execute()

/**
 * Reads and locks the visibility of a category. A concurrent change of the visibility waits, and then also applies to
 * the new contents of the category.
 */
export const findReach = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('categories').select(['audience', 'isListed']).where('id', '=', id).forShare().executeTakeFirst()

export const listCategoryNames = (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('categories')
        .select(['id', sql<CategoryTexts>`texts`.as('texts')])
        .where('id', 'in', ids)
        .execute()

export async function countWritten(tx: WorkspaceTx) {
  const { rows } = await sql<{ id: string; number: number }>`
    select category_id as id, count(*)::int as number from articles
    where workspace_id = ${tx.workspaceId} and category_id is not null and trashed_at is null and not is_template
    group by category_id`.execute(tx)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

export const countFound = async (tx: WorkspaceTx, reader: Reader) => {
  const { rows } = await sql<{ id: string; number: number }>`
    select category_id as id, count(distinct article_id)::int as number from published_texts
    where workspace_id = ${tx.workspaceId} and category_id is not null and ${mayFind(reader, 'published_texts')}
    group by category_id`.execute(tx)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

export const insertCategory = (tx: WorkspaceTx, category: Insertable<Categories>) =>
  tx.insertInto('categories').values(category).returning('id').executeTakeFirstOrThrow()

export async function updateCategory(tx: WorkspaceTx, id: string, changes: Updateable<Categories>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('categories')
    .set({ ...changes, updatedAt: new Date().toISOString() })
    .where('id', '=', id)
    .where(isOther(changes))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function orderCategories(tx: WorkspaceTx, ids: string[]): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update categories set position = o.position from unnest(${ids}::uuid[]) with ordinality o(id, position)
    where categories.workspace_id = ${tx.workspaceId} and categories.id = o.id
      and categories.position <> o.position`.execute(tx)
  return numAffectedRows > 0n
}

export async function keepFormerSlug(tx: WorkspaceTx, { id, slug }: CategoryRow, taken: string) {
  await freeFormerSlug(tx, taken)
  await tx.insertInto('formerCategorySlugs').values({ slug, categoryId: id }).execute()
}

export const freeFormerSlug = (tx: WorkspaceTx, slug: string) =>
  tx.deleteFrom('formerCategorySlugs').where('slug', '=', slug).execute()

export const listFormerSlugs = (tx: WorkspaceTx) =>
  tx.selectFrom('formerCategorySlugs').select(['slug', 'categoryId']).orderBy('slug').execute()

export async function leadSlugsTo(tx: WorkspaceTx, { id, slug }: CategoryRow, categoryId: string) {
  await tx.updateTable('formerCategorySlugs').set({ categoryId }).where('categoryId', '=', id).execute()
  await tx.insertInto('formerCategorySlugs').values({ slug, categoryId }).execute()
}

export const writeReach = (tx: WorkspaceTx, id: string, { audience, isListed }: EffectiveVisibility) =>
  tx.updateTable('categories').set({ audience, isListed }).where('id', '=', id).execute()

export const deleteCategoryRow = (tx: WorkspaceTx, id: string) =>
  tx.deleteFrom('categories').where('id', '=', id).execute()
