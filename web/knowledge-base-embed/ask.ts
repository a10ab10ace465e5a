import type { AnswerOf } from '#contract/endpoint.ts'
import type { EmbeddedSearch } from '#contract/knowledge-base/reading.ts'
import type { searchArticles } from '#contract/knowledge-base/search.ts'

/** Settings of this search. The server writes them in front of the script. */
declare const __given: EmbeddedSearch

export const given = __given

const mostShown = 6

export type SearchAnswer = Pick<AnswerOf<typeof searchArticles>, 'items' | 'spelling'>

/** Searches as an anonymous reader, without cookies. Throws if the request fails. */
export async function ask(words: string, signal: AbortSignal): Promise<SearchAnswer> {
  const { api, domain, language } = given
  const query = new URLSearchParams({ domain, language, q: words, limit: String(mostShown) })
  const answer = await fetch(`${api}/api/v1/knowledge-base/search?${query}`, { signal, credentials: 'omit' })
  if (!answer.ok) throw new Error(`The help centre answered ${answer.status}`)
  return answer.json()
}

export function articleUrl({ url, anchor }: SearchAnswer['items'][number], words: string): string {
  const address = new URL(url)
  address.searchParams.set('q', words)
  if (anchor) address.hash = anchor
  return address.href
}
