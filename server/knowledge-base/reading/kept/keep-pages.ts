import { LRUCache } from 'lru-cache'
import { findRevision } from '#server/knowledge-base/reading/queries/space.ts'
import { cacheWatched, type WatchedHost, watchHost } from '#server/platform/fast-reads/watched-state.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { type KeptPage, sizeOf } from './kept-page.ts'

/** Each is listened to, so those that nobody reads are let go. */
const mostSpaces = 500
const mostBytes = 96 * 1024 * 1024
const mostBytesOfSpace = 24 * 1024 * 1024
/** What a page shows has lasting addresses, but for the logo, whose signed one holds for a day at least. */
const keptMs = 12 * 60 * 60_000

type Space = { watched: WatchedHost<number>; pages: LRUCache<string, KeptPage>; making: Map<string, Making> }
type Making = { since: number; page: Promise<Made> }
/** A page to keep, or what else is at its address, which is asked for again each time. */
export type Made<Other = unknown> = { kept: KeptPage } | { kept: null; other: Other }

export type KeptPages = ReturnType<typeof keepPages>

/**
 * The pages of anonymous readers, each as it was made for a revision of its knowledge base and given out for no other.
 * Where there is too much, the least read page goes of whoever keeps the most.
 */
export function keepPages(platform: Platform) {
  let bytes = 0
  const opening = new Map<string, Promise<Space | null>>()
  const spaces = cacheWatched<Space>(mostSpaces, ({ watched, pages }) => {
    watched.leave()
    pages.clear()
  })

  /** A name that nobody has takes no place. */
  const openSpace = async (domain: string): Promise<Space | null> => {
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
    new LRUCache<string, KeptPage>({
      maxSize,
      sizeCalculation: sizeOf,
      ttl: keptMs,
      dispose: (page) => {
        bytes -= sizeOf(page)
      },
    })

  /** Opened once for all who ask meanwhile; anew where the name has gone to another workspace. */
  const findSpace = async (domain: string): Promise<Space | null> => {
    const known = spaces.get(domain)
    if (known && (known.watched.peek() || (await known.watched.read()))) return known
    if (known && spaces.peek(domain) === known) spaces.delete(domain)
    const begun = opening.get(domain) ?? openSpace(domain).finally(() => opening.delete(domain))
    opening.set(domain, begun)
    return begun
  }

  const keep = (domain: string, space: Space, path: string, page: KeptPage) => {
    if (spaces.peek(domain) !== space) return
    space.pages.set(path, page)
    if (space.pages.has(path)) bytes += sizeOf(page)
    while (bytes > mostBytes && largestOf(spaces)?.pages.pop());
  }

  const make = async <Other>(domain: string, space: Space, path: string, begin: () => Promise<Made<Other>>) => {
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
    /**
     * The page at a path of a host, as it is now; null where no workspace has this host. It is made once for all who ask
     * meanwhile, and anew for who asks after a change.
     */
    async find<Other>(domain: string, path: string, begin: () => Promise<Made<Other>>): Promise<Made<Other> | null> {
      const space = await findSpace(domain)
      if (!space) return null
      const { revision } = space.watched.state
      const kept = space.pages.get(path)
      if (kept?.revision === revision) return { kept }
      const running = space.making.get(path)
      if (running?.since === revision) return running.page as Promise<Made<Other>>
      return make(domain, space, path, begin)
    },
    /** As `find`, where that needs to ask nobody. */
    peek(domain: string, path: string): KeptPage | null {
      const space = spaces.get(domain)
      const kept = space?.pages.get(path)
      return kept && kept.revision === space?.watched.peek()?.revision ? kept : null
    },
    close: () => spaces.clear(),
  }
}

const largestOf = (spaces: LRUCache<string, Space>) =>
  [...spaces.values()].toSorted((one, other) => other.pages.calculatedSize - one.pages.calculatedSize)[0]
