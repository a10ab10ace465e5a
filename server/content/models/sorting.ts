import type { Field } from '#contract/fields/fields.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { type Components, fieldsByKey, isThere } from '#server/fields/values/components.ts'

export type SortField = { path: string[]; isDescending: boolean }

/** Parses an order such as -publishedAt,title. */
export const parseSort = (written: string): SortField[] =>
  written
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ path: part.replace(/^[-+]/, '').split('.'), isDescending: part.startsWith('-') }))

/** Sortable properties besides the fields. All but the slug are also available as `_meta.publishedAt`. */
const ownTimes: readonly string[] = ['id', 'publishedAt', 'firstPublishedAt', 'updatedAt']
export const ownSorts: readonly string[] = [...ownTimes, 'slug']

const ordered: readonly string[] = ['text', 'keys', 'number', 'boolean']

/** Whether these fields can be sorted by a path. */
export function isOrdered([name, ...rest]: string[], fields: readonly Field[], components: Components): boolean {
  if (name === '_meta') return rest.length === 1 && ownTimes.includes(rest[0]!)
  if (rest.length === 0 && ownSorts.includes(name!)) return true
  const field = fieldsByKey(fields).get(name!)
  if (!field || ('many' in field && field.many)) return false
  if (rest.length === 0) return !ruleOf(field).uses && ordered.includes(ruleOf(field).cell)
  const inner = field.kind === 'group' && components.get(field.component)
  return inner ? isOrdered(rest, inner.fields.filter(isThere), components) : false
}
