import { listFoundCategories } from '#server/knowledge-base/categories/queries/categories.ts'
import type { Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { pathOf } from '#server/platform/trees/tree.ts'
import type { NamesOfCategory } from './name-categories.ts'

export type TopCategory = { id: string; slug: string; texts: NamesOfCategory; place: number }
/** `top` is the top-level ancestor, or null if the reader cannot see all ancestors. */
export type CategoriesById = ReadonlyMap<string, { texts: NamesOfCategory; top: TopCategory | null }>

export async function findCategories(tx: WorkspaceTx, reader: Reader): Promise<CategoriesById> {
  const categories = await listFoundCategories(tx, reader)
  const places = new Map(categories.map((category, place) => [category.id, { ...category, place }]))
  return new Map(
    categories.map(({ id, texts }) => {
      const top = places.get(pathOf(places, id).at(-1)!)!
      return [id, { texts, top: top.parentId === null ? top : null }]
    }),
  )
}
