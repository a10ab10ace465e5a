import { useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import { keysOf } from '#contract/keys-of.ts'
import type { linkTicket, unlinkTicket } from '#contract/tickets/links.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { linkLabels } from '#web/service/tickets/ticket/link-labels.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Dialog, DialogBody } from '#web/ui/overlay/dialog.tsx'
import { type ChosenTicket, TicketChooser } from './ticket-chooser.tsx'

type Kind = keyof typeof linkLabels
/** Incidents have a dialog of their own. */
const options = keysOf(linkLabels)
  .filter((value) => value !== 'incident_of' && value !== 'problem_of')
  .map((value) => ({ value, label: linkLabels[value] }))

/** Kinds that are links of the other ticket to this one. */
const reversed: Partial<Record<Kind, BodyOf<typeof linkTicket>['kind']>> = {
  duplicated_by: 'duplicate_of',
  blocked_by: 'blocks',
  child_of: 'parent_of',
}

function linkOf(kind: Kind, ticket: Pick<Ticket, 'id'>, other: Pick<Ticket, 'id'>) {
  const kindOfOther = reversed[kind]
  if (kindOfOther) return { params: { id: other.id }, body: { kind: kindOfOther, ticketId: ticket.id } }
  return { params: { id: ticket.id }, body: { kind: kind as BodyOf<typeof linkTicket>['kind'], ticketId: other.id } }
}

export function LinkDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('related')
  const linking = useWrite(
    (other: ChosenTicket) => ask<typeof linkTicket>('POST', '/api/v1/tickets/:id/links', linkOf(kind, ticket, other)),
    {
      done: (_, other) => `Linked to ticket ${other.number}`,
      undo: async ({ id: linkId }) => {
        const { problem } = await ask<typeof unlinkTicket>('DELETE', '/api/v1/tickets/:id/links/:linkId', {
          params: { id: ticket.id, linkId },
        })
        return problem ? { problem } : {}
      },
      onAnswer: onClose,
    },
  )
  return (
    <Dialog open onClose={onClose} title={`Link ticket ${ticket.number}`} size="md">
      <DialogBody>
        <Field label="Kind of link">
          <Select options={options} value={kind} onChange={setKind} />
        </Field>
        <TicketChooser
          label="The other ticket"
          ticket={ticket}
          isPossible={() => true}
          onChoose={(other) => linking.write(other)}
        />
        {linking.problem && (
          <p role="alert" className="text-red-ink">
            {linking.problem.detail}
          </p>
        )}
      </DialogBody>
    </Dialog>
  )
}
