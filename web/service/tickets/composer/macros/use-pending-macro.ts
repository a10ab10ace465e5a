import { useRef, useState } from 'react'
import type { PendingMacro } from '#contract/tickets/macros.ts'
import { useSite } from '#web/lib/use-site.ts'
import { type ActionContext, joinSteps, stepsOf, withoutReplaced } from '#web/service/tickets/macros/actions.ts'

/** Keeps what applied macros change with the next message. It is saved with the draft. */
export function usePendingMacro(saved: PendingMacro | null, page: Omit<ActionContext, 'timeZone'>) {
  const { timeZone } = useSite()
  const [pending, setPending] = useState(saved)
  /** What is saved next, also before the page is rendered again. */
  const latest = useRef(saved)
  const stepsFor = ({ action }: PendingMacro['changes'][number]) =>
    action ? stepsOf([action], { ...page, timeZone }, new Date()) : []
  const steps = withoutReplaced(pending?.changes.flatMap(stepsFor) ?? [])

  function show(next: PendingMacro | null) {
    latest.current = next
    setPending(next)
  }

  return {
    ...{ latest, steps, show, name: pending?.name ?? '', afterwards: pending?.afterwards ?? 'stay' },
    isEmpty: pending === null,
    change: steps.length > 0 ? joinSteps(steps, pending!.name) : null,
    status: steps.find((step) => step.status)?.status,
    /** The changes that are not possible any more, in words. */
    gone: pending?.changes.filter((change) => stepsFor(change).length === 0).map(({ words }) => words) ?? [],
    remove: (key: string) =>
      show(withChanges(latest.current, (change) => stepsFor(change).every((step) => step.key !== key))),
  }
}

function withChanges(
  pending: PendingMacro | null,
  isKept: (change: PendingMacro['changes'][number]) => boolean,
): PendingMacro | null {
  const changes = pending?.changes.filter(isKept) ?? []
  return pending && changes.length > 0 ? { ...pending, changes } : null
}
