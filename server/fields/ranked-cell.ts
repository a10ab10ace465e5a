import type { Field } from '#contract/fields.ts'
import { ruleOf } from './kinds.ts'

export type RankedCell = 'text' | 'number' | 'boolean'

/** How the values of a field that is indexed are kept in order; null where they have none, or the field is not indexed. */
export function rankedCell(field: Field): RankedCell | null {
  if (!field.indexed || field.kind === 'rich_text') return null
  const { cell } = ruleOf(field)
  if (cell === 'keys') return field.kind === 'select' && !field.many ? 'text' : null
  return cell === 'text' || cell === 'number' || cell === 'boolean' ? cell : null
}
