import { LRUCache } from 'lru-cache'
import type { Platform } from '#server/platform/http/platform.ts'
import { type KeptPage, sizeOf } from './kept-page.ts'
import { WatchedSpace } from './watched-space.ts'

/** Each is listened to, so those that nobody reads are let go. */
const mostSpaces = 500
const unreadMs = 10 * 60_000
const mostBytes = 96 * 1024 * 1024
const mostBytesOfSpace = 24 * 1024 * 1024
/** Shorter than the signed address of a logo holds. */
const keptMs = 60 * 60_000

type Space = { watched: WatchedSpace; pages: LRUCache<string, KeptPage>; making: Map<string, Making> }
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
  const spaces = new LRUCache<string, Space>({
    ...{ max: mostSpaces, ttl: unreadMs, ttlAutopurge: true, updateAgeOnGet: true },
    dispose: ({ watched, pages }) => {
      watched.leave()
      pages.clear()
    },
  })

  const openSpace = (domain: string): Space => {
    const pages = new LRUCache<string, KeptPage>({
      ...{ maxSize: mostBytesOfSpace, sizeCalculation: sizeOf, ttl: keptMs },
      dispose: (page) => {
        bytes -= sizeOf(page)
      },
    })
    const space = { watched: new WatchedSpace(platform, domain), pages, making: new Map() }
    spaces.set(domain, space)
    return space
  }

  const keep = ({ pages }: Space, path: string, page: KeptPage) => {
    pages.set(path, page)
    if (pages.has(path)) bytes += sizeOf(page)
    while (bytes > mostBytes) largestOf(spaces)?.pages.pop()
  }

  /** Made once for all who ask meanwhile, and anew for who asks after a change. */
  const make = async <Other>(space: Space, path: string, begin: () => Promise<Made<Other>>): Promise<Made<Other>> => {
    const since = space.watched.revision
    const running = space.making.get(path)
    if (running?.since === since) return running.page as Promise<Made<Other>>
    const page = begin()
    space.making.set(path, { since, page })
    try {
      const made = await page
      if (made.kept) {
        space.watched.learn(made.kept.revision)
        keep(space, path, made.kept)
      }
      return made
    } finally {
      if (space.making.get(path)?.page === page) space.making.delete(path)
    }
  }

  return {
    /** The page at a path of a host, as it is now; null where no workspace has this host. */
    async find<Other>(domain: string, path: string, begin: () => Promise<Made<Other>>): Promise<Made<Other> | null> {
      const space = spaces.get(domain) ?? openSpace(domain)
      if (!space.watched.isKnown() && !(await space.watched.look())) {
        spaces.delete(domain)
        return null
      }
      const kept = space.pages.get(path)
      return kept?.revision === space.watched.revision ? { kept } : make(space, path, begin)
    },
    close: () => spaces.clear(),
  }
}

const largestOf = (spaces: LRUCache<string, Space>) =>
  [...spaces.values()].toSorted((one, other) => other.pages.calculatedSize - one.pages.calculatedSize)[0]
