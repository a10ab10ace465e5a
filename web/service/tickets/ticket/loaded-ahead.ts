import { useCallback, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { TicketPageData } from './ticket-page-data.ts'

const pages = new Map<string, { page: TicketPageData; at: number }>()
const mostPages = 6
const lifeMs = 30_000
const aheadMark = '?ahead'

export const isLoadAhead = (request: Request) => new URL(request.url).searchParams.has(aheadMark.slice(1))

export function storePreloaded(id: string, page: TicketPageData) {
  pages.delete(id)
  pages.set(id, { page, at: Date.now() })
  const [oldest] = pages.keys()
  if (pages.size > mostPages && oldest) pages.delete(oldest)
}

/** Returns a preloaded page and removes it, so that a second visit loads anew. Undefined if it is too old. */
export function popPreloaded(id: string): TicketPageData | undefined {
  const kept = pages.get(id)
  pages.delete(id)
  return kept && Date.now() - kept.at < lifeMs ? kept.page : undefined
}

const intentMs = 60

export function useLoadAhead(loadEditor: () => unknown) {
  const { load, reset, state, data } = useFetcher({ key: 'ticket-ahead' })
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Resets the fetcher after each load. Otherwise React Router would load the ticket again after each change on the
  // page.
  useEffect(() => {
    if (state === 'idle' && data !== undefined) reset()
  }, [state, data, reset])

  return useCallback(
    (id: string | null | undefined) => {
      clearTimeout(timer.current)
      if (!id || Date.now() - (pages.get(id)?.at ?? 0) < lifeMs / 2) return
      timer.current = window.setTimeout(() => {
        load(`/service/tickets/${id}${aheadMark}`)
        loadEditor()
      }, intentMs)
    },
    [load, loadEditor],
  )
}
