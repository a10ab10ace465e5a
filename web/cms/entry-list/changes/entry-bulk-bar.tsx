import { ArchiveRestore, Copy, FolderTree, Send, Tag, Trash2, Undo2 } from 'lucide-react'
import type { Entry } from '#web/cms/entries/entry-words.ts'
import type { AskedChange } from '#web/cms/entry-batch/change-dialog.tsx'
import type { TakingAway } from '#web/cms/entry-batch/take-away-question.tsx'
import type { EntriesQuery } from '#web/cms/entry-list/entries-query.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { BulkAction, BulkBar } from '#web/ui/list/bulk-bar.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import { changes, type EntryChange } from './entry-changes.ts'

export type Act = {
  id: keyof typeof changes | AskedChange
  label: string
  keys: string
  icon: IconShape
  run: () => void
}

type Props = {
  query: EntriesQuery
  targets: Entry[]
  run: (change: EntryChange, entries: Entry[]) => void
  /** Where all that match are chosen. */
  begin: ((act: Exclude<keyof typeof changes, (typeof apart)[number]>) => void) | undefined
  /** Of these some more is asked first. */
  asks: AskedChange[]
  /** What takes entries away goes on when that is answered. */
  onTakeAway: (act: TakingAway, goOn: () => void) => void
  onAsk: (change: AskedChange) => void
}

/** Not done to all that match. */
const apart = ['unarchive', 'duplicate'] as const
const isApart = (id: keyof typeof changes): id is (typeof apart)[number] => id === 'unarchive' || id === 'duplicate'

const asked = [
  { id: 'label', label: 'Label…', keys: 'l', icon: Tag },
  { id: 'category', label: 'Category…', keys: 'm', icon: FolderTree },
] as const

/** What can be done with the selected entries, or with the one that the keyboard is on, each with its key. */
export function useChangeKeys({ query, targets, run, begin, asks, onTakeAway, onAsk }: Props): Act[] {
  const act = (id: keyof typeof changes, label: string, keys: string, icon: IconShape): Act => ({
    ...{ id, label, keys, icon },
    run() {
      const goOn = () => (begin && !isApart(id) ? begin(id) : run(changes[id], targets))
      if (id === 'unpublish' || id === 'trash') onTakeAway(id, goOn)
      else goOn()
    },
  })
  const acts =
    query.stage === 'trash'
      ? [act('untrash', 'Take back', '#', Undo2)]
      : query.stage === 'archived'
        ? [...(begin ? [] : [act('unarchive', 'Take out', 'e', ArchiveRestore)]), act('trash', 'Trash', '#', Trash2)]
        : [
            act('publish', 'Publish', 'mod+enter', Send),
            act('unpublish', 'Unpublish', 'u', Undo2),
            ...asked.filter(({ id }) => asks.includes(id)).map((one) => ({ ...one, run: () => onAsk(one.id) })),
            ...(begin ? [] : [act('duplicate', 'Duplicate', 'd', Copy)]),
            act('trash', 'Trash', '#', Trash2),
          ]
  useShortcuts(Object.fromEntries(acts.map(({ keys, label, run }) => [keys, { label, run }])), {
    group: 'Content list',
    enabled: targets.length > 0,
  })
  return acts
}

export const EntryBulkBar = ({ count, acts, onClear }: { count: number; acts: Act[]; onClear: () => void }) => (
  <BulkBar count={count} onClear={onClear}>
    {acts.map(({ id, icon, label, keys, run }) => (
      <BulkAction key={id} icon={icon} label={label} keys={keys} onClick={run} />
    ))}
  </BulkBar>
)
