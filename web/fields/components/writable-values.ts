import type { FieldsAround } from '#web/fields/form/around.tsx'
import type { FieldOf, Values } from '#web/fields/form/field-shape.ts'

type WriteContext = Pick<FieldsAround, 'components' | 'mayWrite'>

export function writableValues(component: string, values: Values, around: WriteContext): Values {
  const fields = (around.components.get(component)?.fields ?? []).filter(around.mayWrite)
  const taken = fields.filter(({ key }) => key in values)
  return Object.fromEntries(taken.map((field) => [field.key, writableValue(field, values[field.key], around)]))
}

export function writableValue(field: FieldOf, value: unknown, around: WriteContext): unknown {
  if (!value || (field.kind !== 'group' && field.kind !== 'blocks')) return value
  if (Array.isArray(value)) return value.map((one) => writablePart(field, one, around))
  return writablePart(field, value as Values, around)
}

function writablePart(field: FieldOf, part: Values, around: WriteContext): Values {
  const { id, type, ...values } = part
  const named = id !== undefined && { id }
  if (field.kind === 'group')
    return { ...named, ...writableValues((field as FieldOf<'group'>).component, part, around) }
  return { ...named, type, ...writableValues(String(type), values, around) }
}
