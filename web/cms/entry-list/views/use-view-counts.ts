import { useEffect, useState } from 'react'
import type { ContentView } from '#contract/content-views.ts'
import type { countEntries } from '#contract/entry-changes.ts'
import { matchOf, readEntriesQuery } from '#web/cms/entry-list/entries-query.ts'
import { formatCount } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'

/** Each is a search, of which everybody has so many a minute. */
const mostCounted = 10
const pauseMs = 1500

/** How many entries stand in each kept view, counted one after the other once the page is there; `of` is what makes them old. */
export function useViewCounts(views: ContentView[], of: unknown): ReadonlyMap<string, string> {
  const [counts, setCounts] = useState<ReadonlyMap<string, string>>(new Map())
  const wanted = views.slice(0, mostCounted).map(({ id, search }) => ({ id, search }))
  const key = JSON.stringify([wanted, of])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of it
  useEffect(() => {
    const ending = new AbortController()
    const count = async () => {
      for (const { id, search } of wanted) {
        const query = matchOf(readEntriesQuery(new URLSearchParams(search)))
        const { answer } = await ask<typeof countEntries>('GET', '/api/v1/content-entry-count', {
          ...{ query, signal: ending.signal },
        })
        if (ending.signal.aborted) return
        if (answer) setCounts((before) => new Map(before).set(id, wordsOf(answer)))
      }
    }
    const timer = setTimeout(() => void count().catch(() => {}), counts.size > 0 ? pauseMs : 0)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [key])
  return counts
}

const wordsOf = ({ count, isMore }: { count: number; isMore: boolean }) => `${formatCount(count)}${isMore ? '+' : ''}`
