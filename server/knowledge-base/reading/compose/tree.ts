import type { CategoryCard, ReadingLink } from '#contract/knowledge-base/reading.ts'
import { listVisibleCategories, sumBelow } from '#server/knowledge-base/categories/categories/show-categories.ts'
import type { PublicCategory } from '#server/knowledge-base/reading/queries/categories.ts'
import { countStanding, listFirstBelow } from '#server/knowledge-base/reading/queries/texts.ts'
import type { ReadingCall } from '#server/knowledge-base/reading/space.ts'
import { inTreeOrder, pathOf } from '#server/platform/trees/tree.ts'
import { lineIn } from './frame.ts'

export const wordsOf = ({ texts }: Pick<PublicCategory, 'texts'>, { language, space: { first } }: ReadingCall) =>
  texts[language] ?? texts[first] ?? Object.values(texts)[0]!

export const listCards = async (call: ReadingCall, parentId: string | null): Promise<CategoryCard[]> =>
  cardsIn(call, parentId, await listVisibleCategories(call.tx, call.reader))

const mostBelow = 4

export async function listBranches(call: ReadingCall, parentId: string) {
  const { tx, reader } = call
  const categories = await listVisibleCategories(tx, reader)
  const places = new Map(categories.map((category) => [category.id, category]))
  const standing = inTreeOrder(categories).flatMap(({ id }) => {
    const path = pathOf(places, id)
    const at = path.indexOf(parentId)
    return at > 0 ? { top: path[at - 1]!, categoryId: id } : []
  })
  const [cards, first] = await Promise.all([
    cardsIn(call, parentId, categories),
    listFirstBelow(tx, reader, call.edition, standing, mostBelow),
  ])
  return cards.map(({ id, ...card }) => ({ ...card, articles: (first.get(id) ?? []).map(lineIn(call.paths)) }))
}

async function cardsIn(call: ReadingCall, parentId: string | null, categories: PublicCategory[]) {
  const sums = sumBelow(categories, await countStanding(call.tx, call.reader, call.edition))
  return categories
    .filter((category) => category.parentId === parentId)
    .map((category) => ({
      id: category.id,
      ...wordsOf(category, call),
      icon: category.icon,
      path: call.paths.category(category.slug),
      articleCount: sums.get(category.id) ?? 0,
    }))
}

export async function trailTo(call: ReadingCall, categoryId: string | null): Promise<ReadingLink[]> {
  const { paths } = call
  const home = { label: call.words.help, href: paths.home }
  if (!categoryId) return [home]
  const categories = await listVisibleCategories(call.tx, call.reader)
  const places = new Map(categories.map((category) => [category.id, category]))
  if (!places.has(categoryId)) return [home]
  const path = pathOf(places, categoryId)
    .toReversed()
    .flatMap((id) => places.get(id) ?? [])
  return [
    home,
    ...path.map((category) => ({ label: wordsOf(category, call).name, href: paths.category(category.slug) })),
  ]
}
