import { useState } from 'react'
import type { changeManyMedia } from '#contract/content/media.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Problem } from '#contract/refusals.ts'
import { UseLinks } from '#web/cms/entries/use-links.tsx'
import type { Folder, MediaUse } from '#web/cms/media/media-types.ts'
import { pathOptions } from '#web/lib/tree/path-options.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { FilterList } from '#web/ui/choice/filter-list.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TokenInput, tokensIn } from '#web/ui/form/token-input.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'

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
            options={[{ value: none, label: 'No folder' }, ...pathOptions(folders)]}
            value={'\u0000'}
            onChoose={(folder) => {
              onClose()
              changes.move(ids, folder === none ? null : folder)
            }}
          />
        </div>
      </Modal>
      <Dialog open={asking === 'tag'} onClose={onClose} title={`Add tags to ${plural(ids.length, 'file')}`}>
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
        help="Each file keeps its other tags"
        error={isMissing && 'Enter a tag'}
        onChanged={() => setMissing(false)}
      >
        <TokenInput name="tags" onChange={onChange} onDraft={onDraft} />
      </Field>
    </DialogForm>
  )
}

/** Asks before files in use are deleted, and shows their uses. */
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
          <p>These places will show nothing:</p>
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

type BatchChanges = BodyOf<typeof changeManyMedia>['changes']
type MediaChange = { ids: string[]; changes: BatchChanges; said: string; force?: boolean }
type BlockedDeletion = { ids: string[]; uses: MediaUse[]; unseen: number }

const send = ({ ids, changes, force = false }: Omit<MediaChange, 'said'>) =>
  ask<typeof changeManyMedia>('POST', '/api/v1/media-changes', { body: { ids, changes, force } })

export function useMediaChanges() {
  const [refused, setRefused] = useState<BlockedDeletion>()
  const { write, isPending } = useWrite((change: MediaChange) => send(change), {
    done: (_, { said }) => said,
    tellsProblem: true,
  })
  const trashing = useWrite((change: MediaChange) => send(change), {
    done: (_, { said }) => said,
    undo: (_, { ids }) => send({ ids, changes: { trash: false } }),
    onAnswer: () => setRefused(undefined),
    onProblem: (problem, { ids }) => setRefused({ ids, ...usesIn(problem) }),
  })
  const said = (ids: string[], verb: string) => `${plural(ids.length, 'file')} ${verb}`
  return {
    isPending: isPending || trashing.isPending,
    refused,
    keep: () => setRefused(undefined),
    problem: trashing.problem,
    move: (ids: string[], folder: string | null) => write({ ids, changes: { folder }, said: said(ids, 'moved') }),
    tag: (ids: string[], addTags: string[]) => write({ ids, changes: { addTags }, said: said(ids, 'tagged') }),
    takeBack: (ids: string[]) => write({ ids, changes: { trash: false }, said: said(ids, 'restored from the trash') }),
    trash: (ids: string[], force = false) =>
      trashing.write({ ids, changes: { trash: true }, force, said: said(ids, 'deleted') }),
  }
}
export type MediaChanges = ReturnType<typeof useMediaChanges>

const usesIn = ({ uses = [], unseen = 0 }: Problem & Partial<BlockedDeletion>) => ({ uses, unseen })

/** Manages the tags in a form. `tags` includes typed text that is not a tag yet. */
export function useTagsDraft(before: string[]) {
  const [tags, setTags] = useState(before)
  const [draft, setDraft] = useState('')
  return {
    tags: [...new Set([...tags, ...tokensIn(draft)])],
    onChange: setTags,
    onDraft: setDraft,
  }
}
