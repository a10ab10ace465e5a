import type { CategoryCard, ReadingLink } from '#contract/reading.ts'
import { pathOf } from '#server/platform/trees/tree.ts'
import type { Paths } from '#server/reading/asking/paths.ts'
import { type FoundCategory, listFound } from '#server/reading/queries/categories.ts'
import { countStanding } from '#server/reading/queries/texts.ts'
import { type ReadingCall, wordsIn } from '#server/reading/space.ts'
import { editionOf } from './edition.ts'

export const wordsOf = ({ texts }: Pick<FoundCategory, 'texts'>, { language, space: { first } }: ReadingCall) =>
  texts[language] ?? texts[first] ?? Object.values(texts)[0]!

/** The categories right in one, or on the home page, with how much stands in and below each. */
export async function listCards(call: ReadingCall, paths: Paths, parentId: string | null): Promise<CategoryCard[]> {
  const { tx, reader } = call
  const [categories, counts] = await Promise.all([listFound(tx, reader), countStanding(tx, reader, editionOf(call))])
  const places = new Map(categories.map((category) => [category.id, category]))
  const sums = new Map<string, number>()
  for (const [id, number] of counts)
    for (const above of places.has(id) ? pathOf(places, id) : []) sums.set(above, (sums.get(above) ?? 0) + number)
  return categories
    .filter((category) => category.parentId === parentId)
    .map((category) => ({
      ...wordsOf(category, call),
      icon: category.icon as CategoryCard['icon'],
      path: paths.category(category.slug),
      articleCount: sums.get(category.id) ?? 0,
    }))
}

/** The way from the home page down to a category, as far as the reader finds it. */
export async function trailTo(call: ReadingCall, paths: Paths, categoryId: string | null): Promise<ReadingLink[]> {
  const home = { label: wordsIn(call).help, href: paths.home }
  if (!categoryId) return [home]
  const categories = await listFound(call.tx, call.reader)
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
