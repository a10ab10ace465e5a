import type { Component, FieldServices } from '#web/fields/form/field-services.tsx'
import { type FieldOf, isEmpty, isValues, type Values } from '#web/fields/form/field-shape.ts'

type Components = FieldServices['components']

export const componentsByName = (all: readonly Component[]): Components =>
  new Map(all.flatMap((one) => [[one.key, one] as const, [one.id, one] as const]))

export const hasLocalizedParts = (field: FieldOf, components: Components): boolean =>
  !field.localized &&
  namesIn(field).some((name) =>
    components.get(name)?.fields.some((one) => one.localized || hasLocalizedParts(one, components)),
  )

function namesIn(field: FieldOf): readonly string[] {
  if (field.kind === 'group') return [field.component]
  return field.kind === 'blocks' ? field.components : []
}

/** Returns a value without the localized values in its components. A new language can start with this value. */
export const withoutLocalized = (field: FieldOf, value: unknown, components: Components): unknown =>
  changeParts(field, value, components, (own) => (own.localized ? null : undefined))

/** Fills the empty localized values in components with the values of another language. */
export function filledWith(field: FieldOf, value: unknown, other: unknown, components: Components): unknown {
  const parts = [other].flat().filter(isValues)
  const others = new Map(parts.map((part, at) => [nameOf(part, at), part]))
  return changeParts(field, value, components, (own, said, name) => {
    const found = others.get(name)?.[own.key]
    if (own.localized) return isEmpty(said) ? (found ?? null) : undefined
    return hasLocalizedParts(own, components) ? filledWith(own, said, found, components) : undefined
  })
}

type Change = (field: FieldOf, value: unknown, part: string) => unknown

// Calls `change` for each value in the components of `value`, at any depth. If `change` returns undefined, the value
// stays unchanged.
function changeParts(field: FieldOf, value: unknown, components: Components, change: Change): unknown {
  if (isEmpty(value) || !hasLocalizedParts(field, components)) return value
  const changePart = (part: Values, at: number): Values => {
    const name = field.kind === 'group' ? field.component : String(part.type)
    const changed = { ...part }
    for (const own of components.get(name)?.fields ?? []) {
      if (!(own.key in part)) continue
      const next = change(own, part[own.key], nameOf(part, at))
      changed[own.key] = next === undefined ? changeParts(own, part[own.key], components, change) : next
    }
    return changed
  }
  return Array.isArray(value) ? value.map(changePart) : isValues(value) ? changePart(value, 0) : value
}

const nameOf = ({ id }: Values, at: number) => (typeof id === 'string' ? id : String(at))
