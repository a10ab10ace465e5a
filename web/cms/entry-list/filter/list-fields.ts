import { fieldDefaults } from '#contract/fields/defaults.ts'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { faceOf } from '#web/fields/kinds.ts'

/** What lists of a model are filtered by: its fields, and what every entry has. */
export type ListField = FieldOf

const own = (key: string, label: string): ListField => ({
  ...fieldDefaults,
  id: key,
  key,
  label,
  kind: 'datetime',
  deletedAt: null,
})

const ownFields: readonly ListField[] = [
  own('publishedAt', 'Published'),
  own('firstPublishedAt', 'First published'),
  own('updatedAt', 'Updated'),
]

/** A field of the model goes before what is called the same. */
export const listFields = (fields: readonly FieldOf[]): ListField[] => [
  ...fields,
  ...ownFields.filter(({ key }) => fields.every((field) => field.key !== key)),
]

export const labelOf = ({ label, key }: Pick<ListField, 'label' | 'key'>) => label || key

export const isSortable = (field: ListField) =>
  faceOf(field.kind).isSortable === true && (field as { many?: boolean }).many !== true
