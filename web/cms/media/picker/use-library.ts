import { useCallback, useEffect, useRef, useState } from 'react'
import type { listMedia } from '#contract/content/media.ts'
import type { Problem } from '#contract/refusals.ts'
import type { Asset, MediaKind } from '#web/cms/media/media-types.ts'
import { ask } from '#web/lib/write/ask.ts'

type LibraryPages = { items: Asset[]; next: string | null }
const pageSize = 40
const pauseMs = 200

/** Searches the library while typing, page by page. Only the latest search counts. */
export function useLibrary(kinds: readonly MediaKind[]) {
  const [q, setQ] = useState('')
  const [pages, setPages] = useState<LibraryPages>()
  const [problem, setProblem] = useState<Problem>()
  const [isReading, setReading] = useState(true)
  const running = useRef<AbortController>(undefined)
  const kind = kinds.length === 1 ? kinds[0] : undefined

  const read = useCallback(
    async (words: string, cursor: string | null) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const { signal } = controller
      setReading(true)
      const query = { limit: pageSize, q: words.trim() || undefined, cursor: cursor ?? undefined, kind }
      const asked = await ask<typeof listMedia>('GET', '/api/v1/media', { query: query as never, signal }).catch(
        () => null,
      )
      if (!asked || signal.aborted) return
      setReading(false)
      setProblem(asked.problem)
      if (!asked.answer) return
      const { items, next } = asked.answer
      setPages((before) => ({ items: cursor ? [...(before?.items ?? []), ...items] : items, next }))
    },
    [kind],
  )
  useEffect(() => {
    const timer = setTimeout(() => read(q, null), pauseMs)
    return () => clearTimeout(timer)
  }, [q, read])
  useEffect(() => () => running.current?.abort(), [])

  return {
    q,
    search: setQ,
    items: pages?.items ?? [],
    isReading,
    problem,
    isEmpty: pages !== undefined && pages.items.length === 0 && !problem,
    hasMore: Boolean(pages?.next),
    readMore: () => read(q, pages?.next ?? null),
    readAgain: () => read(q, null),
    /** New uploads come first. */
    put: (asset: Asset) =>
      setPages((before) => ({ items: [asset, ...(before?.items ?? [])], next: before?.next ?? null })),
  }
}
