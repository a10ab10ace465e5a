import type { CategoriesById, TopCategory } from '#server/knowledge-base/categories/categories/found-categories.ts'
import { nameIn } from '#server/knowledge-base/categories/categories/name-categories.ts'
import type { Match } from './asking/match-texts.ts'
import type { ArticlesInOrder } from './asking/postings.ts'

type TopicInput = { articles: ArticlesInOrder; categories: CategoriesById; language: string }

export function findTopics({ articles, categories, language }: TopicInput, matches: Match[]) {
  const topOf = ({ text }: Match) => categories.get(articles[text]?.categoryId ?? '')?.top
  const counts = new Map<TopCategory, number>()
  for (const match of matches) {
    const top = topOf(match)
    if (top) counts.set(top, (counts.get(top) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([one, ofOne], [other, ofOther]) => ofOther - ofOne || one.place - other.place)
    .map(([top, count]) => ({
      id: top.id,
      slug: top.slug,
      name: nameIn(top.texts, language),
      count,
      isOf: (match: Match) => topOf(match) === top,
    }))
}

type Topics = ReturnType<typeof findTopics>

export const withinTopic = (matches: Match[], topics: Topics, topic: string): Match[] => {
  const chosen = topics.find(({ id, slug }) => id === topic || slug === topic)
  return chosen ? matches.filter(chosen.isOf) : []
}
