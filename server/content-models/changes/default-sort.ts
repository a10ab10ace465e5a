import type { Field } from '#contract/fields.ts'
import { type Components, isThere } from '#server/fields/components.ts'
import { ruleOf } from '#server/fields/kinds.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** What every entry is ordered by beside its fields, as lists name it. */
const ownNames: readonly string[] = ['id', 'slug', 'publishedAt', 'firstPublishedAt', 'updatedAt']
const leading: readonly string[] = ['reference', 'media', 'category', 'rich_text']
const ordered: readonly string[] = ['text', 'keys', 'number', 'boolean']

type Of = { fields: readonly Field[]; components: Components }

/** Refuses an order by what entries do not have, or have no order by: each list without `sort` would fail. */
export function refuseUnsorted(defaultSort: string, of: Of) {
  for (const { path } of partsOf(defaultSort))
    if (!isOrdered(path, of)) {
      const names = [...of.fields.filter((field) => isOrdered([field.key], of)).map(({ key }) => key), ...ownNames]
      const message = `Nothing is sorted by ${path.join('.')}. There are: ${[...new Set(names)].join(', ')}`
      throw new Refusal('invalid', { detail: message, fields: { defaultSort: message } })
    }
}

const mostLetters = 80

/** The same order by the keys that fields have after a change, as far as it can be written. */
export function sortAfter(defaultSort: string, before: readonly Field[], after: readonly Field[]): string {
  const parts = partsOf(defaultSort).map(({ sign, path: [name, ...rest] }) => {
    const field = before.find((one) => isThere(one) && one.key === name)
    const key = after.find(({ id }) => id === field?.id)?.key ?? name
    return sign + [key, ...rest].join('.')
  })
  while (parts.join(',').length > mostLetters) parts.pop()
  return parts.join(',')
}

const partsOf = (sort: string) =>
  sort
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ sign: part.startsWith('-') ? '-' : '', path: part.replace(/^[-+]/, '').split('.') }))

function isOrdered([name, ...rest]: string[], { fields, components }: Of): boolean {
  const field = fields.find((one) => isThere(one) && one.key === name)
  if (!field) return rest.length === 0 ? ownNames.includes(name!) : name === '_meta' && ownNames.includes(rest[0]!)
  if ('many' in field && field.many) return false
  if (rest.length === 0) return !leading.includes(field.kind) && ordered.includes(ruleOf(field).cell)
  const inner = field.kind === 'group' && components.get(field.component)
  return inner ? isOrdered(rest, { fields: inner.fields, components }) : false
}
