import type { QueryOf } from '#contract/endpoint.ts'
import type { listSearches as contract } from '#contract/knowledge-base/search.ts'
import { findTitles, listSearches } from '#server/knowledge-base/search/queries/log.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { cutPage, readCursor, rowCursor } from '#server/search/words/cursor.ts'

export async function showLog(tx: WorkspaceTx, { limit, cursor, language, withoutResult }: QueryOf<typeof contract>) {
  const found = await listSearches(tx, language, withoutResult, readCursor(cursor), limit + 1)
  const { shown, next } = cutPage(found, limit, rowCursor)
  const openedIds = shown.flatMap(({ openedId }) => openedId ?? [])
  const titles = await findTitles(tx, openedIds)
  const items = shown.map(({ openedId, openedPlace, createdAt, sortKey: _, ...search }) => ({
    ...search,
    opened:
      openedId && openedPlace ? { article: openedId, title: titles.get(openedId) ?? null, place: openedPlace } : null,
    at: createdAt,
  }))
  return { items, next }
}
