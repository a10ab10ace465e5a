import { Ellipsis, Eraser, Route } from 'lucide-react'
import { useState } from 'react'
import { useLater } from '#web/lib/network/use-later.ts'
import type { Message, Ticket } from '#web/service/tickets/ticket/types.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Menu, type MenuChoice } from '#web/ui/overlay/menu.tsx'

const loadMailDialog = async () => (await import('#web/service/tickets/inbound-mail/mail-dialog.tsx')).MailDialog
const loadRedaction = async () => (await import('./redaction-dialog.tsx')).RedactionDialog

type Props = { message: Message; ticket: Ticket; viewer: Viewer; canWrite: boolean }

export function MessageMenu({ message, ticket, viewer, canWrite }: Props) {
  const [layer, setLayer] = useState<'mail' | 'redaction'>()
  const MailDialog = useLater(loadMailDialog, layer === 'mail')
  const RedactionDialog = useLater(loadRedaction, layer === 'redaction')
  const close = () => setLayer(undefined)
  const items: MenuChoice[] = []
  if (message.hasMail) items.push({ label: 'Why is this mail here?', icon: Route, onSelect: () => setLayer('mail') })
  if (canWrite && viewer.isAdmin && message.sentAt && !message.redactedAt)
    items.push({ label: 'Delete permanently…', icon: Eraser, danger: true, onSelect: () => setLayer('redaction') })
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
      {MailDialog && <MailDialog open={layer === 'mail'} onClose={close} message={message} ticket={ticket} />}
      {RedactionDialog && (
        <RedactionDialog open={layer === 'redaction'} onClose={close} message={message} ticket={ticket} />
      )}
    </>
  )
}
