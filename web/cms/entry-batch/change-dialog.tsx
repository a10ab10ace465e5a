import { type FormEvent, useState } from 'react'
import type { EntryBatchChange } from '#contract/content/changes.ts'
import { pathWords } from '#web/cms/categories/category-data.ts'
import { Labels } from '#web/cms/entries/labels.tsx'
import type { CategoryChoice } from '#web/fields/form/around.tsx'
import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'

export type AskedChange = 'label' | 'category'
/** The fields of the list's model that hold categories. */
type CategoryField = { key: string; label: string; many?: boolean | undefined }

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

/** Under which category many entries go; of a field that takes many, which one they get and which one they lose. */
export function CategoryDialog({ count, fields, categories, onClose, onBegin }: CategoryProps) {
  const [key, setKey] = useState(fields[0]!.key)
  const [chosen, setChosen] = useState('')
  const [removed, setRemoved] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isMany = fields.find((field) => field.key === key)?.many === true
  const isNothing = chosen === '' && !(isMany && removed)
  const options = categories.map(({ id }) => ({ value: id, label: pathWords(categories, id) }))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isNothing) return setMissing(true)
    if (isMany) onBegin({ act: 'categories', field: key, add: listOf(chosen), remove: listOf(removed) })
    else onBegin({ act: 'category', field: key, category: chosen === none ? null : chosen })
  }
  function choose(field: string) {
    setKey(field)
    setChosen('')
    setRemoved('')
  }

  return (
    <Dialog open onClose={onClose} title={`Put ${plural(count, 'entry', 'entries')} under a category`}>
      <form onSubmit={submit} noValidate>
        <DialogBody>
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
            <Field label="Take out">
              <Select
                options={[...options, { value: '', label: 'No category' }]}
                placeholder="Choose a category"
                value={removed}
                onChange={setRemoved}
              />
            </Field>
          )}
        </DialogBody>
        <Footer onClose={onClose} label={isMany ? 'Change categories' : 'Put there'} />
      </form>
    </Dialog>
  )
}

const listOf = (id: string) => (id ? [id] : [])

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
