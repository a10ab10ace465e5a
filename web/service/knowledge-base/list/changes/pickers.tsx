import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { plural } from '#web/lib/words/format.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { inLetters } from '#web/lib/words/in-letters.ts'
import { categoryOptions, none, ownerOptions, visibilityOptions } from '#web/service/knowledge-base/article/choices.tsx'
import type { ArticleRow, CategoryLine, Member } from '#web/service/knowledge-base/article/types.ts'
import { PickerDialog } from '#web/service/tickets/ticket/dialogs/picker-dialog.tsx'
import { TagDialog } from '#web/service/tickets/ticket/dialogs/tag-dialog.tsx'
import {
  type ArticleChange,
  addLabels,
  archive,
  markReviewed,
  moveTo,
  removeLabels,
  setOwner,
  setReviewInterval,
  setVisibility,
} from './changes.ts'

export type Picker = 'move' | 'label' | 'unlabel' | 'owner' | 'visibility' | 'review' | 'archive'

type Props = {
  picker: Picker | undefined
  onClose: () => void
  targets: ArticleRow[]
  matching: number | undefined
  categories: CategoryLine[]
  members: Member[]
  labels: string[]
  viewerId: string
  run: (change: ArticleChange) => void
}

export function Pickers({ picker, onClose, targets, matching, categories, members, labels, viewerId, run }: Props) {
  const count = matching ?? targets.length
  const what = count === 1 ? 'this article' : plural(count, 'article')
  const used = matching === undefined ? targets.flatMap(({ labels }) => labels) : labels
  const at = (wanted: Picker) => ({ open: picker === wanted, onClose })
  const archiving = useLazyModule(loadArchiving, picker === 'archive')

  function changeOwner(id: string) {
    const member = members.find((one) => one.id === id)
    run(setOwner(member ? { id, name: fullName(member) } : null))
  }

  return (
    <>
      <PickerDialog
        {...at('move')}
        label={`Move ${what} to`}
        options={categoryOptions(categories)}
        onChoose={(id) => run(moveTo(id === none ? null : categories.find((one) => one.id === id)!))}
      />
      <PickerDialog
        {...at('owner')}
        label={`Owner of ${what}`}
        options={ownerOptions(members, viewerId)}
        onChoose={changeOwner}
      />
      <PickerDialog
        {...at('visibility')}
        label={`Who may read ${what}`}
        options={visibilityOptions}
        onChoose={(visibility) => run(setVisibility(visibility))}
      />
      <TagDialog
        {...at('label')}
        noun="label"
        title={`Label ${what}`}
        known={labels}
        onAdd={(added) => run(addLabels(added))}
      />
      <PickerDialog
        {...at('unlabel')}
        label={`Remove a label from ${what}`}
        options={inLetters(used).map((value) => ({ value, label: value }))}
        onChoose={(label) => run(removeLabels([label]))}
      />
      <PickerDialog
        {...at('review')}
        label={`Review interval of ${what}`}
        options={reviewOptions}
        onChoose={(chosen) => run(chosen === reviewed ? markReviewed : setReviewInterval(Number(chosen) || null))}
      />
      {archiving && picker === 'archive' && (
        <archiving.ArchiveDialog
          title={`Archive ${what}`}
          except={matching === undefined ? targets.map(({ id }) => id) : []}
          onClose={onClose}
          onArchive={(lead) => run(archive(lead))}
        />
      )}
    </>
  )
}

const reviewed = 'reviewed'
const reviewOptions = [
  ...[30, 90, 180, 365].map((days) => ({ value: `${days}`, label: `Every ${days} days` })),
  { value: '0', label: 'Never' },
  { value: reviewed, label: 'Mark as reviewed now' },
]

const loadArchiving = () => import('#web/service/knowledge-base/article/archive-dialog.tsx')
