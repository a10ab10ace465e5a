import type { AnswerOf } from '#contract/endpoint.ts'
import type { searchArticles } from '#contract/knowledge-base/search.ts'
import { given } from './given.ts'

const mostShown = 6

export type Found = Pick<AnswerOf<typeof searchArticles>, 'items' | 'spelling'>

/** What anonymous readers find by words; no cookie goes along. It throws where there is no answer. */
export async function ask(words: string, signal: AbortSignal): Promise<Found> {
  const { api, domain, language } = given
  const query = new URLSearchParams({ domain, language, q: words, limit: String(mostShown) })
  const answer = await fetch(`${api}/api/v1/knowledge-base/search?${query}`, { signal, credentials: 'omit' })
  if (!answer.ok) throw new Error(`The help centre answered ${answer.status}`)
  return answer.json()
}

/** The page to open, which learns what was searched, as from the help centre's own results. */
export function articleUrl({ url, anchor }: Found['items'][number], words: string): string {
  const address = new URL(url)
  address.searchParams.set('q', words)
  if (anchor) address.hash = anchor
  return address.href
}
