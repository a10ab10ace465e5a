import { fullName } from '#web/lib/words/full-name.ts'
import {
  type Changeable,
  markSpam,
  moveToTrash,
  reopen,
  solve,
  type TicketChange,
  takeFromTrash,
  unmarkSpam,
} from '#web/service/tickets/ticket/changes/changes.ts'
import type { ViewId } from '#web/service/tickets/ticket/views.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import type { Picker } from './pickers.tsx'

type Input = {
  view: ViewId
  viewer: Viewer
  targets: Changeable[]
  run: (change: TicketChange) => void
  openPicker: (picker: Picker) => void
  enabled: boolean
}

export type Act = { label: string; keys: string; run: () => void; id: Picker | 'solve' | 'spam' | 'trash' }

/** What can be done with the selected tickets, or with the one under the cursor, each with its key. */
export function useChangeKeys({ view, viewer, targets, run, openPicker, enabled }: Input): Act[] {
  const change = (change: TicketChange) => () => targets.length > 0 && run(change)
  const pick = (picker: Picker) => () => targets.length > 0 && openPicker(picker)
  const solver = { id: viewer.id, name: fullName(viewer) }
  const areSolved = targets.length > 0 && targets.every(({ status }) => status === 'solved')

  const acts: Act[] = [
    { id: 'assign', label: 'Assign', keys: 'A', run: pick('assign') },
    { id: 'status', label: 'Status', keys: 'S', run: pick('status') },
    { id: 'priority', label: 'Priority', keys: 'P', run: pick('priority') },
    { id: 'tag', label: 'Tag', keys: 'T', run: pick('tag') },
    areSolved
      ? { id: 'solve', label: 'Reopen', keys: 'E', run: change(reopen()) }
      : { id: 'solve', label: 'Solve', keys: 'E', run: change(solve(solver)) },
    { id: 'snooze', label: 'Snooze', keys: 'H', run: pick('snooze') },
    view === 'spam'
      ? { id: 'spam', label: 'Not spam', keys: '!', run: change(unmarkSpam()) }
      : { id: 'spam', label: 'Spam', keys: '!', run: change(markSpam()) },
    view === 'trash'
      ? { id: 'trash', label: 'Restore', keys: '#', run: change(takeFromTrash()) }
      : { id: 'trash', label: 'Trash', keys: '#', run: change(moveToTrash()) },
  ]
  const fitting = acts.filter(({ id }) => fitsView(view, id))
  const shortcuts = fitting.map(({ keys, label, run }) => [keys, { label, run }] as const)
  useShortcuts(Object.fromEntries(shortcuts), { group: 'Selected tickets', enabled })
  return fitting
}

/** A ticket in the trash can only be restored; a closed one can only become spam or go to the trash. */
function fitsView(view: ViewId, id: Act['id']) {
  if (view === 'trash') return id === 'trash'
  return view !== 'closed' || id === 'spam' || id === 'trash'
}
