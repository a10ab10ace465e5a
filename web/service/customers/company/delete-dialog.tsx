import { Button } from '#web/ui/button/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import type { Company } from './company-data.ts'

type Deletion = { write: () => void; isPending: boolean; problem?: { detail: string } | undefined }
type Props = { company: Company; deleting: Deletion; onClose: () => void }

export const DeleteDialog = ({ company: { name, sharesTickets }, deleting, onClose }: Props) => (
  <Dialog open onClose={onClose} title={`Delete ${name}?`}>
    <DialogBody>
      <p className="wrap-anywhere text-ink-2">
        Its people and their tickets stay.{' '}
        {sharesTickets && 'Its people no longer see each other’s tickets in the customer area.'}
      </p>
      {deleting.problem && (
        <p role="alert" className="text-red-ink">
          {deleting.problem.detail}
        </p>
      )}
    </DialogBody>
    <DialogFooter>
      <Button size="md" onClick={onClose}>
        Cancel
      </Button>
      <Button
        size="md"
        variant="danger"
        busy={deleting.isPending}
        onClick={() => deleting.isPending || deleting.write()}
      >
        Delete company
      </Button>
    </DialogFooter>
  </Dialog>
)
