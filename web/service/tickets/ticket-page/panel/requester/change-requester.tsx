import { UserPen } from 'lucide-react'
import { useState } from 'react'
import { useLater } from '#web/lib/network/use-later.ts'
import type { PanelProps } from '#web/service/tickets/ticket-page/panel/panel-props.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'

const loadDialog = () => import('./requester-dialog.tsx')

/** For a ticket that came under a wrong or unknown address. */
export function ChangeRequester({ ticket }: Pick<PanelProps, 'ticket'>) {
  const [isOpen, setOpen] = useState(false)
  const dialog = useLater(loadDialog, isOpen)
  return (
    <>
      <IconButton icon={UserPen} size="sm" label="Change the requester" onClick={() => setOpen(true)} />
      {dialog && isOpen && <dialog.RequesterDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  )
}
