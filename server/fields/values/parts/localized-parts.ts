import type { Field } from '#contract/fields/fields.ts'
import { ruleOf } from '#server/fields/kinds.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { type Components, isEmpty, isThere, isUnset } from '#server/fields/values/components.ts'
import { partsOf } from './match-parts.ts'

/**
 * A group or blocks that all languages share may have components with localized fields. The structure is kept once, with the
 * values that are shared. What a language says in the localized fields is kept with its text, in an overlay: the values of each
 * component by its id.
 */
export type Overlay = Record<string, Values>

/** The id of a component that was written without one, as a single group is: the same each time it is read. */
export const idAt = (at: number) => `00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`

/** Where a text keeps the overlay of a field. No slot begins with this sign. */
export const overlaySlot = (slot: string) => `@${slot}`
/** The slot of a field, of the name that a value or an overlay of it is kept under. */
export const slotIn = (name: string) => name.replace(/^@/, '')

/** Whether a field is one for all languages and holds, at whatever depth, fields that have a value in each. */
export const hasLocalizedParts = (field: Field, components: Components): boolean =>
  !field.localized &&
  componentsOf(field).some((name) =>
    components.get(name)?.fields.some((one) => isThere(one) && (one.localized || hasLocalizedParts(one, components))),
  )

function componentsOf(field: Field): readonly string[] {
  if (field.kind === 'group') return [field.component]
  return field.kind === 'blocks' ? field.components : []
}

export type SplitValue = { shared: unknown; own: Overlay }

/**
 * A value in a language as it is kept. `common` is what a language has that has said nothing: where a field has become localized
 * since it was written, that is its value from before. It stays in the structure, and an empty value is kept as null beside it.
 */
export function splitValue(field: Field, value: unknown, components: Components, common?: unknown): SplitValue {
  const own: Overlay = {}
  if (isEmpty(value)) return { shared: null, own }
  const commons = valuesById(field, common)
  let at = 0
  const shared = ruleOf(field).inner!(value, field, (name, values, given) => {
    const id = given ?? idAt(at)
    at += 1
    const part = splitPart(components.get(name)?.fields ?? [], values, components, commons.get(id))
    if (Object.keys(part.own).length > 0) own[id] = part.own
    return part.shared
  })
  return { shared, own }
}

function splitPart(fields: readonly Field[], values: Values, components: Components, common: Values = {}) {
  const shared = { ...values }
  const own: Values = {}
  for (const field of fields.filter(isThere)) {
    const { slot, localized } = field
    const [value, before] = [values[slot], common[slot]]
    if (localized) {
      const wasSaid = !isUnset(field, before)
      delete shared[slot]
      if (wasSaid) shared[slot] = before
      if (wasSaid || !isUnset(field, value)) own[slot] = value ?? null
    } else if (!isEmpty(value) && hasLocalizedParts(field, components)) {
      const split = splitValue(field, value, components, before)
      shared[slot] = split.shared
      if (Object.keys(split.own).length > 0) own[overlaySlot(slot)] = split.own
    }
  }
  return { shared, own }
}

function valuesById(field: Field, value: unknown): Map<string, Values> {
  return new Map(isEmpty(value) ? [] : partsOf(field, value).map(({ at, id = idAt(at), values }) => [id, values]))
}
