import { LRUCache } from 'lru-cache'

/** Maximum sizes of the caches of one process, in bytes. */
const mostOfAnswers = 48 * 1024 * 1024
const mostOfReferences = 16 * 1024 * 1024
/** Estimated bytes of a cache entry besides its text. */
const overhead = 300

/** A cached answer. `headers` has no rate limit headers. `unchanged` has the headers of the 304 answer. */
export type KeptAnswer = { headers: Record<string, string>; bytes: Buffer; unchanged: Record<string, string> }

const mostOfAskedOnce = 20_000

/**
 * Creates the text caches. The cache keys contain the content revision, so that a change makes old texts unreachable.
 */
export function keepTexts() {
  const askedOnce = new LRUCache<string, true>({ max: mostOfAskedOnce })
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: mostOfAnswers,
    maxEntrySize: mostOfAnswers / 16,
    sizeCalculation: ({ bytes }, name) => bytes.length + name.length + overhead,
  })
  return {
    find: (name: string): KeptAnswer | undefined => answers.get(name),
    /**
     * Caches an answer from its second request on, so that one-time requests do not push out frequent ones (G. Einziger
     * and others, TinyLFU, 2017, "Doorkeeper").
     */
    keep(name: string, tag: string, answer: KeptAnswer) {
      if (askedOnce.has(tag)) answers.set(name, answer)
      else askedOnce.set(tag, true)
    },
    references: new LRUCache<string, string>({
      maxSize: mostOfReferences,
      sizeCalculation: (text, name) => text.length * 2 + name.length + overhead,
    }),
  }
}
export type KeptTexts = ReturnType<typeof keepTexts>
