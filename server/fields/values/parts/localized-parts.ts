import type { Field } from '#contract/fields/fields.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { type Components, componentIdsIn, isEmpty, isThere, isUnset } from '#server/fields/values/components.ts'
import { partsOf } from './name-parts.ts'

/**
 * The localized values of one language within a shared group or blocks field, by component id. The structure and the
 * shared values are stored once for all languages.
 */
export type Overlay = Record<string, Values>

/** Returns an id for a component without a stored id, such as a single group. The id is derived from the position. */
export const idAt = (at: number) => `00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`

export const overlaySlot = (slot: string) => `@${slot}`
export const slotIn = (name: string) => name.replace(/^@/, '')

export const hasLocalizedParts = (field: Field, components: Components): boolean =>
  !field.localized &&
  componentIdsIn([field]).some((name) =>
    components.get(name)?.fields.some((one) => isThere(one) && (one.localized || hasLocalizedParts(one, components))),
  )

export type SplitValue = { shared: unknown; own: Overlay }

/**
 * Splits the value of a language into a shared part and an overlay. Localized fields of the shared part keep their
 * value from `common`, which is the value for languages without an overlay.
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
