import type { FieldKind } from '#contract/fields/fields.ts'
import type { FieldOf } from '#web/fields/form/field-shape.ts'

/** What lists of a model are filtered by: its fields, and what every entry has. */
export type ListField = FieldOf

const own = (key: string, label: string): ListField =>
  ({
    ...{ id: key, key, label, kind: 'datetime', help: '', required: 'never', unique: false, localized: false },
    ...{ condition: null, tab: '', width: 'full', searchable: false, indexed: false, message: '' },
    ...{ readBy: 'members', writtenBy: 'members', deletedAt: null },
  }) as ListField

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

const sortable: readonly FieldKind[] = [
  ...(['text', 'long_text', 'slug', 'integer', 'decimal', 'date', 'datetime', 'time'] as const),
  ...(['boolean', 'email', 'url', 'phone', 'select', 'color'] as const),
]
export const isSortable = (field: ListField) =>
  sortable.includes(field.kind) && (field as { many?: boolean }).many !== true
