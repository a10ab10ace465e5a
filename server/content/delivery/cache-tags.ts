import type { ValueReference } from '#server/fields/kinds/field-kind.ts'

export type References = Record<ValueReference['kind'], string[]>

/** Maximum number of cache tags. It keeps the headers below 16 kB, the limit of Node clients. */
const mostTags = 200

/**
 * Returns the cache tags of an answer: its model, its entries and all their references. If there are too many, the tag
 * `content` replaces the tags of references.
 */
export function cacheTags(modelId: string, ids: string[], references: References): string {
  const tags = new Set([`model-${modelId}`])
  for (const id of ids) tags.add(`entry-${id}`)
  for (const [kind, some] of Object.entries(references)) for (const id of some) tags.add(`${kind}-${id}`)
  if (tags.size <= mostTags) return [...tags].join(',')
  return [...[...tags].slice(0, ids.length + 1), 'content'].join(',')
}
