import type { ArticlesQuery } from '#web/service/knowledge-base/article/articles-query.ts'
import type { ArticleRow } from '#web/service/knowledge-base/article/types.ts'
import { isTypingIn } from '#web/ui/keys/shortcuts.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { type ArticleChange, moveToTrash, publish, takeFromTrash, unarchive, unpublish } from './changes.ts'
import type { Picker } from './pickers.tsx'

type ChangeKeysInput = {
  query: ArticlesQuery
  targets: ArticleRow[]
  isAll: boolean
  run: (change: ArticleChange) => void
  openPicker: (picker: Picker) => void
  enabled: boolean
}

export type Act = {
  id: Picker | 'publish' | 'unpublish' | 'trash'
  label: string
  keys: string
  run: () => void
}

export function useChangeKeys({ query, targets, isAll, run, openPicker, enabled }: ChangeKeysInput): Act[] {
  const change = (change: ArticleChange) => () => targets.length > 0 && run(change)
  const pick = (picker: Picker) => () => targets.length > 0 && openPicker(picker)
  const areArchived = targets.length > 0 && targets.every(({ status }) => status === 'archived')
  const some = isAll ? undefined : targets
  const acts: Act[] =
    query.stage === 'trash'
      ? [{ id: 'trash', label: 'Restore', keys: '#', run: change(takeFromTrash) }]
      : [
          ...fitting({ id: 'publish', label: 'Publish', keys: 'mod+enter', run: change(publish) }, publish, some),
          ...fitting({ id: 'unpublish', label: 'Unpublish', keys: 'U', run: change(unpublish) }, unpublish, some),
          areArchived
            ? { id: 'archive', label: 'Unarchive', keys: 'E', run: change(unarchive) }
            : { id: 'archive', label: 'Archive', keys: 'E', run: pick('archive') },
          { id: 'move', label: 'Move', keys: 'M', run: pick('move') },
          { id: 'label', label: 'Label', keys: 'T', run: pick('label') },
          ...(isAll || targets.some(({ labels }) => labels.length > 0)
            ? [{ id: 'unlabel' as const, label: 'Unlabel', keys: 'shift+t', run: pick('unlabel') }]
            : []),
          { id: 'owner', label: 'Owner', keys: 'A', run: pick('owner') },
          { id: 'visibility', label: 'Readers', keys: 'V', run: pick('visibility') },
          { id: 'review', label: 'Review date', keys: 'R', run: pick('review') },
          { id: 'trash', label: 'Trash', keys: '#', run: change(moveToTrash) },
        ]
  const shortcuts = acts.map(({ keys, label, run }) => {
    const act = (event: KeyboardEvent) => !isTypingIn(event.target) && run()
    return [keys, { label, run: act }] as const
  })
  useShortcuts(Object.fromEntries(shortcuts), { group: 'Selected articles', enabled })
  return acts
}

const fitting = (act: Act, { concerns }: ArticleChange, targets: ArticleRow[] | undefined): Act[] =>
  !concerns || !targets || targets.some(concerns) ? [act] : []
