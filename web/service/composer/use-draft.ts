import { useEffect, useRef, useState } from 'react'
import type { saveDraft } from '#contract/messages.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Draft } from '#web/service/tickets/types.ts'

export type DraftBody = { kind: Draft['kind']; html: string; attachments: string[] }
export type DraftState = 'none' | 'saving' | 'saved' | 'failed'

const typingMs = 800
const retryMs = 5_000

/** Keeps on the server what somebody writes, soon after each change and when they leave. */
export function useDraft(ticketId: string, read: () => DraftBody) {
  const [state, setState] = useState<DraftState>('none')
  const latest = useRef(read)
  latest.current = read
  const timer = useRef(0)
  const isDirty = useRef(false)
  const saving = useRef<Promise<void>>(Promise.resolve())

  const send = (keepalive?: boolean) =>
    ask<typeof saveDraft>('PUT', '/api/v1/tickets/:id/draft', {
      params: { id: ticketId },
      body: latest.current(),
      keepalive,
    })

  function saveSoon(waitMs: number) {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(flush, waitMs)
  }

  function changed() {
    isDirty.current = true
    setState('none')
    saveSoon(typingMs)
  }

  /** Saves now what is not saved, and waits until it is. One save at a time, so that the latest wins. */
  function flush() {
    clearTimeout(timer.current)
    if (isDirty.current) saving.current = saving.current.then(save)
    return saving.current
  }

  async function save() {
    if (!isDirty.current) return
    isDirty.current = false
    setState('saving')
    const { problem } = await send()
    if (!problem) return setState(isDirty.current ? 'none' : 'saved')
    isDirty.current = true
    setState('failed')
    saveSoon(retryMs)
  }

  /** What was written is sent; nothing is left to keep. */
  function forget() {
    clearTimeout(timer.current)
    isDirty.current = false
    setState('none')
    return saving.current
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what leaves is the state of the moment, not of a render
  useEffect(() => {
    const leave = () => {
      if (isDirty.current) send(true)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      flush()
    }
  }, [])

  return { state, changed, flush, forget }
}
