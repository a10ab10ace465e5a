import { type FieldOf, isEmpty, type Values } from './field-shape.ts'

/** Whether the condition of a field is met, by the same rule as on the server. */
export function isShown(
  { condition }: Pick<FieldOf, 'condition'>,
  fields: readonly FieldOf[],
  values: Values,
): boolean {
  const other = condition && fields.find(({ id }) => id === condition.field)
  if (!other) return true
  const value = values[other.key]
  if (Array.isArray(value)) return value.includes(condition.equals)
  return value === condition.equals || (condition.equals === false && isEmpty(value))
}
