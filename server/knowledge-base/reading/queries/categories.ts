import { sql } from 'kysely'
import type { CategoryCard } from '#contract/knowledge-base/reading.ts'
import { mayRead, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Finds a category by slug, former slug or id, including unlisted categories. */
export const findCategory = (tx: WorkspaceTx, reader: Reader, slugOrId: string) =>
  tx
    .selectFrom('categories')
    .select(['id', 'parentId', 'slug', 'icon', 'isListed'])
    .select(sql<Record<string, { name: string; description: string }>>`texts`.as('texts'))
    .$narrowType<Pick<CategoryCard, 'icon'>>()
    .where(sql<boolean>`(slug = ${slugOrId} or id::text = ${slugOrId} or id = (
      select category_id from former_category_slugs where workspace_id = ${tx.workspaceId} and slug = ${slugOrId}))`)
    .where(mayRead(reader, 'categories'))
    .orderBy(sql`slug = ${slugOrId}`, 'desc')
    .limit(1)
    .executeTakeFirst()
export type PublicCategory = NonNullable<Awaited<ReturnType<typeof findCategory>>>
