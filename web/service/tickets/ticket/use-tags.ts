import type { listTags } from '#contract/tickets/tags.ts'
import { useFound } from '#web/lib/network/use-found.ts'
import { ask } from '#web/lib/write/ask.ts'

const mostSuggested = 12

/** Returns tags that begin with a text; with null, none. */
export const useTags = (words: string | null): string[] => useFound(words, findTags).found

/** Finds tags that begin with a text. */
export async function findTags(q: string, signal: AbortSignal) {
  const query = { q: q.slice(0, 50), limit: mostSuggested }
  const { answer } = await ask<typeof listTags>('GET', '/api/v1/tags', { query, signal })
  // Tags of spam and trash alone are not suggested.
  return (answer?.items ?? []).filter(({ count }) => count > 0).map(({ name }) => name)
}
