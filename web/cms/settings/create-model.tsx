import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { createContentModel } from '#contract/content/models.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { keyOf } from './key-of.ts'
import { modelHref } from './settings-frame.tsx'

type Kind = 'collection' | 'single' | 'component'

const kinds: { value: Kind; label: string }[] = [
  { value: 'collection', label: 'Collection: any number of entries' },
  { value: 'single', label: 'Single entry: a home page, a footer' },
  { value: 'component', label: 'Component: a group of fields to use in other models' },
]

export const CreateModel = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="New model" size="md">
    {open && <CreateForm onClose={onClose} />}
  </Dialog>
)

/** The API name follows the name until it is typed. */
function CreateForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [typedKey, setTypedKey] = useState<string>()
  const [kind, setKind] = useState<Kind>('collection')
  const [localized, setLocalized] = useState(false)
  const key = typedKey ?? keyOf(name)
  const { write, isPending, problem } = useWrite(
    () =>
      ask<typeof createContentModel>('POST', '/api/v1/content-models', {
        body: { key, name, kind, localized, fields: kind === 'component' ? [] : firstFields(localized) },
      }),
    {
      onAnswer: (model) => {
        onClose()
        navigate(modelHref(model.key))
      },
    },
  )
  const fault = useFaults(problem?.fields)
  const form = useFocusOnFault(problem)
  return (
    <DialogForm
      ref={form}
      label="Create model"
      busy={isPending}
      onClose={onClose}
      onSubmit={() => !isPending && write()}
    >
      {problem && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
      <Field label="Name" help="Shown to your team: Blog post" {...fault('name')}>
        <Input value={name} maxLength={80} autoComplete="off" onChange={({ target }) => setName(target.value)} />
      </Field>
      <Field label="API name" help="Used by programs. You can change it later." {...fault('key', 'pluralKey')}>
        <Input
          value={key}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          onChange={({ target }) => setTypedKey(target.value)}
        />
      </Field>
      <Field label="Kind" {...fault('kind')}>
        <Select options={kinds} value={kind} onChange={(value) => setKind(value as Kind)} />
      </Field>
      {kind !== 'component' && (
        <Checkbox
          label="Translated into the languages of the workspace"
          checked={localized}
          onChange={({ target }) => setLocalized(target.checked)}
        />
      )}
    </DialogForm>
  )
}

/** Fields that nearly every model has. They can be changed and deleted like any other field. */
const firstFields = (localized: boolean) => [
  { key: 'title', kind: 'text' as const, required: 'on_publish' as const, searchable: true, localized },
  { key: 'slug', kind: 'slug' as const, localized },
]
