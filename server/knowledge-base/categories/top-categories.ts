import { listFoundCategories } from '#server/knowledge-base/queries/categories.ts'
import type { Reader } from '#server/knowledge-base/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { pathOf } from '#server/platform/trees/tree.ts'

/** `place`: among all that stand at the top. */
type Top = { id: string; slug: string; texts: Record<string, { name: string }>; place: number }
export type Tops = ReadonlyMap<string, Top>

/** Of each category that the reader finds, as they find all above it, the one at the top of the tree. */
export async function findTops(tx: WorkspaceTx, reader: Reader): Promise<Tops> {
  const categories = await listFoundCategories(tx, reader)
  const places = new Map(categories.map((category, place) => [category.id, { ...category, place }]))
  return new Map(
    categories.flatMap(({ id }) => {
      const top = places.get(pathOf(places, id).at(-1)!)!
      return top.parentId === null ? [[id, top] as const] : []
    }),
  )
}
