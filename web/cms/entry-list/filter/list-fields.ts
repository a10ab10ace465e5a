import { fieldDefaults } from '#contract/fields/defaults.ts'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { kindViewOf } from '#web/fields/kinds.ts'

const own = (key: string, label: string): FieldOf => ({
  ...fieldDefaults,
  id: key,
  key,
  label,
  kind: 'datetime',
  deletedAt: null,
})

const ownFields: readonly FieldOf[] = [
  own('publishedAt', 'Published'),
  own('firstPublishedAt', 'First published'),
  own('updatedAt', 'Updated'),
]

/** Returns a model's fields and entry dates, such as `updatedAt`. A field with the same key replaces a date. */
export const listFields = (fields: readonly FieldOf[]): FieldOf[] => [
  ...fields,
  ...ownFields.filter(({ key }) => fields.every((field) => field.key !== key)),
]

export const labelOf = ({ label, key }: Pick<FieldOf, 'label' | 'key'>) => label || key

export const isSortable = (field: FieldOf) =>
  kindViewOf(field.kind).isSortable === true && !('many' in field && field.many)
