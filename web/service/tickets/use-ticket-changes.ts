import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import { ask } from '#web/lib/ask.ts'
import { plural } from '#web/lib/format.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { Changeable, ChangeRequest, TicketChange } from './changes.ts'
import { forEachSome } from './for-each-some.ts'

export type Failure = { ticket: Changeable; reason: string }
export type Failures = { change: TicketChange; total: number; failed: Failure[] }
export type Progress = { done: number; total: number }
type Layer = { key: number; change: TicketChange; ids: ReadonlySet<string> }

const togetherMost = 4

/**
 * Changes tickets, one call each: shown at once, taken back where the server refuses, and undone from the toast.
 * `preview` is how a ticket looks with the changes that are under way.
 */
export function useTicketChanges() {
  const { revalidate } = useRevalidator()
  const showToast = useToast()
  const [layers, setLayers] = useState<Layer[]>([])
  const [progress, setProgress] = useState<Progress>()
  const [failures, setFailures] = useState<Failures>()
  const stopping = useRef<AbortController>(undefined)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  async function run(change: TicketChange, tickets: Changeable[]) {
    const layer = { key: performance.now(), change, ids: new Set(tickets.map(({ id }) => id)) }
    setLayers((layers) => [...layers, layer])
    setFailures(undefined)
    const { changed, failed } = await send(change.request, tickets)
    tell(change, changed)
    await revalidate()
    setLayers((layers) => layers.filter(({ key }) => key !== layer.key))
    report(change, tickets.length, failed)
  }

  async function undo(change: TicketChange, before: Changeable[]) {
    if (!change.undo) return
    const { failed } = await send(change.undo, before)
    await revalidate()
    report({ ...change, request: change.undo, undo: undefined }, before.length, failed)
  }

  async function send(requestFor: (ticket: Changeable) => ChangeRequest, tickets: Changeable[]) {
    stopping.current = new AbortController()
    const changed: Changeable[] = []
    const failed: Failure[] = []
    const count = () =>
      tickets.length > 1 && setProgress({ done: changed.length + failed.length, total: tickets.length })
    count()
    await forEachSome(tickets, { atOnce: togetherMost, signal: stopping.current.signal }, async (ticket) => {
      const { method, path, body } = requestFor(ticket)
      const { problem } = await ask<Endpoint & { body: never }>(method, path, body && { body: body as never })
      if (problem) failed.push({ ticket, reason: problem.detail })
      else changed.push(ticket)
      count()
    })
    setProgress(undefined)
    return { changed, failed }
  }

  function tell(change: TicketChange, changed: Changeable[]) {
    const [first] = changed
    if (!first) return
    const what = changed.length === 1 ? `${first.number}` : plural(changed.length, 'ticket')
    const action = change.undo && { label: 'Undo', onAct: () => undo(change, changed) }
    showToast({ text: `${what} ${change.done}`, action })
  }

  function report(change: TicketChange, total: number, failed: Failure[]) {
    const [first] = failed
    if (!first) return
    if (isMounted.current) return setFailures({ change, total, failed })
    // The page that could show it is gone by now.
    showToast({ icon: CircleAlert, text: `${first.ticket.number} was not changed. ${first.reason}` })
  }

  return {
    run,
    progress,
    failures,
    dismissFailures: () => setFailures(undefined),
    cancel: () => stopping.current?.abort(),
    preview: <T extends Changeable>(ticket: T) => previewOf(ticket, layers),
  }
}

function previewOf<T extends Changeable>(ticket: T, layers: Layer[]): T {
  const shown = { ...ticket }
  for (const { ids, change } of layers) if (ids.has(ticket.id)) Object.assign(shown, change.preview(shown))
  return shown
}

export type TicketChanges = ReturnType<typeof useTicketChanges>
