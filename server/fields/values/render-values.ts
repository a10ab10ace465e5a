import type { Field } from '#contract/fields/fields.ts'
import type { DeliveryContext } from '#server/fields/kinds/field-kind.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import type { Values } from './check-values.ts'
import { type Components, isThere, isUnset, livingKeys } from './components.ts'

/** Renders values by key, including former keys that are still valid. Empty values become null. */
export function renderValues(
  fields: readonly Field[],
  values: Values,
  components: Components,
  reference: DeliveryContext['reference'],
  text?: DeliveryContext['text'],
): Values {
  const delivery: DeliveryContext = {
    components,
    reference,
    text,
    fields: (inner, within) => renderFields(inner, within, delivery),
  }
  return renderFields(fields, values, delivery)
}

function renderFields(fields: readonly Field[], values: Values, delivery: DeliveryContext): Values {
  const shown: Values = {}
  const there = fields.filter(isThere)
  // The current key of another field takes precedence over a former key.
  const taken = new Set(there.map(({ key }) => key))
  for (const field of there) {
    const rendered = renderValue(field, values[field.slot], delivery)
    shown[field.key] = rendered
    for (const key of livingKeys(field)) if (!taken.has(key)) shown[key] ??= rendered
  }
  return shown
}

function renderValue(field: Field, value: unknown, delivery: DeliveryContext): unknown {
  if (isUnset(field, value)) return ('many' in field && field.many) || field.kind === 'blocks' ? [] : null
  return ruleOf(field).deliver?.(value, field, delivery) ?? value
}
