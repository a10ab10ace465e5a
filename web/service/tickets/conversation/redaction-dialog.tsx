import type { redactMessage } from '#contract/tickets/messages.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Message } from '#web/service/tickets/ticket/types.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'

type Props = { open: boolean; onClose: () => void; message: Message }

export function RedactionDialog({ open, onClose, message }: Props) {
  const params = { id: message.ticketId, messageId: message.id }
  const { write, isPending, problem } = useWrite(
    () => ask<typeof redactMessage>('PUT', '/api/v1/tickets/:id/messages/:messageId/redaction', { params }),
    { onAnswer: onClose },
  )

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this message permanently?"
      confirmLabel="Delete permanently"
      busy={isPending}
      onConfirm={() => write()}
    >
      Its text, its attachments and its mail are deleted for everyone. This cannot be undone. Copies in the mailboxes of
      recipients stay.
      {problem && (
        <span role="alert" className="mt-2 block text-red-ink">
          {problem.detail}
        </span>
      )}
    </ConfirmDialog>
  )
}
