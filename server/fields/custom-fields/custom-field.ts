import type { CustomFieldKind } from '#contract/fields/custom-field-values.ts'
import type { CustomFieldSettings, CustomField as ShownField } from '#contract/fields/custom-fields.ts'
import { fieldDefaults } from '#contract/fields/defaults.ts'
import type { Field } from '#contract/fields/fields.ts'
import type { Caller } from '#server/platform/http/caller.ts'

/** A row of `custom_fields`. Its condition names the other field by id. */
export type CustomField = Pick<ShownField, 'id' | 'key' | 'label' | 'help' | 'required' | 'portal' | 'condition'> & {
  kind: CustomFieldKind
  settings: CustomFieldSettings & { default?: unknown }
  position: number
  archivedAt: string | null
}

/** Returns the field in the shape of the fields of content. Its values are stored by its id. */
export const asField = ({ settings, archivedAt, ...field }: CustomField, isRequired = false) =>
  ({
    ...fieldDefaults,
    ...settings,
    ...field,
    required: isRequired ? 'always' : 'never',
    slot: field.id,
    madeOf: null,
    formerKeys: [],
    deletedAt: archivedAt,
  }) as unknown as Field

type Reader = Pick<Caller, 'kind'>

export const isReadBy = ({ portal }: CustomField, { kind }: Reader) => kind !== 'customer' || portal !== 'hidden'
export const isWrittenBy = ({ portal }: CustomField, { kind }: Reader) => kind !== 'customer' || portal === 'write'
