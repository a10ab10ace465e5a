import type { Field } from '#contract/fields/fields.ts'
import { isSame } from '#contract/is-same.ts'
import { ruleOf } from '#server/fields/kinds.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { isEmpty } from '#server/fields/values/components.ts'

/** A component in a value: its position, its id if it has one, and its values. */
export type ComponentPart = { at: number; id: string | undefined; component: string; values: Values }

/** The components in a value, in order. */
export function partsOf(field: Field, value: unknown): ComponentPart[] {
  const parts: ComponentPart[] = []
  ruleOf(field).inner?.(value, field, (component, values, id) => {
    parts.push({ at: parts.length, id, component, values })
    return values
  })
  return parts
}

/**
 * Finds the previous version of each component: by id, otherwise by equal visible values, otherwise by position. If any
 * component has an id, those without one are new.
 */
export function matchParts(
  field: Field,
  value: unknown,
  before: unknown,
  views: readonly ((value: unknown) => unknown)[],
): (ComponentPart | undefined)[] {
  if (isEmpty(before)) return []
  const [parts, was] = [partsOf(field, value), partsOf(field, before)]
  const found: (ComponentPart | undefined)[] = parts.map(() => undefined)
  const free = new Set(was.keys())
  function take(isOf: (at: number, from: number) => boolean) {
    for (const [at, { component }] of parts.entries()) {
      const from = found[at] ? undefined : [...free].find((one) => was[one]!.component === component && isOf(at, one))
      if (from === undefined) continue
      free.delete(from)
      found[at] = was[from]
    }
  }
  take((at, from) => parts[at]!.id !== undefined && parts[at]!.id === was[from]!.id)
  if (parts.some(({ id }) => id !== undefined)) return found
  for (const view of views) {
    const [now, then] = [value, before].map((one) => partsOf(field, view(one)))
    const isAlike = (at: number, from: number) => isSame(now![at]!.values, then![from]!.values)
    take((at, from) => at === from && isAlike(at, from))
    take(isAlike)
  }
  take((at, from) => at === from)
  return found
}
