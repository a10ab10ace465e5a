import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { responsibleName } from '#web/lib/words/full-name.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Avatar, UnassignedAvatar } from '#web/ui/mark/avatar.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { StatusPill } from '#web/ui/mark/status-pill.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { PanelProps } from './panel-props.ts'
import { PanelContent } from './ticket-panel.tsx'

/** On phones: the two facts one always needs, and the way to the others. */
export function PropertyStrip(props: PanelProps) {
  const [isOpen, setOpen] = useState(false)
  const { status, assignee } = props.ticket
  return (
    <div className="flex h-11 shrink-0 items-center gap-2.5 border-b border-line px-4 md:hidden">
      <StatusPill status={status} />
      {assignee ? (
        <>
          <Avatar name={assignee.name} hideName />
          <span className="min-w-0 truncate">{responsibleName(assignee, props.members)}</span>
        </>
      ) : (
        <>
          <span aria-hidden>
            <UnassignedAvatar />
          </span>
          <span className="text-ink-3">Unassigned</span>
        </>
      )}
      <Button variant="ghost" className="-mr-2.5 ml-auto" onClick={() => setOpen(true)}>
        Details
        <Icon of={ChevronRight} size={12} />
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Details">
        <div className="pt-1">
          <PanelContent
            {...props}
            onInsert={(article) => {
              setOpen(false)
              props.onInsert(article)
            }}
          />
        </div>
      </Dialog>
    </div>
  )
}
