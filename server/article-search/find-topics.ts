import type { Top } from '#server/knowledge-base/categories/found-categories.ts'
import { nameIn } from '#server/knowledge-base/categories/name-categories.ts'
import type { Reader } from '#server/knowledge-base/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findKeptCategories, type Ground } from './asking/ground.ts'
import type { Match } from './asking/match-texts.ts'
import { findArticles, type Postings } from './asking/postings.ts'

type Place = { tx: WorkspaceTx; reader: Reader; ground: Ground; language: string }

/** The topics at the top of the tree under which texts stand that were found, those with the most of them first. */
export async function findTopics(place: Place, postings: Postings, matches: Match[]) {
  if (matches.length === 0) return []
  const [categories] = await Promise.all([findKeptCategories(place), findArticles(place, postings, matches)])
  const topOf = ({ text }: Match) => categories.get(postings.articles[text]?.categoryId ?? '')?.top
  const counts = new Map<Top, number>()
  for (const match of matches) {
    const top = topOf(match)
    if (top) counts.set(top, (counts.get(top) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([one, ofOne], [other, ofOther]) => ofOther - ofOne || one.place - other.place)
    .map(([top, count]) => ({
      ...{ id: top.id, slug: top.slug, name: nameIn(top.texts, place.language), count },
      isOf: (match: Match) => topOf(match) === top,
    }))
}

type Topics = Awaited<ReturnType<typeof findTopics>>

/** What stands under one topic, by its id or address; nothing where nothing that was found does. */
export const withinTopic = (matches: Match[], topics: Topics, topic: string): Match[] => {
  const chosen = topics.find(({ id, slug }) => id === topic || slug === topic)
  return chosen ? matches.filter(chosen.isOf) : []
}
