import type { Field } from '#contract/fields/fields.ts'
import { ruleOf } from '#server/fields/kinds.ts'

export type RankedCell = 'letters' | 'text' | 'number' | 'boolean'

/** How the values of an indexed field are ordered; null if they have no order or the field is not indexed. */
export function rankedCell(field: Field): RankedCell | null {
  if (!field.indexed) return null
  const { cell, isInLetters } = ruleOf(field)
  if (cell === 'keys') return field.kind === 'select' && !field.many ? 'letters' : null
  if (cell === 'text' && isInLetters) return 'letters'
  return cell === 'text' || cell === 'number' || cell === 'boolean' ? cell : null
}
