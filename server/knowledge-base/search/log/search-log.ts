import { createHmac, createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Search } from '#server/knowledge-base/search/queries/log.ts'

type OpenSearch = Search & { workspaceId: string; shown: string[]; typedAt: number }
type TypedSearch = Pick<Search, 'query' | 'language' | 'asker' | 'results'> & { shown: string[] }
type Reader = { workspaceId: string; key: string; network: string }

const typingMs = 30_000
const openingMs = 30 * 60_000
const askingMs = 30 * 60_000
// Maximum number of open searches per reader. Readers without sign-in are known only by their network, so several can
// count as one reader.
const mostOfReader = 5
const mostReaders = 20_000
const mostWaiting = 5_000

/**
 * Logs searches in memory. While a reader types, the searches are merged into one. Readers are stored as hashes with a
 * salt that exists only in this process.
 */
export function createSearchLog() {
  const salt = createSecretKey(randomBytes(32))
  const readers = new LRUCache<string, OpenSearch[]>({ max: mostReaders, ttl: openingMs })
  const waiting = new Map<string, OpenSearch>()

  const nameOf = ({ workspaceId, key, network }: Reader) =>
    createHmac('sha256', salt).update(`${workspaceId} ${key} ${network}`).digest('base64url')

  return {
    note(reader: Reader, typed: TypedSearch, now = Date.now()) {
      const name = nameOf(reader)
      const known = readers.get(name) ?? []
      const same = known.find((open) => isTypedFurther(open, typed, now))
      // So many unwritten entries mean that the database is down, so new searches are dropped.
      if (!same && waiting.size >= mostWaiting) return
      const search = same ?? newSearch(reader.workspaceId, typed, now)
      Object.assign(search, { ...typed, typedAt: now })
      readers.set(name, [search, ...known.filter((open) => open !== search)].slice(0, mostOfReader))
      waiting.set(search.id, search)
    },
    /**
     * Records that the reader opened an article from a search. Returns false if no search of the reader shows the
     * article, or if that search already has an opened article.
     */
    open(reader: Reader, articleId: string): boolean {
      const search = readers.get(nameOf(reader))?.find(({ shown }) => shown.includes(articleId))
      if (!search || search.openedId) return false
      Object.assign(search, { openedId: articleId, openedPlace: search.shown.indexOf(articleId) + 1 })
      waiting.set(search.id, search)
      return true
    },
    /** Marks the reader's recent searches as leading to a ticket. Returns whether there were any. */
    markFollowedByTicket(reader: Reader, now = Date.now()): boolean {
      const asked = (readers.get(nameOf(reader)) ?? []).filter(({ typedAt }) => now - typedAt <= askingMs)
      for (const search of asked) waiting.set(search.id, Object.assign(search, { becameTicket: true }))
      return asked.length > 0
    },
    take(workspaceId?: string): Map<string, Search[]> {
      const taken = [...waiting.values()].filter((search) => !workspaceId || search.workspaceId === workspaceId)
      for (const { id } of taken) waiting.delete(id)
      return new Map(
        [...Map.groupBy(taken, (search) => search.workspaceId)].map(([id, searches]) => [id, searches.map(rowOf)]),
      )
    },
  }
}

function isTypedFurther(open: OpenSearch, { query, language }: TypedSearch, now: number): boolean {
  if (open.language !== language || open.openedId || now - open.typedAt > typingMs) return false
  return query.startsWith(open.query) || open.query.startsWith(query)
}

const newSearch = (workspaceId: string, typed: TypedSearch, now: number): OpenSearch => ({
  ...typed,
  id: randomUUID(),
  workspaceId,
  openedId: null,
  openedPlace: null,
  becameTicket: false,
  createdAt: new Date(now).toISOString(),
  typedAt: now,
})

const rowOf = ({ workspaceId: _, shown: __, typedAt: ___, ...search }: OpenSearch): Search => search
