import { useNavigate } from 'react-router'
import type {
  changeMediaFolder,
  createMediaFolder,
  deleteMediaFolder,
  listMediaFolders,
} from '#contract/content/media-folders.ts'
import { mediaHref } from '#web/cms/media/media-query.ts'
import type { Folder } from '#web/cms/media/media-types.ts'
import { bindFields, TextField } from '#web/fields/settings/form-fields.tsx'
import { ChoiceSetting } from '#web/fields/settings/setting-rows.tsx'
import { pathOptions } from '#web/lib/tree/path-options.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useConflictReload } from '#web/lib/write/use-conflict-reload.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFormChanges } from '#web/lib/write/use-form-changes.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'

export type FolderTask = { what: 'create'; parent: string | null } | { what: 'change' | 'delete'; folder: Folder }

type Props = { task: FolderTask | undefined; folders: Folder[]; onClose: () => void }

export function FolderDialogs({ task, folders, onClose }: Props) {
  const isWriting = task !== undefined && task.what !== 'delete'
  return (
    <>
      <Dialog open={isWriting} onClose={onClose} title={task?.what === 'change' ? 'Change folder' : 'New folder'}>
        {isWriting && <FolderForm task={task} folders={folders} onClose={onClose} />}
      </Dialog>
      <DeleteFolder folder={task?.what === 'delete' ? task.folder : undefined} onClose={onClose} />
    </>
  )
}

const top = 'top'

function FolderForm({ task, folders, onClose }: { task: FolderTask; folders: Folder[]; onClose: () => void }) {
  const known = task.what === 'create' ? undefined : task.folder
  const form = useFormChanges(valuesOf(known ?? { name: '', parent: task.what === 'create' ? task.parent : null }))
  const { name, parent } = form.values
  const navigate = useNavigate()
  const { write, isPending, problem } = useWrite(
    () =>
      known
        ? ask<typeof changeMediaFolder>('PATCH', '/api/v1/media/folders/:id', {
            params: { id: known.id },
            body: { ...bodyOf(form.changes), base: bodyOf(form.base) },
          })
        : ask<typeof createMediaFolder>('POST', '/api/v1/media/folders', { body: { name, ...bodyOf({ parent }) } }),
    {
      done: () => (known ? 'Folder changed' : 'Folder added'),
      onAnswer: ({ id }) => {
        onClose()
        if (!known) navigate(mediaHref({ folder: id }))
      },
      onProblem: useConflictReload(form, () => readValues(known?.id)),
    },
  )
  const fault = useFaults(
    problem &&
      (problem.code === 'conflict' ? problem.fields : { [partOf(problem.code)]: problem.detail, ...problem.fields }),
  )
  const bind = bindFields(form, fault)
  return (
    <DialogForm
      label={known ? 'Save folder' : 'Add folder'}
      busy={isPending}
      onClose={onClose}
      onSubmit={() => write()}
    >
      <TextField label="Name" maxLength={80} {...bind('name')} />
      <ChoiceSetting
        label="Parent"
        options={[{ value: top, label: 'Library' }, ...pathOptions(folders, known?.id)]}
        {...bind('parent')}
      />
    </DialogForm>
  )
}

type FolderValues = { name: string; parent: string }

const valuesOf = ({ name, parent }: Pick<Folder, 'name' | 'parent'>): FolderValues => ({ name, parent: parent ?? top })

const bodyOf = ({ name, parent }: Partial<FolderValues>) => ({
  ...(name !== undefined && { name }),
  ...(parent !== undefined && { parent: parent === top ? null : parent }),
})

async function readValues(id: string | undefined) {
  const { answer } = await ask<typeof listMediaFolders>('GET', '/api/v1/media/folders', {})
  const folder = answer?.items.find((one) => one.id === id)
  return folder && valuesOf(folder)
}

const partOf = (code: string) => (/folder-(too-deep|in-itself|not-found)/.test(code) ? 'parent' : 'name')

function DeleteFolder({ folder, onClose }: { folder: Folder | undefined; onClose: () => void }) {
  const navigate = useNavigate()
  const write = useWrite(
    (id: string) => ask<typeof deleteMediaFolder>('DELETE', '/api/v1/media/folders/:id', { params: { id } }),
    {
      done: () => 'Folder deleted',
      onAnswer: () => {
        onClose()
        navigate(mediaHref({ folder: folder?.parent ?? null }))
      },
    },
  )
  return (
    <ConfirmDialog
      open={folder !== undefined}
      onClose={onClose}
      title={`Delete the folder ${folder?.name}?`}
      confirmLabel="Delete folder"
      busy={write.isPending}
      onConfirm={() => folder && write.write(folder.id)}
    >
      Its files and folders move to its parent folder.
      {write.problem && (
        <Banner tone="danger" className="mt-3">
          {write.problem.detail}
        </Banner>
      )}
    </ConfirmDialog>
  )
}
