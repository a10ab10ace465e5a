import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Problem } from '#contract/refusals.ts'
import type { listMessages } from '#contract/tickets/messages.ts'
import { createReloader } from '#web/lib/live/reloader.ts'
import { ask } from '#web/lib/write/ask.ts'
import { earlierOf, joinPages, keepDropped, type MessagePage, messagesAtOnce, readBack } from './conversation-pages.ts'

const pauseMs = 1_000

export type Earlier = ReturnType<typeof useEarlier>
type Conversation = {
  ticketId: string
  latest: MessagePage
  /** The element around the conversation. It gets the focus if the focused button disappears after the last load. */
  frame: RefObject<HTMLElement | null>
}

export function useEarlier({ ticketId, latest, frame }: Conversation) {
  const [earlier, setEarlier] = useState<MessagePage | null>(null)
  const [previous, setPrevious] = useState(latest)
  const [loading, setLoading] = useState<{ isLoading: boolean; problem?: Problem | undefined }>({ isLoading: false })
  if (previous !== latest) {
    setPrevious(latest)
    if (earlier) setEarlier(keepDropped(earlier, previous, latest))
  }
  const now = useRef({ earlier, latest })
  now.current = { earlier, latest }
  const keepPlace = useKeptPlace(earlier, frame)
  const shown = earlierOf(earlier, latest)
  const read = (before: number) =>
    ask<typeof listMessages>('GET', '/api/v1/tickets/:id/messages', {
      params: { id: ticketId },
      query: { before, limit: messagesAtOnce },
    })

  useReadBack(latest, async () => {
    const startedAt = now.current
    const [oldest] = startedAt.earlier?.items ?? []
    if (!oldest) return
    const again = await readBack(startedAt.latest, oldest.position, async (before) => {
      const { answer } = await read(before)
      await new Promise((go) => setTimeout(go, pauseMs))
      return answer ?? null
    })
    const hasMoved = now.current.earlier !== startedAt.earlier || now.current.latest !== startedAt.latest
    if (again && !hasMoved) setEarlier(again)
  })

  async function load() {
    if (loading.isLoading || !shown.next) return
    // Keeps the error message visible until the next answer, so that the layout does not move.
    setLoading((before) => ({ ...before, isLoading: true }))
    const { answer, problem } = await read(Number(shown.next))
    if (answer) keepPlace()
    setLoading({ isLoading: false, problem })
    if (!answer) return
    setEarlier((before) => joinPages(answer, before ?? { ...latest, items: [] }))
  }

  return { messages: shown.items, count: shown.earlier, ...loading, load }
}

function useReadBack(latest: MessagePage, load: () => Promise<void>) {
  const current = useRef(load)
  current.current = load
  const asking = useRef(() => {})
  useEffect(() => {
    const reloader = createReloader(() => current.current())
    asking.current = reloader.ask
    return reloader.stop
  }, [])
  const first = useRef(latest)
  useEffect(() => {
    if (first.current !== latest) asking.current()
  }, [latest])
}

function useKeptPlace(earlier: MessagePage | null, frame: RefObject<HTMLElement | null>) {
  const kept = useRef<{ element: Element; top: number; hadFocus: boolean }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what was loaded that moves things
  useLayoutEffect(() => {
    const place = kept.current
    kept.current = undefined
    if (!place || !frame.current) return
    const moved = place.element.getBoundingClientRect().top - place.top
    if (moved !== 0) scrollerOf(place.element).scrollBy(0, moved)
    const hasLostFocus = place.hadFocus && !frame.current.contains(document.activeElement)
    if (hasLostFocus) frame.current.focus({ preventScroll: true })
  }, [earlier])

  return () => {
    const element = frame.current?.querySelector('article')
    if (!element) return
    const hadFocus = frame.current!.contains(document.activeElement)
    kept.current = { element, top: element.getBoundingClientRect().top, hadFocus }
  }
}

function scrollerOf(element: Element): Element {
  for (let around = element.parentElement; around; around = around.parentElement)
    if (around.scrollHeight > around.clientHeight && getComputedStyle(around).overflowY === 'auto') return around
  return document.documentElement
}
