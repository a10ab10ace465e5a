import { ArchiveRestore, Copy, FolderTree, Send, Tag, Trash2, Undo2 } from 'lucide-react'
import type { EntryBatchChange } from '#contract/content/changes.ts'
import type { Entry } from '#web/cms/entries/entry-words.ts'
import type { ChangeWithDialog } from '#web/cms/entry-batch/change-dialog.tsx'
import type { WithdrawalAct } from '#web/cms/entry-batch/take-away-question.tsx'
import type { EntriesQuery } from '#web/cms/entry-list/entries-query.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { BulkAction, BulkBar } from '#web/ui/list/bulk-bar.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'

export type Act = {
  id: EntryBatchChange['act']
  label: string
  keys: string
  icon: IconShape
  run: () => void
}

type Props = {
  query: EntriesQuery
  targets: Entry[]
  run: (change: EntryBatchChange) => void
  hasCategories: boolean
  /** Asks before entries are taken from readers, then calls `goOn`. */
  onTakeAway: (act: WithdrawalAct, goOn: () => void) => void
  onOpenDialog: (change: ChangeWithDialog) => void
}

type PlainAct = Exclude<Act['id'], 'label' | 'category' | 'categories'>

/** What can be done with the selected entries, or with the one under the cursor, each with its key. */
export function useChangeKeys({ query, targets, run, hasCategories, onTakeAway, onOpenDialog }: Props): Act[] {
  const act = (id: PlainAct, label: string, keys: string, icon: IconShape): Act => ({
    id,
    label,
    keys,
    icon,
    run: () => (id === 'unpublish' || id === 'trash' ? onTakeAway(id, () => run({ act: id })) : run({ act: id })),
  })
  const label: Act = { id: 'label', label: 'Label…', keys: 'l', icon: Tag, run: () => onOpenDialog('label') }
  const category: Act = {
    id: 'category',
    label: 'Category…',
    keys: 'm',
    icon: FolderTree,
    run: () => onOpenDialog('category'),
  }
  const trash = act('trash', 'Trash', '#', Trash2)
  const acts =
    query.stage === 'trash'
      ? [act('untrash', 'Restore', '#', Undo2)]
      : query.stage === 'archived'
        ? [act('unarchive', 'Unarchive', 'e', ArchiveRestore), trash]
        : [
            act('publish', 'Publish', 'mod+enter', Send),
            act('unpublish', 'Unpublish', 'u', Undo2),
            label,
            ...(hasCategories ? [category] : []),
            act('duplicate', 'Duplicate', 'd', Copy),
            trash,
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
