import { LRUCache } from 'lru-cache'
import { cacheWatched, type WatchedHost, watchHost } from '#server/platform/fast-reads/watched-state.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { Variant } from './make-variant.ts'
import { findRevision } from './queries.ts'

/** Each is listened to, so those whose pictures nobody reads are let go. */
const mostSpaces = 500
const mostServed = 20_000
const mostVariants = 20_000

/** What is kept says whose it is. */
type Owned = { workspaceId: string }
export type KeptServed = ReturnType<typeof keepServed>

/** What is public and was asked for before, known as long as nothing was heard since that the library changed. */
export function keepServed(platform: Platform) {
  const served = new LRUCache<string, Owned>({ max: mostServed })
  const variants = new LRUCache<string, Variant>({ max: mostVariants })
  const spaces = cacheWatched<WatchedHost<string>>(mostSpaces, (space) => space.leave())
  const openSpace = (domain: string) => watchHost(platform, domain, { types: ['content.changed'], findRevision })

  /** The state under which something is kept; null where nobody has the name, or another workspace by now. */
  async function stateOf(domain: string) {
    const known = spaces.get(domain)
    const space = known ?? openSpace(domain)
    const state = space.peek()
    if (state) return state
    const isThere = await space.read().catch((error: unknown) => {
      if (!known) space.leave()
      throw error
    })
    // A name that nobody has takes no place, and one that went to another workspace is opened anew.
    if (!isThere) {
      space.leave()
      spaces.delete(domain)
      return null
    }
    if (!known) spaces.set(domain, space)
    return space.state
  }

  return {
    /** The state is known before the row is read, so what is kept is never older than what it is kept under. */
    async find<T extends Owned>(domain: string, what: string, read: () => Promise<T | null>): Promise<T | null> {
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
    /** A variant never changes; one that was thinned out is forgotten when its bytes are not there. */
    variants,
    close: () => spaces.clear(),
  }
}
