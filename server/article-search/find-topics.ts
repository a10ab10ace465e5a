import { nameIn } from '#server/knowledge-base/categories/name-categories.ts'
import type { Reader } from '#server/knowledge-base/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Ranked } from './asking/rank-articles.ts'
import { listTopics } from './queries/search.ts'

type Found = { ranked: Ranked[]; language: string }

/** The topics at the top of the tree under which articles stand that were found, those with the most of them first. */
export async function findTopics(tx: WorkspaceTx, reader: Reader, { ranked, language }: Found) {
  if (ranked.length === 0) return []
  const ids = ranked.map(({ articleId }) => articleId)
  const topics = await listTopics(tx, reader, language, ids)
  return topics.map(({ texts, articleIds, ...topic }) => ({
    ...{ ...topic, name: nameIn(texts, language), count: articleIds.length },
    articleIds: new Set(articleIds),
  }))
}

type Topics = Awaited<ReturnType<typeof findTopics>>

/** What stands under one topic, by its id or address; nothing where nothing that was found does. */
export function withinTopic(ranked: Ranked[], topics: Topics, topic: string): Ranked[] {
  const chosen = topics.find(({ id, slug }) => id === topic || slug === topic)
  return ranked.filter(({ articleId }) => chosen?.articleIds.has(articleId))
}
