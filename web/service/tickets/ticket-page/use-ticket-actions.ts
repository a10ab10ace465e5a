import { AlarmClock, AlarmClockOff, CircleCheck, Link2, OctagonX, RotateCcw, Tag, Trash2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useNavigate } from 'react-router'
import { fullName } from '#web/lib/words/full-name.ts'
import type { ComposerHandle } from '#web/service/tickets/composer/use-composer.ts'
import {
  type Changeable,
  endSnooze,
  markSpam,
  moveToTrash,
  reopen,
  solve,
  type TicketChange,
  takeFromTrash,
  unmarkSpam,
} from '#web/service/tickets/ticket/changes/changes.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { useCommands } from '#web/shell/commands/commands.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { copyText, notCopied } from '#web/ui/copy-text.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import { useToast } from '#web/ui/notice/toast.tsx'
import type { usePlace } from './use-place.ts'

export type TicketDialog = 'snooze' | 'tag'
export type TicketAction = { id: string; label: string; icon: IconShape; keys: string; run: () => void }

type TicketActionsInput = {
  ticket: Ticket
  viewer: Viewer
  place: ReturnType<typeof usePlace>
  composer: RefObject<ComposerHandle | null>
  run: (change: TicketChange, tickets: Changeable[]) => void
  enabled: boolean
}

/** What can be done with the open ticket, for its bar, its menu, its keys and the palette. */
export function useTicketActions({ ticket, viewer, place, composer, run, enabled }: TicketActionsInput) {
  const [dialog, setDialog] = useState<TicketDialog>()
  const acts = { change: (change: TicketChange) => run(change, [ticket]), open: setDialog, openNext: place.openNext }
  const actions = enabled ? actionsFor(ticket, viewer, acts) : []
  const copyLink = useCopyLink(ticket)
  const all = [...actions, copyLink]
  useShortcuts(Object.fromEntries(all.map(({ keys, label, run }) => [keys, { label, run }])), { group: 'This ticket' })
  useCommands(all.map(({ label, icon, run }) => ({ group: 'This ticket', label, icon, run })))
  useMoveKeys(place)
  useShortcuts(
    {
      r: { label: 'Reply', run: () => composer.current?.focus('reply') },
      n: { label: 'Add a note', run: () => composer.current?.focus('note') },
    },
    { group: 'This ticket', enabled },
  )
  return { dialog, closeDialog: () => setDialog(undefined), actions: all }
}

type Acts = { change(change: TicketChange): void; open(dialog: TicketDialog): void; openNext(): void }

function actionsFor(ticket: Ticket, viewer: Viewer, { change, open, openNext }: Acts) {
  const { status, isSpam, isTrashed, snoozedUntil } = ticket
  const isActive = status !== 'solved' && status !== 'closed'
  const add = (id: string, label: string, icon: IconShape, keys: string, run: () => void): TicketAction => ({
    id,
    label,
    icon,
    keys,
    run,
  })
  const solver = { id: viewer.id, name: fullName(viewer) }
  const solveAndNext = () => {
    change(solve(solver))
    openNext()
  }
  return [
    ...(isActive
      ? [
          add('solve', 'Solve', CircleCheck, 'E', () => change(solve(solver))),
          add('solve-next', 'Solve and open the next', CircleCheck, 'Shift+E', solveAndNext),
        ]
      : []),
    ...(status === 'solved' ? [add('solve', 'Reopen', RotateCcw, 'E', () => change(reopen()))] : []),
    ...(isActive && !snoozedUntil ? [add('snooze', 'Snooze…', AlarmClock, 'H', () => open('snooze'))] : []),
    ...(snoozedUntil ? [add('snooze', 'End the snooze', AlarmClockOff, 'H', () => change(endSnooze()))] : []),
    add('tag', 'Add tags…', Tag, 'T', () => open('tag')),
    isSpam
      ? add('spam', 'Not spam', OctagonX, '!', () => change(unmarkSpam()))
      : add('spam', 'Mark as spam', OctagonX, '!', () => change(markSpam())),
    isTrashed
      ? add('trash', 'Restore from the trash', Trash2, '#', () => change(takeFromTrash()))
      : add('trash', 'Move to the trash', Trash2, '#', () => change(moveToTrash())),
  ]
}

function useCopyLink({ id }: Ticket): TicketAction {
  const showToast = useToast()
  async function run() {
    const isCopied = await copyText(location.origin + ticketHref(id))
    showToast({ text: isCopied ? 'Link copied' : notCopied, icon: Link2 })
  }
  return { id: 'link', label: 'Copy link', icon: Link2, keys: 'Y', run }
}

function useMoveKeys({ backHref, previousId, nextId }: ReturnType<typeof usePlace>) {
  const navigate = useNavigate()
  const open = (id: string | null) => () => id && navigate(ticketHref(id))
  useShortcuts(
    {
      j: { label: 'Next ticket', run: open(nextId) },
      k: { label: 'Previous ticket', run: open(previousId) },
      esc: { label: 'Back to the list', run: () => navigate(backHref) },
    },
    { group: 'This ticket' },
  )
}
