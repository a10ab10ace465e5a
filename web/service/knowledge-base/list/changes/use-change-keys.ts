import { Archive, CalendarClock, Eye, FolderInput, Send, Tag, Tags, Trash2, Undo2, User } from 'lucide-react'
import type { ArticlesQuery } from '#web/service/knowledge-base/article/articles-query.ts'
import type { ArticleRow } from '#web/service/knowledge-base/article/types.ts'
import { isTypingIn } from '#web/ui/keys/shortcuts.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import type { IconShape } from '#web/ui/mark/icon.tsx'
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

type Act = {
  icon: IconShape
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
      ? [{ id: 'trash', icon: Trash2, label: 'Restore', keys: '#', run: change(takeFromTrash) }]
      : [
          ...fitting(
            { id: 'publish', icon: Send, label: 'Publish', keys: 'mod+enter', run: change(publish) },
            publish,
            some,
          ),
          ...fitting(
            { id: 'unpublish', icon: Undo2, label: 'Unpublish', keys: 'U', run: change(unpublish) },
            unpublish,
            some,
          ),
          areArchived
            ? { id: 'archive', icon: Archive, label: 'Unarchive', keys: 'E', run: change(unarchive) }
            : { id: 'archive', icon: Archive, label: 'Archive', keys: 'E', run: pick('archive') },
          { id: 'move', icon: FolderInput, label: 'Move', keys: 'M', run: pick('move') },
          { id: 'label', icon: Tag, label: 'Label', keys: 'T', run: pick('label') },
          ...(isAll || targets.some(({ labels }) => labels.length > 0)
            ? [{ id: 'unlabel' as const, icon: Tags, label: 'Unlabel', keys: 'shift+t', run: pick('unlabel') }]
            : []),
          { id: 'owner', icon: User, label: 'Owner', keys: 'A', run: pick('owner') },
          { id: 'visibility', icon: Eye, label: 'Readers', keys: 'V', run: pick('visibility') },
          { id: 'review', icon: CalendarClock, label: 'Review date', keys: 'R', run: pick('review') },
          { id: 'trash', icon: Trash2, label: 'Trash', keys: '#', run: change(moveToTrash) },
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
