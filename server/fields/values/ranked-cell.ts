import type { Field } from '#contract/fields/fields.ts'
import { ruleOf } from './kinds.ts'

/** Kinds whose values people read. */
const inLetters: readonly Field['kind'][] = ['text', 'long_text', 'markdown', 'slug', 'select']

/** Whether a text of the field is ordered by the letters of its language; others are codes and addresses. */
export const isInLetters = ({ kind }: Pick<Field, 'kind'>) => inLetters.includes(kind)

export type RankedCell = 'letters' | 'text' | 'number' | 'boolean'

/** How the values of a field that is indexed are kept in order; null where they have none, or the field is not indexed. */
export function rankedCell(field: Field): RankedCell | null {
  if (!field.indexed || field.kind === 'rich_text') return null
  const { cell } = ruleOf(field)
  if (cell === 'keys') return field.kind === 'select' && !field.many ? 'letters' : null
  if (cell === 'text' && isInLetters(field)) return 'letters'
  return cell === 'text' || cell === 'number' || cell === 'boolean' ? cell : null
}
