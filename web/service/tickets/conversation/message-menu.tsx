import { Ellipsis, Eraser, Route } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { redactMessage } from '#contract/messages.ts'
import { ask } from '#web/lib/ask.ts'
import type { Message, Ticket } from '#web/service/tickets/types.ts'
import type { Viewer } from '#web/shell/shell-data.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { Menu, type MenuChoice } from '#web/ui/overlay/menu.tsx'
import { MailDialog } from './mail-dialog.tsx'

type Props = { message: Message; ticket: Ticket; viewer: Viewer; canWrite: boolean }

export function MessageMenu({ message, ticket, viewer, canWrite }: Props) {
  const [layer, setLayer] = useState<'mail' | 'redaction'>()
  const close = () => setLayer(undefined)
  const items: MenuChoice[] = []
  if (message.hasMail)
    items.push({ label: 'How did this mail get here?', icon: Route, onSelect: () => setLayer('mail') })
  if (canWrite && viewer.isAdmin && message.seq !== null && !message.redactedAt)
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
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function redact() {
    setBusy(true)
    const path = `/api/v1/tickets/${ticket.id}/messages/${message.id}/redaction`
    const { problem } = await ask<typeof redactMessage>('PUT', path)
    setProblem(problem?.detail)
    if (!problem) onClose()
    await revalidate()
    setBusy(false)
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Remove this message for good?"
      confirmLabel="Remove for good"
      busy={isBusy}
      onConfirm={redact}
    >
      Its text, its attachments and its mail are deleted for everyone. This cannot be undone. What was mailed already
      stays where it arrived.
      {problem && (
        <span role="alert" className="mt-2 block text-red-ink">
          {problem}
        </span>
      )}
    </ConfirmDialog>
  )
}
