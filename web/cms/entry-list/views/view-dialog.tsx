import type { ContentView, changeContentView, createContentView, listContentViews } from '#contract/content/views.ts'
import { bindFields, TextField } from '#web/fields/settings/form-fields.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useConflictReload } from '#web/lib/write/use-conflict-reload.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useFormChanges } from '#web/lib/write/use-form-changes.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'

type Props = { view: ContentView | 'new'; search: string; onClose: () => void }

export const ViewDialog = (props: Props) => (
  <Dialog open onClose={props.onClose} title={props.view === 'new' ? 'Save view' : 'Change view'} size="sm">
    <ViewForm {...props} />
  </Dialog>
)

function ViewForm({ view, search, onClose }: Props) {
  const kept = view === 'new' ? null : view
  const form = useFormChanges(valuesOf(kept))
  const { name, isShared } = form.values
  const { write, isPending, problem } = useWrite(
    async () =>
      kept
        ? ask<typeof changeContentView>('PATCH', '/api/v1/content-views/:id', {
            params: { id: kept.id },
            body: { ...form.changes, base: form.base },
          })
        : ask<typeof createContentView>('POST', '/api/v1/content-views', { body: { name, isShared, search } }),
    {
      done: () => (kept ? 'View changed' : `${name.trim()} saved`),
      onAnswer: onClose,
      onProblem: useConflictReload(form, () => readValues(kept?.id)),
    },
  )
  const fault = useFaults(problem?.fields)
  const element = useFocusOnFault(problem)
  return (
    <DialogForm
      ref={element}
      label={kept ? 'Save' : 'Save view'}
      busy={isPending}
      onClose={onClose}
      onSubmit={() => !isPending && write()}
    >
      {problem && !problem.fields?.name && <Banner tone="danger">{problem.detail}</Banner>}
      <TextField label="Name" maxLength={80} {...bindFields(form, fault)('name')} />
      <Checkbox
        label="Share with the team"
        checked={isShared}
        onChange={({ target }) => form.change('isShared', target.checked)}
      />
    </DialogForm>
  )
}

const valuesOf = (view: ContentView | null) => ({ name: view?.name ?? '', isShared: view?.isShared ?? false })

async function readValues(id: string | undefined) {
  const { answer } = await ask<typeof listContentViews>('GET', '/api/v1/content-views', {})
  const view = answer?.items.find((one) => one.id === id)
  return view && valuesOf(view)
}
