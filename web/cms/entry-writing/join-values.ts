import { isSameValue } from '#contract/is-same.ts'
import type { Choice } from '#contract/writing/merging/conflicts.ts'
import {
  type Components,
  type MergedField,
  mergeValue,
  type ValueConflict,
} from '#contract/writing/merging/merge-values.ts'
import type { Component } from '#web/fields/form/field-services.tsx'
import type { FieldOf, Values } from '#web/fields/form/field-shape.ts'

export type KeyConflict = ValueConflict & { key: string }
type ValueSides = { base: Values; theirs: Values; yours: Values }
type Model = { fields: FieldOf[]; components: Component[] }

/** Merges the values of two people. If both changed the same value, `choices` decides (default: yours). */
export function joinValues(model: Model, keys: string[], sides: ValueSides, choices: Record<string, Choice> = {}) {
  const values: Values = {}
  const conflicts: KeyConflict[] = []
  for (const key of keys) {
    const field = model.fields.find((one) => one.key === key)
    const [base, theirs, yours] = [sides.base[key], sides.theirs[key], sides.yours[key]]
    const shape = field ? mergedField(field) : { kind: '', name: key, label: key }
    const merged = mergeValue(shape, { base, theirs, yours }, shownIn(model.components), choices[key] ?? 'yours')
    values[key] = merged.value
    conflicts.push(...merged.conflicts.map((conflict) => ({ ...conflict, key })))
  }
  return { values, conflicts, keys: [...new Set(conflicts.map(({ key }) => key))] }
}

export const changedIn = (values: Values, theirs: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => !isSameValue(value, theirs[key])))

const mergedField = (field: FieldOf): MergedField => ({
  ...{ kind: field.kind, name: field.key, label: field.label || field.key },
  ...('component' in field && { component: field.component }),
})

// Describes components for the merge. In a block, the field values are properties next to `id` and `type`.
const shownIn = (components: Component[]): Components => ({
  fieldsOf: (key) => components.find((one) => one.key === key || one.id === key)?.fields.map(mergedField) ?? [],
  valuesOf: ({ id: _, type: __, ...values }) => values,
  withValues: ({ id, type }, values) => ({ ...values, ...(id !== undefined && { id }), type }),
})
