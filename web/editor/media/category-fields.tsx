import { useLayoutEffect, useState } from 'react'
import type { Reference } from '#contract/writing/document.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import type { FieldsProps } from './asking-dialog.tsx'

export function CategoryFields({ editor, attrs, isAsked, onAnswer }: FieldsProps) {
  const [id, setId] = useState((attrs?.reference as Reference | undefined)?.id ?? '')
  const { categories = [] } = editor.storage.port.now()
  useLayoutEffect(() => onAnswer(id ? { reference: { kind: 'category', id } } : null))
  return (
    <Field
      label="Category"
      help={
        categories.length > 0
          ? 'The articles in it, as they are when the page is read.'
          : 'There is no category yet: make one first.'
      }
      error={isAsked && !id && 'Choose a category'}
    >
      <Select options={categories.map(({ id, name }) => ({ value: id, label: name }))} value={id} onChange={setId} />
    </Field>
  )
}
