import {
  AlarmClock,
  CircleAlert,
  CircleCheck,
  CircleDot,
  Merge,
  OctagonX,
  SignalHigh,
  Tag,
  Trash2,
  User,
  Users,
  Zap,
} from 'lucide-react'
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
import type { IconShape } from '#web/ui/mark/icon.tsx'
import { useToast } from '#web/ui/notice/toast.tsx'
import type { Picker } from './pickers.tsx'

type Input = {
  view: ViewId
  viewer: Viewer
  targets: Changeable[]
  run: (change: TicketChange) => void
  openPicker: (picker: Picker) => void
  hasTeams: boolean
  /** The tickets that match the search are chosen, not only those on the page. */
  isAllMatching: boolean
  enabled: boolean
}

type Action = {
  id: Picker | 'solve' | 'spam' | 'trash'
  icon: IconShape
  label: string
  keys: string
  run: () => void
}

export function useChangeKeys({
  view,
  viewer,
  targets,
  run,
  openPicker,
  hasTeams,
  isAllMatching,
  enabled,
}: Input): Action[] {
  const showToast = useToast()
  const tell = (text: string) => showToast({ icon: CircleAlert, text })
  const change = (change: TicketChange) => () => targets.length > 0 && run(change)
  const pick = (picker: Picker) => () => targets.length > 0 && openPicker(picker)
  const merge = () =>
    isAllMatching || targets.length > mostMergedInList
      ? tell(`At most ${mostMergedInList} tickets can be merged at once.`)
      : openPicker('merge')
  const areSolved = targets.length > 0 && targets.every(({ status }) => status === 'solved')

  const acts: Action[] = [
    { id: 'assign', icon: User, label: 'Assign', keys: 'A', run: pick('assign') },
    ...(hasTeams ? [{ id: 'team' as const, icon: Users, label: 'Team', keys: 'shift+T', run: pick('team') }] : []),
    { id: 'status', icon: CircleDot, label: 'Status', keys: 'S', run: pick('status') },
    { id: 'priority', icon: SignalHigh, label: 'Priority', keys: 'P', run: pick('priority') },
    { id: 'tag', icon: Tag, label: 'Tag', keys: 'T', run: pick('tag') },
    ...(targets.length > 1 ? [{ id: 'merge' as const, icon: Merge, label: 'Merge', keys: 'M', run: merge }] : []),
    { id: 'macro', icon: Zap, label: 'Apply macro…', keys: 'shift+M', run: pick('macro') },
    { id: 'problem', icon: CircleAlert, label: 'Problem', keys: 'shift+P', run: pick('problem') },
    areSolved
      ? { id: 'solve', icon: CircleCheck, label: 'Reopen', keys: 'E', run: change(reopen) }
      : { id: 'solve', icon: CircleCheck, label: 'Solve', keys: 'E', run: change(solve(viewer)) },
    { id: 'snooze', icon: AlarmClock, label: 'Snooze', keys: 'H', run: pick('snooze') },
    view === 'spam'
      ? { id: 'spam', icon: OctagonX, label: 'Not spam', keys: '!', run: change(unmarkSpam) }
      : { id: 'spam', icon: OctagonX, label: 'Spam', keys: '!', run: change(markSpam) },
    view === 'trash'
      ? { id: 'trash', icon: Trash2, label: 'Restore', keys: '#', run: change(takeFromTrash) }
      : { id: 'trash', icon: Trash2, label: 'Trash', keys: '#', run: change(moveToTrash) },
  ]
  const fitting = acts.filter(({ id }) => fitsView(view, id))
  const shortcuts = acts.map(({ id, keys, label, run }) => {
    if (fitsView(view, id)) return [keys, { label, run }] as const
    return [keys, { label: '', run: () => targets.length > 0 && tell(limitOf(view)) }] as const
  })
  useShortcuts(Object.fromEntries(shortcuts), { group: 'Selected tickets', enabled })
  return fitting
}

/** The ticket that stays, and those that are merged into it at once. */
const mostMergedInList = 10

// Returns whether an action is possible in a view.
function fitsView(view: ViewId, id: Action['id']) {
  if (view === 'trash') return id === 'trash'
  return view !== 'closed' || id === 'spam' || id === 'trash'
}

const limitOf = (view: ViewId) =>
  view === 'trash'
    ? 'Tickets in the trash can only be restored.'
    : 'Closed tickets can only be marked as spam or moved to the trash.'
