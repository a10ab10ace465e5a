import { ArchiveRestore, Copy, FolderTree, Send, Tag, Trash2, Undo2 } from 'lucide-react'
import type { changeEntries, countEntries, EntryBatchChange } from '#contract/content/changes.ts'
import type { InputOf } from '#contract/pages.ts'
import { type Entry, titleOf } from '#web/cms/entries/entry-words.ts'
import { batchActs, entryNoun } from '#web/cms/entry-batch/batch-words.ts'
import type { ChangeWithDialog } from '#web/cms/entry-batch/change-dialog.tsx'
import type { WithdrawalAct } from '#web/cms/entry-batch/withdrawal-question.tsx'
import type { EntriesQuery } from '#web/cms/entry-list/entries-query.ts'
import { runBatch } from '#web/lib/batch/run-batch.ts'
import { useMatching } from '#web/lib/batch/use-matching.ts'
import { type RowChange, useRowChanges } from '#web/lib/batch/use-row-changes.ts'
import { ask } from '#web/lib/write/ask.ts'
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
  /** Asks before entries are unpublished or moved to the trash, if necessary. Then calls `goOn`. */
  onWithdraw: (act: WithdrawalAct, goOn: () => void) => void
  onOpenDialog: (change: ChangeWithDialog) => void
}

type PlainAct = Exclude<Act['id'], 'label' | 'category' | 'categories'>

export function useChangeKeys({ query, targets, run, hasCategories, onWithdraw, onOpenDialog }: Props): Act[] {
  const act = (id: PlainAct, label: string, keys: string, icon: IconShape): Act => ({
    ...{ id, label, keys, icon },
    run: () => (id === 'unpublish' || id === 'trash' ? onWithdraw(id, () => run({ act: id })) : run({ act: id })),
  })
  const withDialog = (id: ChangeWithDialog, label: string, keys: string, icon: IconShape): Act => ({
    ...{ id, label, keys, icon },
    run: () => onOpenDialog(id),
  })
  const trash = act('trash', 'Trash', '#', Trash2)
  const acts =
    query.stage === 'trash'
      ? [act('untrash', 'Restore', '#', Undo2)]
      : query.stage === 'archived'
        ? [act('unarchive', 'Unarchive', 'e', ArchiveRestore), trash]
        : [
            act('publish', 'Publish', 'mod+enter', Send),
            act('unpublish', 'Unpublish', 'u', Undo2),
            withDialog('label', 'Label…', 'l', Tag),
            ...(hasCategories ? [withDialog('category', 'Category…', 'm', FolderTree)] : []),
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

type EntryChange = RowChange<Entry> & { inBatch: EntryBatchChange }

const isLive = ({ languages }: Entry) => languages.some((text) => text.isLive)

function lostLive(changed: Entry[]) {
  const live = changed.filter(isLive).length
  if (live === 0) return undefined
  if (changed.length === 1) return 'Undo restores it as a draft'
  return `Undo restores ${live} published ${live === 1 ? 'entry as a draft' : 'entries as drafts'}`
}

const rules: Partial<Record<EntryBatchChange['act'], Omit<RowChange<Entry>, 'done'>>> = {
  publish: {
    concerns: ({ languages }) => languages.some(({ status }) => status !== 'published' && status !== 'archived'),
    idle: 'had nothing to publish',
  },
  unpublish: { concerns: isLive, idle: 'had nothing published' },
  trash: { lost: lostLive },
}

export const changeOf = (inBatch: EntryBatchChange): EntryChange => ({
  ...rules[inBatch.act],
  done: batchActs[inBatch.act].done,
  inBatch,
})

type EntriesBody = InputOf<typeof changeEntries>['body']
const start = (body: EntriesBody) => ask<typeof changeEntries>('POST', '/api/v1/content-entry-changes', { body })

export const useEntryChanges = () =>
  useRowChanges<Entry, EntryChange>({
    noun: entryNoun,
    nameOf: (entry) => `“${titleOf(entry)}”`,
    send: ({ inBatch }, entries, onProgress) =>
      runBatch(() => start({ change: inBatch, ids: entries.map(({ id }) => id) }), onProgress),
  })

type Query = InputOf<typeof countEntries>['query']

export const useMatchingEntries = (query: Query) =>
  useMatching<Query, EntryBatchChange>(query, {
    count: (query) => ask<typeof countEntries>('GET', '/api/v1/content-entry-count', { query }),
    start: (change, query) => start({ change, query }),
  })
