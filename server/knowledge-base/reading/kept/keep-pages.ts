import { LRUCache } from 'lru-cache'
import { findRevision } from '#server/knowledge-base/categories/opening.ts'
import type { ReadingResult } from '#server/knowledge-base/reading/find-page.ts'
import { cacheWatched, type WatchedHost, watchHost } from '#server/platform/fast-reads/watched-state.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { type CachedPage, sizeOf } from './kept-page.ts'

/** Maximum number of hosts with cached pages. Limited, because each host needs a listener. */
const mostSpaces = 500
const mostBytes = 96 * 1024 * 1024
const mostBytesOfSpace = 24 * 1024 * 1024
// Cached pages expire after this time, before the signed URLs in them expire.
const keptMs = 12 * 60 * 60_000

type HostPages = { watched: WatchedHost<number>; pages: LRUCache<string, CachedPage>; making: Map<string, PendingPage> }
type PendingPage = { since: number; page: Promise<PageResult> }
/** Result of making a page. `kept` is a page that can be cached. `other` is an answer that cannot be cached. */
export type PageResult = { kept: CachedPage } | { kept: null; other: ReadingResult }

export type PageCache = ReturnType<typeof keepPages>

/**
 * Caches pages by host and path. A page is valid for one revision of the knowledge base. If the cache is full, pages of
 * the host with the largest cache are dropped.
 */
export function keepPages(platform: Platform) {
  let bytes = 0
  const opening = new Map<string, Promise<HostPages | null>>()
  const spaces = cacheWatched<HostPages>(mostSpaces, ({ watched, pages }) => {
    watched.leave()
    pages.clear()
  })

  const openSpace = async (domain: string): Promise<HostPages | null> => {
    const watched = watchHost(platform, domain, { types: ['knowledge-base.changed'], findRevision })
    try {
      if (!(await watched.read())) return null
      const space = { watched, pages: keepUpTo(mostBytesOfSpace), making: new Map() }
      spaces.set(domain, space)
      return space
    } finally {
      if (spaces.peek(domain)?.watched !== watched) watched.leave()
    }
  }

  const keepUpTo = (maxSize: number) =>
    new LRUCache<string, CachedPage>({
      maxSize,
      sizeCalculation: sizeOf,
      ttl: keptMs,
      dispose: (page) => {
        bytes -= sizeOf(page)
      },
    })

  // Finds the cached pages of a host. A host that moved to another workspace is opened again.
  const findSpace = async (domain: string): Promise<HostPages | null> => {
    const known = spaces.get(domain)
    if (known && (known.watched.peek() || (await known.watched.read()))) return known
    if (known && spaces.peek(domain) === known) spaces.delete(domain)
    const begun = opening.get(domain) ?? openSpace(domain).finally(() => opening.delete(domain))
    opening.set(domain, begun)
    return begun
  }

  const keep = (domain: string, space: HostPages, path: string, page: CachedPage) => {
    if (spaces.peek(domain) !== space) return
    space.pages.set(path, page)
    if (space.pages.has(path)) bytes += sizeOf(page)
    while (bytes > mostBytes && largestOf(spaces)?.pages.pop());
  }

  const make = async (domain: string, space: HostPages, path: string, begin: () => Promise<PageResult>) => {
    const page = begin()
    space.making.set(path, { since: space.watched.state.revision, page })
    try {
      const made = await page
      if (made.kept) keep(domain, space, path, made.kept)
      return made
    } finally {
      if (space.making.get(path)?.page === page) space.making.delete(path)
    }
  }

  return {
    /** Finds a cached page or makes it with `begin`, once for concurrent requests. Null for an unknown host. */
    async find(domain: string, path: string, begin: () => Promise<PageResult>): Promise<PageResult | null> {
      const space = await findSpace(domain)
      if (!space) return null
      const { revision } = space.watched.state
      const kept = space.pages.get(path)
      if (kept?.revision === revision) return { kept }
      const running = space.making.get(path)
      if (running?.since === revision) return running.page
      return make(domain, space, path, begin)
    },
    peek(domain: string, path: string): CachedPage | null {
      const space = spaces.get(domain)
      const kept = space?.pages.get(path)
      return kept && kept.revision === space?.watched.peek()?.revision ? kept : null
    },
    close: () => spaces.clear(),
  }
}

const largestOf = (spaces: LRUCache<string, HostPages>) =>
  [...spaces.values()].toSorted((one, other) => other.pages.calculatedSize - one.pages.calculatedSize)[0]
