import type { CustomFieldKind } from '#contract/fields/custom-field-values.ts'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import { isSame } from '#contract/is-same.ts'

/** State of the form. `followsLabel`: the key is made from the label until a key is typed. */
export type Draft = Pick<CustomField, 'key' | 'label' | 'help' | 'required' | 'portal'> & {
  kind: CustomFieldKind
  default: unknown
  /** Names the other field by id. */
  condition: CustomField['condition']
  settings: Record<string, unknown>
  followsLabel: boolean
}

export const newDraft: Draft = {
  ...{ key: '', label: '', help: '', kind: 'text', required: 'never', portal: 'hidden' },
  ...{ default: null, condition: null, settings: {}, followsLabel: true },
}

export function draftOf(field: CustomField, fields: readonly CustomField[]): Draft {
  const { id: _, position: __, archivedAt: ___, key, label, help, kind, required, portal, condition, ...rest } = field
  const { default: value = null, ...settings } = rest
  const other = condition && fields.find((one) => one.key === condition.field)
  return {
    ...{ key, label, help, kind, required, portal, default: value, settings, followsLabel: false },
    condition: other ? { ...condition, field: other.id } : null,
  }
}

/** Returns the body of a new field. The condition names the other field by key, as the API answers it. */
export function bodyOf(
  { settings, followsLabel: _, condition, default: value, ...draft }: Draft,
  fields: readonly CustomField[],
) {
  const given = Object.fromEntries(Object.entries(settings).filter(([, one]) => one !== undefined))
  const other = condition && fields.find(({ id }) => id === condition.field)
  return {
    ...draft,
    ...given,
    condition: other ? { ...condition, field: other.key } : null,
    ...(value !== null && { default: value }),
  }
}

/** Returns the changed settings, with their former values as `base`. Cleared settings are null. */
export function changesOf(field: CustomField, fields: readonly CustomField[], draft: Draft) {
  const before: Record<string, unknown> = bodyOf(draftOf(field, fields), fields)
  const after: Record<string, unknown> = bodyOf(draft, fields)
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => name !== 'kind' && !isSame(before[name], after[name]),
  )
  const pick = (from: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { ...pick(after), base: pick(before) }
}
