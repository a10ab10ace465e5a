import { nameIn } from '#server/knowledge-base/categories/name-categories.ts'
import { findTops, type Tops } from '#server/knowledge-base/categories/top-categories.ts'
import { audiencesOf, type Reader } from '#server/knowledge-base/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findPlaces, type Ground, keptTops } from './asking/ground.ts'
import type { Ranked } from './asking/rank-articles.ts'

type Place = { tx: WorkspaceTx; reader: Reader; ground: Ground; language: string }

/** The topics at the top of the tree under which articles stand that were found, those with the most of them first. */
export async function findTopics(place: Place, ranked: Ranked[]) {
  if (ranked.length === 0) return []
  const { language } = place
  const ids = ranked.map(({ articleId }) => articleId)
  const [tops, places] = await Promise.all([topsFor(place), findPlaces(place, ids)])
  const topics = Map.groupBy(
    places.map(({ id, categoryId }) => ({ id, top: categoryId ? tops.get(categoryId) : undefined })),
    ({ top }) => top,
  )
  return [...topics]
    .flatMap(([top, articles]) => (top ? [{ top, articleIds: new Set(articles.map(({ id }) => id)) }] : []))
    .toSorted((one, other) => other.articleIds.size - one.articleIds.size || one.top.place - other.top.place)
    .map(({ top: { id, slug, texts }, articleIds }) => ({
      ...{ id, slug, name: nameIn(texts, language), count: articleIds.size },
      articleIds,
    }))
}

async function topsFor({ tx, reader, ground }: Place): Promise<Tops> {
  const name = `${ground.number} ${audiencesOf(reader)}`
  const kept = keptTops.get(name) ?? (await findTops(tx, reader))
  keptTops.set(name, kept)
  return kept
}

type Topics = Awaited<ReturnType<typeof findTopics>>

/** What stands under one topic, by its id or address; nothing where nothing that was found does. */
export function withinTopic(ranked: Ranked[], topics: Topics, topic: string): Ranked[] {
  const chosen = topics.find(({ id, slug }) => id === topic || slug === topic)
  return ranked.filter(({ articleId }) => chosen?.articleIds.has(articleId))
}
