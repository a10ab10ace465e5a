import { LRUCache } from 'lru-cache'
import { cacheWatched, type WatchedHost, watchHost } from '#server/platform/fast-reads/watched-state.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { Variant } from './make-variant.ts'
import { findRevision } from './queries.ts'

/** Limits cached workspaces, because each listens for events. */
const mostSpaces = 500
const mostServed = 20_000
const mostVariants = 20_000

/** Caches public media until the media library changes. */
type WorkspaceOwned = { workspaceId: string }
export type KeptServed = ReturnType<typeof keepServed>

export function keepServed(platform: Platform) {
  const served = new LRUCache<string, WorkspaceOwned>({ max: mostServed })
  const variants = new LRUCache<string, Variant>({ max: mostVariants })
  const spaces = cacheWatched<WatchedHost<string>>(mostSpaces, (space) => space.leave())
  const openSpace = (domain: string) => watchHost(platform, domain, { types: ['content.changed'], findRevision })

  async function stateOf(domain: string) {
    const known = spaces.get(domain)
    const space = known ?? openSpace(domain)
    const state = space.peek()
    if (state) return state
    const isThere = await space.read().catch((error: unknown) => {
      if (!known) space.leave()
      throw error
    })
    // Hosts without a workspace are not cached. If a host moved to another workspace, its cache restarts.
    if (!isThere) {
      space.leave()
      spaces.delete(domain)
      return null
    }
    if (!known) spaces.set(domain, space)
    return space.state
  }

  return {
    /** Reads the revision before the row, so that a cached row is never older than its key. */
    async find<T extends WorkspaceOwned>(
      domain: string,
      what: string,
      read: () => Promise<T | null>,
    ): Promise<T | null> {
      const state = spaces.has(domain) ? await stateOf(domain) : null
      if (!state) {
        const found = await read()
        if (found) await stateOf(domain)
        return found
      }
      const name = [state.workspaceId, state.revision, what].join(' ')
      const known = served.get(name)
      if (known) return known as T
      const found = await read()
      if (found?.workspaceId === state.workspaceId) served.set(name, found)
      return found
    },
    /** Variants never change. A deleted variant is dropped from the cache when its file is missing. */
    variants,
    close: () => spaces.clear(),
  }
}
