import { CircleAlert, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { changeTickets, undoTicketChange } from '#contract/ticket-changes.ts'
import { ask } from '#web/lib/ask.ts'
import { plural } from '#web/lib/format.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import type { Changeable, TicketChange } from './changes.ts'

export type Failure = { ticket: Changeable; reason: string }
export type Failures = { change: TicketChange; total: number; failed: Failure[] }
type Layer = { key: number; change: TicketChange; ids: ReadonlySet<string> }

/**
 * Changes tickets by one call: shown at once, taken back where the server refuses, and undone by the server from the
 * toast. `preview` is how a ticket looks with the changes that are under way.
 */
export function useTicketChanges() {
  const { revalidate } = useRevalidator()
  const showToast = useToast()
  const [layers, setLayers] = useState<Layer[]>([])
  const [failures, setFailures] = useState<Failures>()
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
    const { id, changed, failed } = await send(change, tickets)
    if (id) tell(id, change, changed)
    await revalidate()
    setLayers((layers) => layers.filter(({ key }) => key !== layer.key))
    report(change, tickets.length, failed)
  }

  function tell(id: string, change: TicketChange, changed: Changeable[]) {
    const [first] = changed
    if (!first) return
    const what = changed.length === 1 ? `${first.number}` : plural(changed.length, 'ticket')
    showToast({ text: `${what} ${change.done}`, action: { label: 'Undo', onAct: () => undo(id) } })
  }

  async function undo(id: string) {
    const { answer, problem } = await ask<typeof undoTicketChange>('DELETE', `/api/v1/ticket-changes/${id}`)
    await revalidate()
    if (problem) return showToast({ icon: CircleAlert, text: problem.detail })
    const left = answer.results.filter((result) => result.left).length
    if (left > 0) showToast({ icon: Undo2, text: leftWords(left, answer.results.length) })
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
    failures,
    dismissFailures: () => setFailures(undefined),
    preview: <T extends Changeable>(ticket: T) => previewOf(ticket, layers),
  }
}

async function send({ changes }: TicketChange, tickets: Changeable[]) {
  const body = { ids: tickets.map(({ id }) => id), changes }
  const { answer, problem } = await ask<typeof changeTickets>('POST', '/api/v1/ticket-changes', { body })
  if (problem) return { changed: [], failed: tickets.map((ticket) => ({ ticket, reason: problem.detail })) }
  const reasons = new Map(answer.results.map((result) => [result.ticketId, result.problem?.detail]))
  const failed = tickets.flatMap((ticket) => {
    const reason = reasons.get(ticket.id)
    return reason ? [{ ticket, reason }] : []
  })
  return { id: answer.id, changed: tickets.filter(({ id }) => !reasons.get(id)), failed }
}

function leftWords(left: number, total: number) {
  if (total === 1) return 'Not undone, because the ticket was changed again meanwhile'
  const what = `${left} of ${plural(total, 'ticket')}`
  return `${what} ${left === 1 ? 'stays as it is, because it was' : 'stay as they are, because they were'} changed again meanwhile`
}

function previewOf<T extends Changeable>(ticket: T, layers: Layer[]): T {
  const shown = { ...ticket }
  for (const { ids, change } of layers) if (ids.has(ticket.id)) Object.assign(shown, change.preview(shown))
  return shown
}

export type TicketChanges = ReturnType<typeof useTicketChanges>
