import { TicketSearch } from '#web/service/tickets/merging/ticket-chooser.tsx'
import { linkToProblem, type TicketChange } from '#web/service/tickets/ticket/changes/changes.ts'
import { Dialog, DialogBody } from '#web/ui/overlay/dialog.tsx'

type Props = { what: string; run: (change: TicketChange) => void; onClose: () => void }

const problems = 'type:problem status<solved'

/** Chooses the problem of which tickets become incidents. */
export const ProblemDialog = ({ what, run, onClose }: Props) => (
  <Dialog open onClose={onClose} title={`Link ${what} to a problem`} size="md">
    <DialogBody>
      <TicketSearch
        label="The problem"
        subject="problems"
        queryOf={(words) => ({ q: `${problems} ${words}`, view: 'all' })}
        suggested="Open problems"
        none="No open problem found"
        isPossible={() => true}
        onChoose={(problem) => {
          run(linkToProblem(problem))
          onClose()
        }}
      />
    </DialogBody>
  </Dialog>
)
