import type { QueryOf } from '#contract/endpoint.ts'
import type { listSearches as contract } from '#contract/knowledge-base/search.ts'
import { findTitles, listSearches } from '#server/knowledge-base/search/queries/log.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { readCursor, writeCursor } from '#server/search/words/cursor.ts'

export async function showLog(tx: WorkspaceTx, { limit, cursor, language, withoutResult }: QueryOf<typeof contract>) {
  const found = await listSearches(tx, { language, withoutResult, after: readCursor(cursor), limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const titles = await findTitles(
    tx,
    shown.flatMap(({ openedId }) => openedId ?? []),
  )
  const items = shown.map(({ openedId, openedPlace, createdAt, sortKey: _, ...search }) => ({
    ...search,
    opened:
      openedId && openedPlace ? { article: openedId, title: titles.get(openedId) ?? null, place: openedPlace } : null,
    at: createdAt,
  }))
  return { items, next: found.length > limit && last ? writeCursor({ key: last.sortKey, id: last.id }) : null }
}
