import type { Field } from '#contract/fields/fields.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { type Components, fieldsByKey, isThere } from '#server/fields/values/components.ts'
import { Refusal } from '#server/platform/refusal.ts'

export type SortField = { path: string[]; isDescending: boolean }

/** Parses a sort parameter such as `-publishedAt,title`. A minus sign means descending order. */
export const parseSort = (written: string): SortField[] =>
  written
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ path: part.replace(/^[-+]/, '').split('.'), isDescending: part.startsWith('-') }))

// Every list can be sorted by these entry properties. Those in `ownTimes` also work with the prefix `_meta.`.
const ownTimes: readonly string[] = ['id', 'publishedAt', 'firstPublishedAt', 'updatedAt']
const ownSorts: readonly string[] = [...ownTimes, 'slug']

const ordered: readonly string[] = ['text', 'keys', 'number', 'boolean']

export function isOrdered([name, ...rest]: string[], fields: readonly Field[], components: Components): boolean {
  if (name === '_meta') return rest.length === 1 && ownTimes.includes(rest[0]!)
  if (rest.length === 0 && ownSorts.includes(name!)) return true
  const field = fieldsByKey(fields).get(name!)
  if (!field || ('many' in field && field.many)) return false
  if (rest.length === 0) return !ruleOf(field).uses && ordered.includes(ruleOf(field).cell)
  const inner = field.kind === 'group' && components.get(field.component)
  return inner ? isOrdered(rest, inner.fields.filter(isThere), components) : false
}

type SortableModel = { fields: readonly Field[]; components: Components }

export function refuseUnsorted(defaultSort: string, { fields, components }: SortableModel) {
  for (const { path } of parseSort(defaultSort))
    if (!isOrdered(path, fields, components)) {
      const keys = fields.map(({ key }) => key).filter((key) => isOrdered([key], fields, components))
      const message = `Lists cannot be sorted by ${path.join('.')}. There are: ${[...new Set([...keys, ...ownSorts])].join(', ')}`
      throw new Refusal('invalid', { detail: message, fields: { defaultSort: message } })
    }
}

const mostLetters = 80

export function sortAfter(defaultSort: string, before: readonly Field[], after: readonly Field[]): string {
  const known = fieldsByKey(before)
  const parts = parseSort(defaultSort).map(({ path: [name, ...rest], isDescending }) => {
    const key = after.find(({ id }) => id === known.get(name!)?.id)?.key ?? name
    return (isDescending ? '-' : '') + [key, ...rest].join('.')
  })
  while (parts.join(',').length > mostLetters) parts.pop()
  return parts.join(',')
}
