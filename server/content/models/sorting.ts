import type { Field } from '#contract/fields/fields.ts'
import { ruleOf } from '#server/fields/kinds.ts'
import { type Components, fieldsByKey, isThere } from '#server/fields/values/components.ts'

export type Sorting = { path: string[]; isDescending: boolean }

/** An order as lists name it: -publishedAt,title. */
export const parseSort = (written: string): Sorting[] =>
  written
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ path: part.replace(/^[-+]/, '').split('.'), isDescending: part.startsWith('-') }))

/** What every entry is ordered by beside its fields; those but the address also as `_meta.publishedAt`. */
const ownTimes: readonly string[] = ['id', 'publishedAt', 'firstPublishedAt', 'updatedAt']
export const ownSorts: readonly string[] = [...ownTimes, 'slug']

const ordered: readonly string[] = ['text', 'keys', 'number', 'boolean']

/** Whether entries with these fields have an order by a path. */
export function isOrdered([name, ...rest]: string[], fields: readonly Field[], components: Components): boolean {
  if (name === '_meta') return rest.length === 1 && ownTimes.includes(rest[0]!)
  if (rest.length === 0 && ownSorts.includes(name!)) return true
  const field = fieldsByKey(fields).get(name!)
  if (!field || ('many' in field && field.many)) return false
  if (rest.length === 0) return !ruleOf(field).uses && ordered.includes(ruleOf(field).cell)
  const inner = field.kind === 'group' && components.get(field.component)
  return inner ? isOrdered(rest, inner.fields.filter(isThere), components) : false
}
