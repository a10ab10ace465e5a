import { Ellipsis, Eraser, Route } from 'lucide-react'
import { useState } from 'react'
import type { redactMessage } from '#contract/messages.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { MailDialog } from '#web/service/inbound-mail/mail-dialog.tsx'
import type { Message, Ticket } from '#web/service/tickets/types.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { Menu, type MenuChoice } from '#web/ui/overlay/menu.tsx'

type Props = { message: Message; ticket: Ticket; viewer: Viewer; canWrite: boolean }

export function MessageMenu({ message, ticket, viewer, canWrite }: Props) {
  const [layer, setLayer] = useState<'mail' | 'redaction'>()
  const close = () => setLayer(undefined)
  const items: MenuChoice[] = []
  if (message.hasMail)
    items.push({ label: 'How did this mail get here?', icon: Route, onSelect: () => setLayer('mail') })
  if (canWrite && viewer.isAdmin && message.sentAt && !message.redactedAt)
    items.push({ label: 'Remove for good…', icon: Eraser, danger: true, onSelect: () => setLayer('redaction') })
  if (items.length === 0) return null
  return (
    <>
      <Menu
        button={
          <IconButton
            icon={Ellipsis}
            size="sm"
            label={`More about the message by ${message.author.name}`}
            className="-mr-2"
          />
        }
        label="Message"
        align="end"
        items={items}
      />
      <MailDialog open={layer === 'mail'} onClose={close} message={message} ticket={ticket} />
      <RedactionDialog open={layer === 'redaction'} onClose={close} message={message} ticket={ticket} />
    </>
  )
}

type DialogProps = { open: boolean; onClose: () => void; message: Message; ticket: Ticket }

function RedactionDialog({ open, onClose, message, ticket }: DialogProps) {
  const params = { id: ticket.id, messageId: message.id }
  const { write, isPending, problem } = useWrite(
    () => ask<typeof redactMessage>('PUT', '/api/v1/tickets/:id/messages/:messageId/redaction', { params }),
    { onAnswer: onClose },
  )

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Remove this message for good?"
      confirmLabel="Remove for good"
      busy={isPending}
      onConfirm={() => write()}
    >
      Its text, its attachments and its mail are deleted for everyone. This cannot be undone. What was mailed already
      stays where it arrived.
      {problem && (
        <span role="alert" className="mt-2 block text-red-ink">
          {problem.detail}
        </span>
      )}
    </ConfirmDialog>
  )
}
