import { useState } from 'react'
import type { EntryBatchChange } from '#contract/content/changes.ts'
import type { CategoryChoice } from '#web/fields/form/field-services.tsx'
import { pathOptions } from '#web/lib/tree/path-options.ts'
import { plural } from '#web/lib/words/format.ts'
import { Labels } from '#web/lib/writing/labels.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'

export type ChangeWithDialog = 'label' | 'category'
type CategoryField = { key: string; label: string; many?: boolean | undefined }

type Props = {
  count: number
  onClose: () => void
  onChange: (change: EntryBatchChange) => void
}

export function LabelDialog({ count, onClose, onChange }: Props) {
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const [isMissing, setMissing] = useState(false)

  function submit() {
    if (add.length + remove.length === 0) return setMissing(true)
    onChange({ act: 'label', add, remove })
  }

  return (
    <Dialog open onClose={onClose} title={`Change the labels of ${plural(count, 'entry', 'entries')}`}>
      <DialogForm label="Change labels" onClose={onClose} onSubmit={submit}>
        <Field
          label="Add"
          help="Press Enter after each label."
          error={isMissing && add.length + remove.length === 0 && 'Enter a label to add or remove'}
        >
          <Labels labels={add} disabled={false} onChange={setAdd} />
        </Field>
        <Field label="Remove">
          <Labels labels={remove} disabled={false} onChange={setRemove} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}

type CategoryProps = Props & { fields: CategoryField[]; categories: CategoryChoice[] }
const none = 'none'

export function CategoryDialog({ count, fields, categories, onClose, onChange }: CategoryProps) {
  const [key, setKey] = useState(fields[0]!.key)
  const [chosen, setChosen] = useState('')
  const [removed, setRemoved] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isMany = fields.find((field) => field.key === key)?.many === true
  const isNothing = chosen === '' && !(isMany && removed)
  const options = pathOptions(categories)

  function submit() {
    if (isNothing) return setMissing(true)
    if (isMany) onChange({ act: 'categories', field: key, add: listOf(chosen), remove: listOf(removed) })
    else onChange({ act: 'category', field: key, category: chosen === none ? null : chosen })
  }
  function choose(field: string) {
    setKey(field)
    setChosen('')
    setRemoved('')
  }

  return (
    <Dialog open onClose={onClose} title={`Change the category of ${plural(count, 'entry', 'entries')}`}>
      <DialogForm label={isMany ? 'Change categories' : 'Change category'} onClose={onClose} onSubmit={submit}>
        {fields.length > 1 && (
          <Field label="Field">
            <Select
              options={fields.map((field) => ({ value: field.key, label: field.label || field.key }))}
              value={key}
              onChange={choose}
            />
          </Field>
        )}
        <Field label={isMany ? 'Add' : 'Category'} error={isMissing && isNothing && 'Choose a category'}>
          <Select
            options={[...options, { value: isMany ? '' : none, label: 'No category' }]}
            placeholder="Choose a category"
            value={chosen}
            onChange={setChosen}
          />
        </Field>
        {isMany && (
          <Field label="Remove">
            <Select
              options={[...options, { value: '', label: 'No category' }]}
              placeholder="Choose a category"
              value={removed}
              onChange={setRemoved}
            />
          </Field>
        )}
      </DialogForm>
    </Dialog>
  )
}

const listOf = (id: string) => (id ? [id] : [])
