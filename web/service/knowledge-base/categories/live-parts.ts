import type { Touches } from '#web/lib/live/parts.ts'

export const touches: Touches<'categories' | 'order'> = {
  'article.*': ['categories', 'order'],
  'category.deleted': ['categories', 'order'],
  'knowledge-base.changed': ['categories', 'order'],
  'reach.changed': ['categories'],
  otherwise: [],
}
