import { useLater } from '#web/lib/network/use-later.ts'
import { plural } from '#web/lib/words/format.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { inLetters } from '#web/lib/words/in-letters.ts'
import { categoryOptions, none, ownerOptions, visibilityOptions } from '#web/service/knowledge-base/article/choices.tsx'
import type { ArticleRow, CategoryLine, Member, Visibility } from '#web/service/knowledge-base/article/types.ts'
import { PickerDialog } from '#web/service/tickets/ticket/dialogs/picker-dialog.tsx'
import { TagDialog } from '#web/service/tickets/ticket/dialogs/tag-dialog.tsx'
import {
  type ArticleChange,
  addLabels,
  archive,
  confirm,
  giveTo,
  lookAgain,
  moveTo,
  removeLabels,
  showTo,
} from './changes.ts'

export type Picker = 'move' | 'label' | 'unlabel' | 'owner' | 'visibility' | 'review' | 'archive'

type Props = {
  picker: Picker | undefined
  onClose: () => void
  targets: ArticleRow[]
  /** How many, where all that match are chosen. */
  matching: number | undefined
  categories: CategoryLine[]
  members: Member[]
  labels: string[]
  viewerId: string
  run: (change: ArticleChange, articles: ArticleRow[]) => void
}

/** The layers in which a key asks for a value: which category, whose. */
export function Pickers({ picker, onClose, targets, matching, categories, members, labels, viewerId, run }: Props) {
  const count = matching ?? targets.length
  const what = count === 1 ? 'this article' : plural(count, 'article')
  const used = matching === undefined ? targets.flatMap(({ labels }) => labels) : labels
  const at = (wanted: Picker) => ({ open: picker === wanted, onClose })
  const change = (change: ArticleChange) => run(change, targets)
  const archiving = useLater(loadArchiving, picker === 'archive')

  function giveToMember(id: string) {
    const member = members.find((one) => one.id === id)
    change(giveTo(member ? { id, name: fullName(member) } : null))
  }

  return (
    <>
      <PickerDialog
        {...at('move')}
        label={`Move ${what} to`}
        options={categoryOptions(categories)}
        onChoose={(id) => change(moveTo(id === none ? null : categories.find((one) => one.id === id)!))}
      />
      <PickerDialog
        {...at('owner')}
        label={`Owner of ${what}`}
        options={ownerOptions(members, viewerId)}
        onChoose={giveToMember}
      />
      <PickerDialog
        {...at('visibility')}
        label={`Who may read ${what}`}
        options={visibilityOptions}
        onChoose={(visibility) => change(showTo(visibility as Visibility))}
      />
      <TagDialog
        {...at('label')}
        noun="label"
        title={`Label ${what}`}
        known={labels}
        onAdd={(added) => change(addLabels(added))}
      />
      <PickerDialog
        {...at('unlabel')}
        label={`Take a label from ${what}`}
        options={inLetters(used).map((value) => ({ value, label: value }))}
        onChoose={(label) => change(removeLabels([label]))}
      />
      <PickerDialog
        {...at('review')}
        label={`When to look at ${what} again`}
        options={reviewOptions}
        onChoose={(chosen) => change(chosen === still ? confirm : lookAgain(Number(chosen) || null))}
      />
      {archiving && picker === 'archive' && (
        <archiving.ArchiveDialog
          title={`Archive ${what}`}
          except={matching === undefined ? targets.map(({ id }) => id) : []}
          onClose={onClose}
          onArchive={(lead) => change(archive(lead))}
        />
      )}
    </>
  )
}

const still = 'still'
const reviewOptions = [
  ...[30, 90, 180, 365].map((days) => ({ value: `${days}`, label: `Every ${days} days` })),
  { value: '0', label: 'Never' },
  { value: still, label: 'Still right: the time begins anew' },
]

const loadArchiving = () => import('#web/service/knowledge-base/article/archive-dialog.tsx')
