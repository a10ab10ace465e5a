import type { ValueReference } from '#server/fields/kinds/field-kind.ts'

export type Leads = Record<ValueReference['kind'], string[]>

/** Node clients accept 16 kB of headers. */
const mostTags = 200

/**
 * Cache tags of an answer: its model, its entries and everything they reference. If they do not fit in a header, one
 * tag stands for all content.
 */
export function cacheTags(modelId: string, ids: string[], led: Leads): string {
  const tags = new Set([`model-${modelId}`])
  for (const id of ids) tags.add(`entry-${id}`)
  for (const [kind, some] of Object.entries(led)) for (const id of some) tags.add(`${kind}-${id}`)
  if (tags.size <= mostTags) return [...tags].join(',')
  return [...[...tags].slice(0, ids.length + 1), 'content'].join(',')
}
