import { plural } from '#web/lib/words/format.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { type ArticleChange, moveToTrash, publish, unpublish } from './changes.ts'

/** What readers have is another by it, of so many articles that nobody has seen them all. */
export const questions = new Map<ArticleChange, { verb: string; words: string }>([
  [publish, { verb: 'Publish', words: 'Readers have their drafts as they are, at once.' }],
  [unpublish, { verb: 'Unpublish', words: 'Readers lose them at once; the drafts stay. It can be undone.' }],
  [moveToTrash, { verb: 'Move to the trash', words: 'Readers lose them at once. It can be undone for 30 days.' }],
])

type Props = {
  change: ArticleChange
  count: number
  onClose: () => void
  onConfirm: (change: ArticleChange) => void
}

/** Asks before all that match are changed for readers. */
export function BatchQuestion({ change, count, onClose, onConfirm }: Props) {
  const { verb, words } = questions.get(change)!
  const title =
    change === moveToTrash ? `Move ${plural(count, 'article')} to the trash?` : `${verb} ${plural(count, 'article')}?`
  return (
    <ConfirmDialog open onClose={onClose} title={title} confirmLabel={verb} onConfirm={() => onConfirm(change)}>
      {words}
    </ConfirmDialog>
  )
}
