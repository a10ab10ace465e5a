import { useState } from 'react'
import { type ChosenTicket, TicketSearch } from '#web/service/tickets/merging/ticket-chooser.tsx'
import { linkToProblem } from '#web/service/tickets/ticket/changes/changes.ts'
import type { TicketChanges } from '#web/service/tickets/ticket/changes/use-ticket-changes.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Dialog, DialogBody } from '#web/ui/overlay/dialog.tsx'

type Props = { problem: Ticket; changes: TicketChanges; onClose: () => void }

/** Adds incidents to a problem, one after the other. */
export function IncidentDialog({ problem, changes, onClose }: Props) {
  const [added, setAdded] = useState<ChosenTicket[]>([])
  const left = `status<closed -type:problem -problem:${problem.number}`
  return (
    <Dialog open onClose={onClose} title={`Add incidents to ${problem.number}`} size="md">
      <DialogBody>
        <TicketSearch
          key={added.length}
          label="The incident"
          subject={`${problem.id} ${added.length}`}
          queryOf={(words) => ({ q: words ? `${left} ${words}` : `${left} type:incident`, view: 'all' })}
          suggested="Incidents without this problem"
          none="No such ticket found"
          isPossible={({ id }) => !added.some((one) => one.id === id)}
          onChoose={(ticket) => {
            changes.run(linkToProblem(problem), [ticket])
            setAdded([...added, ticket])
          }}
        />
        {added.length > 0 && (
          <p role="status" className="mt-2 text-ink-2">
            Added: {added.map(({ number }) => number).join(', ')}
          </p>
        )}
      </DialogBody>
    </Dialog>
  )
}
