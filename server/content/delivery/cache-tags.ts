import type { ValueReference } from '#server/fields/field-kind.ts'

/** What an answer leads to. */
export type Leads = Record<ValueReference['kind'], string[]>

/** Clients in Node take 16 kB of headers in all. */
const mostTags = 200

/**
 * The tags by which a cache in front drops an answer: the model, each entry in it and what they lead to. Where these are too many
 * for a header one tag stands for all content.
 */
export function cacheTags(modelId: string, ids: string[], led: Leads): string {
  const tags = new Set([`model-${modelId}`])
  for (const id of ids) tags.add(`entry-${id}`)
  for (const [kind, some] of Object.entries(led)) for (const id of some) tags.add(`${kind}-${id}`)
  if (tags.size <= mostTags) return [...tags].join(',')
  return [...[...tags].slice(0, ids.length + 1), 'content'].join(',')
}
