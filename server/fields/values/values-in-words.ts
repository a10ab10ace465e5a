import type { Field } from '#contract/fields/fields.ts'
import type { ValueReference } from '#server/fields/kinds/field-kind.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import type { Values } from './check-values.ts'
import { type Components, isEmpty, isThere, isUnset } from './components.ts'

export const wordsOf = (field: Field, value: unknown): string =>
  isUnset(field, value) ? '' : (ruleOf(field).toText?.(value, field) ?? '')

/**
 * A reference in a value. `own` is the field that contains it, possibly inside a component. `field` is the outermost
 * field, with the `onDelete` of `own`. `way` is the path of field ids from the outermost field to `own`.
 */
export type FieldUse = ValueReference & { field: Field; own: Field; way: string[] }

export function usesOf(fields: readonly Field[], values: Values, components: Components): FieldUse[] {
  return fields.filter(isThere).flatMap((field) => {
    const value = values[field.slot]
    if (isEmpty(value)) return []
    const { uses, inner } = ruleOf(field)
    const found: FieldUse[] = (uses?.(value) ?? []).map((use) => ({ ...use, field, own: field, way: [field.id] }))
    inner?.(value, field, (component, within) => {
      const deeper = usesOf(components.get(component)?.fields ?? [], within, components)
      found.push(
        ...deeper.map((use) => ({
          ...use,
          way: [field.id, ...use.way],
          field: { ...field, onDelete: 'onDelete' in use.field ? use.field.onDelete : undefined } as Field,
        })),
      )
      return within
    })
    return found
  })
}
