import { type FormEvent, useState } from 'react'
import type { EntryBatchChange } from '#contract/entry-changes.ts'
import { pathWords } from '#web/cms/categories/category-data.ts'
import { Labels } from '#web/cms/entries/labels.tsx'
import type { CategoryChoice } from '#web/fields/form/around.tsx'
import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'

export type AskedChange = 'label' | 'category'
/** The fields of the list's model that hold one category. */
export type CategoryField = { key: string; label: string }

type Props = {
  count: number
  onClose: () => void
  onBegin: (change: EntryBatchChange) => void
}

/** Which labels many entries get and lose. */
export function LabelDialog({ count, onClose, onBegin }: Props) {
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const [isMissing, setMissing] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (add.length + remove.length === 0) return setMissing(true)
    onBegin({ act: 'label', add, remove })
  }

  return (
    <Dialog open onClose={onClose} title={`Label ${plural(count, 'entry', 'entries')}`}>
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <Field
            label="Add"
            help="Enter ends a label."
            error={isMissing && add.length + remove.length === 0 && 'Enter a label to add or to remove'}
          >
            <Labels labels={add} disabled={false} onChange={setAdd} />
          </Field>
          <Field label="Remove">
            <Labels labels={remove} disabled={false} onChange={setRemove} />
          </Field>
        </DialogBody>
        <Footer onClose={onClose} label="Change labels" />
      </form>
    </Dialog>
  )
}

type CategoryProps = Props & { fields: CategoryField[]; categories: CategoryChoice[] }
const none = 'none'

/** Under which category many entries go. */
export function CategoryDialog({ count, fields, categories, onClose, onBegin }: CategoryProps) {
  const [field, setField] = useState(fields[0]!.key)
  const [category, setCategory] = useState('')
  const [isMissing, setMissing] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (category === '') return setMissing(true)
    onBegin({ act: 'category', field, category: category === none ? null : category })
  }

  return (
    <Dialog open onClose={onClose} title={`Put ${plural(count, 'entry', 'entries')} under a category`}>
      <form onSubmit={submit} noValidate>
        <DialogBody>
          {fields.length > 1 && (
            <Field label="Field">
              <Select
                options={fields.map(({ key, label }) => ({ value: key, label: label || key }))}
                value={field}
                onChange={setField}
              />
            </Field>
          )}
          <Field label="Category" error={isMissing && category === '' && 'Choose a category'}>
            <Select
              options={[
                ...categories.map(({ id }) => ({ value: id, label: pathWords(categories, id) })),
                { value: none, label: 'No category' },
              ]}
              placeholder="Choose a category"
              value={category}
              onChange={setCategory}
            />
          </Field>
        </DialogBody>
        <Footer onClose={onClose} label="Put there" />
      </form>
    </Dialog>
  )
}

const Footer = ({ onClose, label }: { onClose: () => void; label: string }) => (
  <DialogFooter>
    <Button size="md" onClick={onClose}>
      Cancel
    </Button>
    <Button size="md" variant="primary" type="submit">
      {label}
    </Button>
  </DialogFooter>
)
