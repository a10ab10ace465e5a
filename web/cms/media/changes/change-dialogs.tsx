import { useState } from 'react'
import { UseLinks } from '#web/cms/entries/use-links.tsx'
import type { Folder } from '#web/cms/media/media-types.ts'
import { folderOptions } from '#web/cms/media/places/folder-dialogs.tsx'
import { plural } from '#web/lib/words/format.ts'
import { FilterList } from '#web/ui/choice/filter-list.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TokenInput } from '#web/ui/form/token-input.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'
import type { MediaChanges } from './use-media-changes.ts'
import { useTagsDraft } from './use-tags-draft.ts'

export type ChangeDialogKind = 'move' | 'tag'
type Props = {
  asking: ChangeDialogKind | undefined
  ids: string[]
  folders: Folder[]
  changes: MediaChanges
  onClose: () => void
}

const none = 'none'

export function ChangeDialogs({ asking, ids, folders, changes, onClose }: Props) {
  const label = `Move ${plural(ids.length, 'file')} to`
  return (
    <>
      <Modal open={asking === 'move'} onClose={onClose} label={label} placement="top" className="max-w-90">
        <div className="p-1">
          <FilterList
            label={label}
            options={[{ value: none, label: 'No folder' }, ...folderOptions(folders)]}
            value={'\u0000'}
            onChoose={(folder) => {
              onClose()
              changes.move(ids, folder === none ? null : folder)
            }}
          />
        </div>
      </Modal>
      <Dialog open={asking === 'tag'} onClose={onClose} title={`Tag ${plural(ids.length, 'file')}`}>
        {asking === 'tag' && <TagForm ids={ids} changes={changes} onClose={onClose} />}
      </Dialog>
      <InUse changes={changes} />
    </>
  )
}

function TagForm({ ids, changes, onClose }: Pick<Props, 'ids' | 'changes' | 'onClose'>) {
  const { tags, onChange, onDraft } = useTagsDraft([])
  const [isMissing, setMissing] = useState(false)
  async function submit() {
    if (tags.length === 0) return setMissing(true)
    if (await changes.tag(ids, tags)) onClose()
  }
  return (
    <DialogForm label="Add tags" busy={changes.isPending} onClose={onClose} onSubmit={submit}>
      <Field
        label="Tags"
        help="They are added to the tags of each file"
        error={isMissing && 'Enter a tag'}
        onChanged={() => setMissing(false)}
      >
        <TokenInput name="tags" onChange={onChange} onDraft={onDraft} />
      </Field>
    </DialogForm>
  )
}

/** Files in use are deleted only after the uses were shown. */
function InUse({ changes: { refused, keep, trash, isPending, problem } }: { changes: MediaChanges }) {
  const count = refused?.ids.length ?? 0
  return (
    <ConfirmDialog
      open={refused !== undefined}
      onClose={keep}
      title={`Delete ${plural(count, 'file')} in use?`}
      confirmLabel={`Delete ${plural(count, 'file')}`}
      busy={isPending}
      onConfirm={() => refused && trash(refused.ids, true)}
    >
      {refused && refused.uses.length + refused.unseen > 0 ? (
        <>
          <p>These would show nothing instead:</p>
          <div className="mt-2">
            <UseLinks uses={refused.uses} unseen={refused.unseen} />
          </div>
        </>
      ) : (
        problem?.detail
      )}
    </ConfirmDialog>
  )
}
