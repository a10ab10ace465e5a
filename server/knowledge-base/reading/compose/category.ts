import type { ReadingPages } from '#contract/knowledge-base/reading.ts'
import { pathsIn } from '#server/knowledge-base/reading/asking/paths.ts'
import type { PublicCategory } from '#server/knowledge-base/reading/queries/categories.ts'
import { listInCategory } from '#server/knowledge-base/reading/queries/texts.ts'
import type { ReadingCall } from '#server/knowledge-base/reading/space.ts'
import { breadcrumbs, everyEdition, frameOf, headOf, lineIn, originOf, shortened } from './frame.ts'
import { listBranches, trailTo, wordsOf } from './tree.ts'

const mostListed = 1000

export async function composeCategory(call: ReadingCall, category: PublicCategory): Promise<ReadingPages['category']> {
  const { tx, reader, space, paths } = call
  const { id, parentId, slug, isListed } = category
  const [categories, articles, trail] = await Promise.all([
    listBranches(call, id),
    listInCategory(tx, reader, call.edition, id, mostListed),
    trailTo(call, parentId),
  ])
  const { name, description } = wordsOf(category, call)
  const about = description || [...categories.map((one) => one.name), ...articles.map(({ title }) => title)].join(', ')
  const editions = everyEdition(call, (other) => pathsIn(other, space.first).category(slug))
  return {
    frame: frameOf(call, editions),
    head: headOf(call, {
      title: `${name} · ${call.words.helpOf(space.workspace.name)}`,
      description: shortened(about),
      path: paths.category(slug),
      editions,
      isIndexed: isListed,
      feeds: isListed ? [{ title: name, url: `${originOf(call)}${paths.category(slug)}/feed.xml` }] : [],
      data: [breadcrumbs(call, [...trail, { label: name, href: paths.category(slug) }])],
    }),
    body: { name, description, trail, categories, articles: articles.map(lineIn(paths)) },
  }
}
