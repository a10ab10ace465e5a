import type { z } from 'zod'
import type { listSearches } from '#contract/knowledge-base/search.ts'

type Search = z.output<typeof listSearches.answer>['items'][number]
export type Unanswered = Pick<Search, 'query' | 'language' | 'at'> & { times: number }

export function summedUp(searches: Pick<Search, 'query' | 'language' | 'at'>[]): Unanswered[] {
  const groups = Map.groupBy(searches, ({ query, language }) => `${language} ${query}`)
  return [...groups.values()]
    .map((group) => {
      const { query, language, at } = group.reduce((one, other) => (one.at < other.at ? other : one))
      return { query, language, at, times: group.length }
    })
    .toSorted((one, other) => other.times - one.times || (one.at < other.at ? 1 : -1))
}
