import type { Field } from '#contract/fields/fields.ts'
import { isOrdered, ownSorts, parseSort } from '#server/content/models/sorting.ts'
import { type Components, fieldsByKey } from '#server/fields/values/components.ts'
import { Refusal } from '#server/platform/refusal.ts'

type SortableModel = { fields: readonly Field[]; components: Components }

/** Refuses an order by fields that do not exist or cannot be sorted. */
export function refuseUnsorted(defaultSort: string, { fields, components }: SortableModel) {
  for (const { path } of parseSort(defaultSort))
    if (!isOrdered(path, fields, components)) {
      const keys = fields.map(({ key }) => key).filter((key) => isOrdered([key], fields, components))
      const message = `Lists cannot be sorted by ${path.join('.')}. There are: ${[...new Set([...keys, ...ownSorts])].join(', ')}`
      throw new Refusal('invalid', { detail: message, fields: { defaultSort: message } })
    }
}

const mostLetters = 80

/** The same order with the field keys after a change, if possible. */
export function sortAfter(defaultSort: string, before: readonly Field[], after: readonly Field[]): string {
  const known = fieldsByKey(before)
  const parts = parseSort(defaultSort).map(({ path: [name, ...rest], isDescending }) => {
    const key = after.find(({ id }) => id === known.get(name!)?.id)?.key ?? name
    return (isDescending ? '-' : '') + [key, ...rest].join('.')
  })
  while (parts.join(',').length > mostLetters) parts.pop()
  return parts.join(',')
}
