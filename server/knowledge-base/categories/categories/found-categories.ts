import { listFoundCategories } from '#server/knowledge-base/categories/queries/categories.ts'
import type { Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { pathOf } from '#server/platform/trees/tree.ts'
import type { NamesOfCategory } from './name-categories.ts'

/** One at the top of the tree; `place` is among all that stand there. */
export type Top = { id: string; slug: string; texts: NamesOfCategory; place: number }
/** `top` is the one at the top of the tree under which it stands, none where the reader does not find all above it. */
export type FoundCategories = ReadonlyMap<string, { texts: NamesOfCategory; top: Top | null }>

/** The categories that the reader finds. */
export async function findCategories(tx: WorkspaceTx, reader: Reader): Promise<FoundCategories> {
  const categories = await listFoundCategories(tx, reader)
  const places = new Map(categories.map((category, place) => [category.id, { ...category, place }]))
  return new Map(
    categories.map(({ id, texts }) => {
      const top = places.get(pathOf(places, id).at(-1)!)!
      return [id, { texts, top: top.parentId === null ? top : null }]
    }),
  )
}
