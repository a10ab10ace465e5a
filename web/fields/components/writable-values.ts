import type { FieldServices } from '#web/fields/form/field-services.tsx'
import { type FieldOf, isValues, type Values } from '#web/fields/form/field-shape.ts'

type WriteContext = Pick<FieldServices, 'components' | 'mayWrite'>

export function writableValues(component: string, values: Values, services: WriteContext): Values {
  const fields = (services.components.get(component)?.fields ?? []).filter(services.mayWrite)
  const taken = fields.filter(({ key }) => key in values)
  return Object.fromEntries(taken.map((field) => [field.key, writableValue(field, values[field.key], services)]))
}

export function writableValue(field: FieldOf, value: unknown, services: WriteContext): unknown {
  if (field.kind !== 'group' && field.kind !== 'blocks') return value
  if (Array.isArray(value)) return value.map((one) => writablePart(field, one, services))
  return isValues(value) ? writablePart(field, value, services) : value
}

function writablePart(field: FieldOf, part: Values, services: WriteContext): Values {
  const { id, type, ...values } = part
  const named = id !== undefined && { id }
  if (field.kind === 'group') return { ...named, ...writableValues(field.component, part, services) }
  return { ...named, type, ...writableValues(String(type), values, services) }
}
