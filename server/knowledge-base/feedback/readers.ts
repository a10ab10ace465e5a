import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const dayMs = 24 * 60 * 60_000
const mostKnown = 50_000

/** Readers are hashed with a salt that changes daily and is kept only in memory. */
export function createReaders() {
  let [day, salt] = [-1, randomBytes(32)]
  const ids = new LRUCache<string, string>({ max: mostKnown })

  const nameOf = (reader: string, now: number) => {
    const today = Math.floor(now / dayMs)
    if (today !== day) {
      ;[day, salt] = [today, randomBytes(32)]
      ids.clear()
    }
    return createHmac('sha256', salt).update(reader).digest('base64url')
  }

  return {
    find: (reader: string, now = Date.now()): string | undefined => ids.get(nameOf(reader, now)),
    add(reader: string, now = Date.now()): string {
      const id = randomUUID()
      ids.set(nameOf(reader, now), id)
      return id
    },
  }
}
