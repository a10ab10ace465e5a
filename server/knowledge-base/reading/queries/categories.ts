import { sql } from 'kysely'
import { mayFind, mayRead, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

type CategoryTexts = Record<string, { name: string; description: string }>

const columns = ['id', 'parentId', 'slug', 'icon', 'isListed'] as const

export const listPublicCategories = (tx: WorkspaceTx, reader: Reader) =>
  tx
    .selectFrom('categories')
    .select([...columns, sql<CategoryTexts>`texts`.as('texts')])
    .where(mayFind(reader, 'categories'))
    .orderBy('position')
    .orderBy('id')
    .execute()
export type PublicCategory = Awaited<ReturnType<typeof listPublicCategories>>[number]

/** By slug, former slug or id, including unlisted categories. */
export const findCategory = (tx: WorkspaceTx, reader: Reader, slugOrId: string) =>
  tx
    .selectFrom('categories')
    .select([...columns, sql<CategoryTexts>`texts`.as('texts')])
    .where(sql<boolean>`(slug = ${slugOrId} or id::text = ${slugOrId} or id = (
      select category_id from former_category_slugs where workspace_id = ${tx.workspaceId} and slug = ${slugOrId}))`)
    .where(mayRead(reader, 'categories'))
    .orderBy(sql`slug = ${slugOrId}`, 'desc')
    .limit(1)
    .executeTakeFirst()
