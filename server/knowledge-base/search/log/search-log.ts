import { createHmac, createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Search } from '#server/knowledge-base/search/queries/log.ts'

/** A search that may still be typed further or lead to an article. */
type Open = Search & { workspaceId: string; shown: string[]; typedAt: number }
type Typed = Pick<Search, 'query' | 'language' | 'asker' | 'results'> & { shown: string[] }
/** Somebody, told apart from others and known to nobody. */
type Reader = { workspaceId: string; key: string; network: string }

const typingMs = 30_000
const openingMs = 30 * 60_000
const askingMs = 30 * 60_000
/** Of one reader at once: several may share an address. */
const mostOfReader = 5
const mostReaders = 20_000
const mostWaiting = 5_000

/**
 * What is searched, in this process's memory until it is written: keystrokes of one search are one. Who searched is a
 * salted hash that lives as long as the process and is written nowhere.
 */
export function createSearchLog() {
  const salt = createSecretKey(randomBytes(32))
  const readers = new LRUCache<string, Open[]>({ max: mostReaders, ttl: openingMs })
  const waiting = new Map<string, Open>()

  const nameOf = ({ workspaceId, key, network }: Reader) =>
    createHmac('sha256', salt).update(`${workspaceId} ${key} ${network}`).digest('base64url')

  return {
    note(reader: Reader, typed: Typed, now = Date.now()) {
      const name = nameOf(reader)
      const known = readers.get(name) ?? []
      const same = known.find((open) => isTypedFurther(open, typed, now))
      // Where so many wait that the database must be away, what is new is not noted.
      if (!same && waiting.size >= mostWaiting) return
      const search = same ?? newSearch(reader.workspaceId, typed, now)
      Object.assign(search, { ...typed, typedAt: now })
      readers.set(name, [search, ...known.filter((open) => open !== search)].slice(0, mostOfReader))
      waiting.set(search.id, search)
    },
    /** Says what the reader opened, of what their last searches found; answers whether that is new. */
    open(reader: Reader, articleId: string): boolean {
      const search = readers.get(nameOf(reader))?.find(({ shown }) => shown.includes(articleId))
      if (!search || search.openedId) return false
      Object.assign(search, { openedId: articleId, openedPlace: search.shown.indexOf(articleId) + 1 })
      waiting.set(search.id, search)
      return true
    },
    /** The reader sent a request: what they searched shortly before did not answer it. Tells whether there was any. */
    ask(reader: Reader, now = Date.now()): boolean {
      const asked = (readers.get(nameOf(reader)) ?? []).filter(({ typedAt }) => now - typedAt <= askingMs)
      for (const search of asked) waiting.set(search.id, Object.assign(search, { becameTicket: true }))
      return asked.length > 0
    },
    /** What is to be written now, of one workspace or of each. */
    take(workspaceId?: string): Map<string, Search[]> {
      const taken = [...waiting.values()].filter((search) => !workspaceId || search.workspaceId === workspaceId)
      for (const { id } of taken) waiting.delete(id)
      return new Map(
        [...Map.groupBy(taken, (search) => search.workspaceId)].map(([id, searches]) => [id, searches.map(rowOf)]),
      )
    },
  }
}

/** Of one search, what is typed later begins with what was typed before, or the other way round. */
function isTypedFurther(open: Open, { query, language }: Typed, now: number): boolean {
  if (open.language !== language || open.openedId || now - open.typedAt > typingMs) return false
  return query.startsWith(open.query) || open.query.startsWith(query)
}

const newSearch = (workspaceId: string, typed: Typed, now: number): Open => ({
  ...typed,
  id: randomUUID(),
  workspaceId,
  openedId: null,
  openedPlace: null,
  becameTicket: false,
  createdAt: new Date(now).toISOString(),
  typedAt: now,
})

const rowOf = ({
  id,
  query,
  language,
  asker,
  results,
  openedId,
  openedPlace,
  becameTicket,
  createdAt,
}: Open): Search => ({ id, query, language, asker, results, openedId, openedPlace, becameTicket, createdAt })
