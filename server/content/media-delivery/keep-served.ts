import { LRUCache } from 'lru-cache'
import { cacheWatched, type WatchedHost, watchHost } from '#server/platform/fast-reads/watched-state.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { Variant } from './make-variant.ts'
import { findRevision } from './queries.ts'

/** Maximum number of cached workspaces. Each one listens for events. */
const mostSpaces = 500
const mostServed = 20_000
const mostVariants = 20_000

/** A row that the cache can keep. It names its workspace, so that it is not served on the host of another workspace. */
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
    // A host without a workspace is not cached. If the host moved to another workspace, its cached state is removed and
    // a later request caches it again.
    if (!isThere) {
      space.leave()
      spaces.delete(domain)
      return null
    }
    if (!known) spaces.set(domain, space)
    return space.state
  }

  return {
    /**
     * Returns a row, from the cache if possible. The revision of the library is read before the row, so that an old row
     * is never cached under a new revision.
     */
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
    /** A variant never changes. If the file of a cached variant is missing, a new variant replaces the cached one. */
    variants,
    close: () => spaces.clear(),
  }
}
