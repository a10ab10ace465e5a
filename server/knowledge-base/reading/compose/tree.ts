import type { CategoryCard, ReadingLink } from '#contract/knowledge-base/reading.ts'
import type { ReadingPaths } from '#server/knowledge-base/reading/asking/paths.ts'
import { listPublicCategories, type PublicCategory } from '#server/knowledge-base/reading/queries/categories.ts'
import { countStanding, listFirstBelow } from '#server/knowledge-base/reading/queries/texts.ts'
import { type ReadingCall, wordsIn } from '#server/knowledge-base/reading/space.ts'
import { inTreeOrder, pathOf } from '#server/platform/trees/tree.ts'
import { editionOf, lineIn } from './edition.ts'

export const wordsOf = ({ texts }: Pick<PublicCategory, 'texts'>, { language, space: { first } }: ReadingCall) =>
  texts[language] ?? texts[first] ?? Object.values(texts)[0]!

export async function listCards(
  call: ReadingCall,
  paths: ReadingPaths,
  parentId: string | null,
): Promise<CategoryCard[]> {
  return cardsIn(call, paths, parentId, await listPublicCategories(call.tx, call.reader))
}

const mostBelow = 4

export async function listBranches(call: ReadingCall, paths: ReadingPaths, parentId: string) {
  const { tx, reader } = call
  const categories = await listPublicCategories(tx, reader)
  const places = new Map(categories.map((category) => [category.id, category]))
  const standing = inTreeOrder(categories).flatMap(({ id }) => {
    const way = pathOf(places, id)
    const at = way.indexOf(parentId)
    return at > 0 ? { top: way[at - 1]!, categoryId: id } : []
  })
  const [cards, first] = await Promise.all([
    cardsIn(call, paths, parentId, categories),
    listFirstBelow(tx, reader, editionOf(call), standing, mostBelow),
  ])
  return cards.map(({ id, ...card }) => ({ ...card, articles: (first.get(id) ?? []).map(lineIn(paths)) }))
}

async function cardsIn(call: ReadingCall, paths: ReadingPaths, parentId: string | null, categories: PublicCategory[]) {
  const counts = await countStanding(call.tx, call.reader, editionOf(call))
  const places = new Map(categories.map((category) => [category.id, category]))
  const sums = new Map<string, number>()
  for (const [id, number] of counts)
    for (const above of places.has(id) ? pathOf(places, id) : []) sums.set(above, (sums.get(above) ?? 0) + number)
  return categories
    .filter((category) => category.parentId === parentId)
    .map((category) => ({
      id: category.id,
      ...wordsOf(category, call),
      icon: category.icon as CategoryCard['icon'],
      path: paths.category(category.slug),
      articleCount: sums.get(category.id) ?? 0,
    }))
}

export async function trailTo(
  call: ReadingCall,
  paths: ReadingPaths,
  categoryId: string | null,
): Promise<ReadingLink[]> {
  const home = { label: wordsIn(call).help, href: paths.home }
  if (!categoryId) return [home]
  const categories = await listPublicCategories(call.tx, call.reader)
  const places = new Map(categories.map((category) => [category.id, category]))
  if (!places.has(categoryId)) return [home]
  const way = pathOf(places, categoryId)
    .toReversed()
    .flatMap((id) => places.get(id) ?? [])
  return [
    home,
    ...way.map((category) => ({ label: wordsOf(category, call).name, href: paths.category(category.slug) })),
  ]
}
