import {
  AlarmClock,
  AlarmClockOff,
  Bell,
  BellOff,
  CircleAlert,
  CircleCheck,
  Link2,
  Merge,
  OctagonX,
  RotateCcw,
  Tag,
  Trash2,
} from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useNavigate } from 'react-router'
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
import { placeIn, readList } from '#web/service/tickets/ticket/list-context.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { useCommands } from '#web/shell/commands/commands.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { copyText, notCopied } from '#web/ui/copy-text.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import { useToast } from '#web/ui/notice/toast.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import type { Following } from './use-following.ts'

export type TicketDialog = 'snooze' | 'tag' | 'merge' | 'problem'
export type TicketAction = { id: string; label: string; icon: IconShape; keys: string; run: () => void }

type TicketActionsInput = {
  ticket: Ticket
  viewer: Viewer
  place: ReturnType<typeof usePlace>
  composer: RefObject<ComposerHandle | null>
  run: (change: TicketChange, tickets: Changeable[]) => void
  following: Following
  enabled: boolean
}

export function useTicketActions({ ticket, viewer, place, composer, run, following, enabled }: TicketActionsInput) {
  const [dialog, setDialog] = useState<TicketDialog>()
  const acts = { change: (change: TicketChange) => run(change, [ticket]), open: setDialog, openNext: place.openNext }
  const actions = enabled ? [...actionsFor(ticket, viewer, acts), followAction(following)] : []
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

function actionsFor(ticket: Ticket, viewer: Viewer, { change, open, openNext }: Acts): TicketAction[] {
  const { status, type, isSpam, isTrashed, snoozedUntil } = ticket
  const isActive = status !== 'solved' && status !== 'closed'
  return [
    ...(isActive
      ? [
          { id: 'solve', label: 'Solve', icon: CircleCheck, keys: 'E', run: () => change(solve(viewer)) },
          {
            id: 'solve-next',
            label: 'Solve and open next ticket',
            icon: CircleCheck,
            keys: 'Shift+E',
            run: () => {
              change(solve(viewer))
              openNext()
            },
          },
        ]
      : []),
    ...(status === 'solved'
      ? [{ id: 'solve', label: 'Reopen', icon: RotateCcw, keys: 'E', run: () => change(reopen) }]
      : []),
    ...(isActive && !snoozedUntil
      ? [{ id: 'snooze', label: 'Snooze…', icon: AlarmClock, keys: 'H', run: () => open('snooze') }]
      : []),
    ...(snoozedUntil
      ? [{ id: 'snooze', label: 'End the snooze', icon: AlarmClockOff, keys: 'H', run: () => change(endSnooze) }]
      : []),
    ...(status !== 'closed' && !isTrashed
      ? [{ id: 'merge', label: 'Merge into…', icon: Merge, keys: 'M', run: () => open('merge') }]
      : []),
    ...(status !== 'closed' && !isTrashed && type !== 'problem'
      ? [{ id: 'problem', label: 'Link to a problem…', icon: CircleAlert, keys: 'Shift+P', run: () => open('problem') }]
      : []),
    { id: 'tag', label: 'Add tags…', icon: Tag, keys: 'T', run: () => open('tag') },
    isSpam
      ? { id: 'spam', label: 'Not spam', icon: OctagonX, keys: '!', run: () => change(unmarkSpam) }
      : { id: 'spam', label: 'Mark as spam', icon: OctagonX, keys: '!', run: () => change(markSpam) },
    isTrashed
      ? { id: 'trash', label: 'Restore from the trash', icon: Trash2, keys: '#', run: () => change(takeFromTrash) }
      : { id: 'trash', label: 'Move to the trash', icon: Trash2, keys: '#', run: () => change(moveToTrash) },
  ]
}

const followAction = ({ isFollowing, toggle }: Following): TicketAction => ({
  ...{ id: 'follow', keys: 'W', run: toggle },
  ...(isFollowing ? { label: 'Unfollow', icon: BellOff } : { label: 'Follow', icon: Bell }),
})

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

export function usePlace(id: string) {
  const navigate = useNavigate()
  const list = useIsHydrated() ? readList() : null
  const place = list && placeIn(list, id)
  const backHref = place ? list.href : '/service/tickets'
  const nextId = place?.nextId ?? null
  return {
    ...{ backHref, nextId },
    words: place?.words ?? null,
    previousId: place?.previousId ?? null,
    isKnown: Boolean(place),
    openNext: () => navigate(nextId ? ticketHref(nextId) : backHref),
    openList: () => navigate(backHref),
  }
}
