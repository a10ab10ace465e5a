import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import type { Changeable, TicketChange } from './changes.ts'

type Failure = { ticket: Changeable; reason: string }
export type Failures = { change: TicketChange; total: number; failed: Failure[] }
type Wanted = { change: TicketChange; tickets: Changeable[] }

/**
 * Changes tickets by one call: shown at once, taken back where the server refuses, and undone by the server from the
 * toast. `preview` is how a ticket looks with the changes that are under way.
 */
export function useTicketChanges() {
  const showToast = useToast()
  const [failures, setFailures] = useState<Failures>()
  const isMounted = useIsMounted()
  const { write, underWay } = useWrite(send, {
    inTurn: true,
    done: (answer, { change, tickets }) => {
      const changed = tickets.filter((ticket) => !reasonIn(answer, ticket))
      return changed.length > 0 ? `${nameOf(changed)} ${change.done}` : undefined
    },
    undo,
    onDone: (answer, wanted) => report(wanted, (ticket) => reasonIn(answer, ticket)),
    onProblem: ({ detail }, wanted) => report(wanted, () => detail),
  })

  function report({ change, tickets }: Wanted, reasonOf: (ticket: Changeable) => string | undefined) {
    const failed = tickets.flatMap((ticket) => {
      const reason = reasonOf(ticket)
      return reason ? [{ ticket, reason }] : []
    })
    const [first] = failed
    if (!first) return
    if (isMounted.current) return setFailures({ change, total: tickets.length, failed })
    // The page that could show it is gone by now.
    showToast({ icon: CircleAlert, text: `${first.ticket.number} was not changed. ${first.reason}` })
  }

  return {
    run(change: TicketChange, tickets: Changeable[]) {
      setFailures(undefined)
      write({ change, tickets })
    },
    failures,
    dismissFailures: () => setFailures(undefined),
    preview: <T extends Changeable>(ticket: T) => previewOf(ticket, underWay),
  }
}

type Answer = AnswerOf<typeof changeTickets>

const send = ({ change: { changes }, tickets }: Wanted) =>
  ask<typeof changeTickets>('POST', '/api/v1/ticket-changes', {
    body: { ids: tickets.map(({ id }) => id), changes },
  })

const reasonIn = ({ results }: Answer, { id }: Changeable) =>
  results.find(({ ticketId }) => ticketId === id)?.problem?.detail

async function undo({ id }: Answer) {
  const { answer, problem } = await ask<typeof undoTicketChange>('DELETE', '/api/v1/ticket-changes/:id', {
    params: { id },
  })
  if (problem) return { problem }
  const left = answer.results.filter((result) => result.left).length
  return left > 0 ? { note: leftWords(left, answer.results.length) } : {}
}

const nameOf = (changed: Changeable[]) =>
  changed.length === 1 ? `${changed[0]?.number}` : plural(changed.length, 'ticket')

function leftWords(left: number, total: number) {
  if (total === 1) return 'Not undone, because the ticket was changed again meanwhile'
  const what = `${left} of ${plural(total, 'ticket')}`
  return `${what} ${left === 1 ? 'stays as it is, because it was' : 'stay as they are, because they were'} changed again meanwhile`
}

function previewOf<T extends Changeable>(ticket: T, underWay: readonly Wanted[]): T {
  const shown = { ...ticket }
  for (const { tickets, change } of underWay)
    if (tickets.some(({ id }) => id === ticket.id)) Object.assign(shown, change.preview(shown))
  return shown
}

function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

export type TicketChanges = ReturnType<typeof useTicketChanges>
