import { LRUCache } from 'lru-cache'

/** Together they are what a process keeps of all content: answers, and what other entries and files are called in them. */
const mostOfAnswers = 48 * 1024 * 1024
const mostOfLeads = 16 * 1024 * 1024
/** What an entry costs beside its bytes. */
const overhead = 300

/** An answer as it left, but for what is told of limits, and the headers of one that says that nothing has changed. */
export type KeptAnswer = { headers: Record<string, string>; bytes: Buffer; unchanged: Record<string, string> }

/** Questions that were asked once, by the tags of their answers. */
const mostOfAskedOnce = 20_000

/**
 * Texts by names that say of which state of which workspace they are, so that none is found after a change; what is not asked
 * for any more goes first.
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
     * Keeps an answer from the second time on that it was asked for: what nobody asks for again would only drive out what
     * others do (G. Einziger and others, TinyLFU, 2017, "Doorkeeper").
     */
    keep(name: string, tag: string, answer: KeptAnswer) {
      if (askedOnce.has(tag)) answers.set(name, answer)
      else askedOnce.set(tag, true)
    },
    leads: new LRUCache<string, string>({
      maxSize: mostOfLeads,
      sizeCalculation: (text, name) => text.length * 2 + name.length + overhead,
    }),
  }
}
export type KeptTexts = ReturnType<typeof keepTexts>
