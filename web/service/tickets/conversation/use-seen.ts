import { useEffect, useRef, useState } from 'react'
import type { markTicketSeen } from '#contract/tickets/tickets.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'

/** The end of the conversation must be visible for this time before new messages count as read. */
const readingMs = 1_500

export type SeenState = ReturnType<typeof useSeen>

/**
 * Reports which messages the viewer has read. Messages that exist when the page opens count as read. Later messages
 * count when their end was visible for a moment.
 */
export function useSeen({ id, lastMessageSeq }: Ticket) {
  const [seenSeq, setSeenSeq] = useState(lastMessageSeq)
  const end = useRef<HTMLDivElement>(null)
  const [isEndInSight, setEndInSight] = useState(true)
  const hasNew = lastMessageSeq > seenSeq

  useEffect(() => {
    ask<typeof markTicketSeen>('PUT', '/api/v1/tickets/:id/seen', { params: { id }, body: { seq: seenSeq } })
  }, [id, seenSeq])

  useEffect(() => {
    if (!hasNew || !end.current) return
    return whenRead(end.current, { onSight: setEndInSight, onRead: () => setSeenSeq(lastMessageSeq) })
  }, [hasNew, lastMessageSeq])

  return {
    end,
    seenSeq,
    hasNew,
    isNewBelow: hasNew && !isEndInSight,
    showNew: () => {
      end.current?.scrollIntoView({ block: 'end' })
      setSeenSeq(lastMessageSeq)
    },
  }
}

type SeenHandlers = { onSight: (isInSight: boolean) => void; onRead: () => void }

function whenRead(element: HTMLElement, { onSight, onRead }: SeenHandlers) {
  let timer = 0
  let isInSight = false
  const check = () => {
    clearTimeout(timer)
    if (isInSight && !document.hidden) timer = window.setTimeout(onRead, readingMs)
  }
  const observer = new IntersectionObserver(([entry]) => {
    isInSight = Boolean(entry?.isIntersecting)
    onSight(isInSight)
    check()
  })
  observer.observe(element)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('visibilitychange', check)
  }
}
