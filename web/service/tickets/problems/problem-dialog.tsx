import { linkToProblem, type TicketChange } from '#web/service/tickets/ticket/changes/changes.ts'
import { Dialog, DialogBody } from '#web/ui/overlay/dialog.tsx'
import { ProblemSearch } from './problem-search.tsx'

type Props = { what: string; run: (change: TicketChange) => void; onClose: () => void }

/** Chooses the problem of which tickets become incidents. */
export const ProblemDialog = ({ what, run, onClose }: Props) => (
  <Dialog open onClose={onClose} title={`Link ${what} to a problem`} size="md">
    <DialogBody>
      <ProblemSearch
        onChoose={(problem) => {
          run(linkToProblem(problem))
          onClose()
        }}
      />
    </DialogBody>
  </Dialog>
)
