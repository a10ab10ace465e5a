import { mostContentDepth } from '#contract/content/categories.ts'
import { replaceUses } from '#server/content/media/uses/uses.ts'
import { holdContent } from '#server/content/models/raise-revision.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { heightOf, isWithin, pathOf } from '#server/platform/trees/tree.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { type CategoryRow, listCategoryRows } from './queries.ts'

export type CategoryCall = { tx: WorkspaceTx; caller: Pick<Member, 'id'>; platform: Platform }

/** Loads the category tree and takes the content lock, so that concurrent changes cannot form a cycle. */
export async function openTree(tx: WorkspaceTx) {
  await holdContent(tx)
  const rows = await listCategoryRows(tx)
  return { rows, places: new Map(rows.map((row) => [row.id, row])), languages: await findLanguages(tx) }
}
export type CategoryTree = Awaited<ReturnType<typeof openTree>>

export function refusePlace({ places }: CategoryTree, id: string | null, parent: string | null) {
  if (parent === null) return
  if (!places.has(parent)) throw new Refusal('content-category-not-found')
  if (id && isWithin(places, parent, id)) throw new Refusal('category-in-itself')
  const height = id ? heightOf(places, id) : 1
  if (pathOf(places, parent).length + height > mostContentDepth) throw new Refusal('content-category-too-deep')
}

export function findIn({ places }: CategoryTree, id: string): CategoryRow {
  const category = places.get(id)
  if (!category) throw new Refusal('content-category-not-found')
  return category
}

export const siblingsIn = ({ rows }: CategoryTree, parentId: string | null) =>
  rows.filter((row) => row.parentId === parentId)

export function refuseTaken(siblings: CategoryRow[], slug: string, own?: string): string {
  if (siblings.some((row) => row.slug === slug && row.id !== own)) throw new Refusal('content-category-slug-taken')
  return slug
}

export const nameIn = ({ texts }: Pick<CategoryRow, 'texts'>) => Object.values(texts)[0]!.name

export const announceLibrary = (
  tx: WorkspaceTx,
  { id, name, picture }: { id: string; name: string; picture: string | null },
) =>
  replaceUses(tx, {
    user: { kind: 'content-category', id, label: name },
    media: picture ? [{ id: picture, field: 'picture' }] : [],
  })

export type MergedCategories = ReadonlyMap<string, string | null>

/** Maps each deleted category to the category that it was merged into, or to null. */
export async function findMerged(tx: WorkspaceTx): Promise<MergedCategories> {
  const rows = await tx
    .selectFrom('contentCategories')
    .select(['id', 'mergedInto'])
    .where('deletedAt', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, mergedInto }) => [id, mergedInto]))
}

/** Replaces merged categories by their targets. Removes other deleted categories and duplicates. */
export const resolveMerged = (merged: MergedCategories, ids: string[]): string[] => [
  ...new Set(ids.flatMap((id) => (merged.has(id) ? (merged.get(id) ?? []) : id))),
]
