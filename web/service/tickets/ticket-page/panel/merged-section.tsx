import type { undoMerge } from '#contract/tickets/merging.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { MergedTicket } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import type { PanelProps } from './panel-props.ts'

/** The tickets that were merged into this one. Those that were merged before into a merged one have no undo of their own. */
export function MergedSection({ ticket, merged, canWrite }: Pick<PanelProps, 'ticket' | 'merged' | 'canWrite'>) {
  if (merged.length === 0) return null
  return (
    <PanelSection title="Merged tickets">
      <ul aria-label="Merged tickets" className="grid gap-1.5">
        {merged.map((one) => (
          <li key={one.id} className="flex min-w-0 items-center gap-2">
            <Merged ticket={one} canUndo={canWrite && one.into === ticket.id && ticket.status !== 'closed'} />
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

function Merged({ ticket, canUndo }: { ticket: MergedTicket; canUndo: boolean }) {
  const { id, number, subject, requester } = ticket
  const undo = useWrite(() => ask<typeof undoMerge>('DELETE', '/api/v1/tickets/:id/merge', { params: { id } }), {
    tellsProblem: true,
    done: () => `Ticket ${number} is a ticket of its own again`,
  })
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={subject}>
          <span className="text-ink-3 tabular-nums">{number}</span> {subject}
        </span>
        <span className="block truncate text-meta text-ink-3">{requester.name || shownAddress(requester.email)}</span>
      </span>
      {canUndo && (
        <Button aria-label={`Undo the merge of ticket ${number}`} busy={undo.isPending} onClick={() => undo.write()}>
          Undo
        </Button>
      )}
    </>
  )
}
