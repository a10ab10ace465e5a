import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { createContentModel } from '#contract/content/models.ts'
import { TextField } from '#web/fields/settings/form-fields.tsx'
import { keyOf } from '#web/fields/settings/key-of.ts'
import { ChoiceSetting } from '#web/fields/settings/setting-rows.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
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

/** Form for a new model. The API name is made from the name until the person types an API name. */
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
      <TextField
        label="Name"
        help="Shown to your team, such as Blog post"
        fault={fault('name')}
        value={name}
        maxLength={80}
        onChange={setName}
      />
      <TextField
        label="API name"
        help="Used by programs. You can change it later."
        fault={fault('key', 'pluralKey')}
        isCode
        value={key}
        maxLength={60}
        onChange={setTypedKey}
      />
      <ChoiceSetting label="Kind" fault={fault('kind')} options={kinds} value={kind} onChange={setKind} />
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

const firstFields = (localized: boolean) => [
  { key: 'title', kind: 'text' as const, required: 'on_publish' as const, searchable: true, localized },
  { key: 'slug', kind: 'slug' as const, localized },
]
