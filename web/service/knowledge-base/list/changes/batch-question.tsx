import { plural } from '#web/lib/words/format.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { type ArticleChange, moveToTrash, publish, unpublish } from './changes.ts'

/** Changes that readers see. They are confirmed if they concern all matching articles. */
export const questions = new Map<ArticleChange, { verb: string; words: string }>([
  [publish, { verb: 'Publish', words: 'Readers see the drafts at once.' }],
  [unpublish, { verb: 'Unpublish', words: 'Readers no longer see them. The drafts stay. You can undo this.' }],
  [moveToTrash, { verb: 'Move to the trash', words: 'Readers no longer see them. You can undo this for 30 days.' }],
])

type Props = {
  change: ArticleChange
  count: number
  onClose: () => void
  onConfirm: (change: ArticleChange) => void
}

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
