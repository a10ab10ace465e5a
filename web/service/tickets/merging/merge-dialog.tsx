import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Dialog, DialogBody } from '#web/ui/overlay/dialog.tsx'
import { MergePreview } from './merge-preview.tsx'
import { TicketChooser } from './ticket-chooser.tsx'

type Props = { ticket: Ticket; fields: TicketField[]; onClose: () => void }

/** Chooses another ticket, shows what a merge of both would be, and merges them. */
export function MergeDialog({ ticket, fields, onClose }: Props) {
  const [other, setOther] = useState<Ticket>()
  const navigate = useNavigate()
  function onMerged(target: Ticket) {
    onClose()
    if (target.id !== ticket.id) navigate(ticketHref(target.id))
  }
  return (
    <Dialog open onClose={onClose} title="Merge into another ticket" size={other ? 'wide' : 'md'}>
      {other ? (
        <MergePreview tickets={[ticket, other]} firstTarget={other} {...{ fields, onClose, onMerged }} />
      ) : (
        <DialogBody>
          <TicketChooser
            label="The other ticket"
            ticket={ticket}
            isPossible={({ status, isTrashed }) => status !== 'closed' && !isTrashed}
            onChoose={setOther}
          />
        </DialogBody>
      )}
    </Dialog>
  )
}
