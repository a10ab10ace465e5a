import type { Touches } from '#web/lib/live/parts.ts'

export const touches: Touches<'report' | 'categories' | 'articles' | 'batch'> = {
  'article.*': ['report', 'categories', 'articles'],
  'comments.changed': ['report', 'articles'],
  'category.deleted': ['report', 'categories', 'articles'],
  'reach.changed': ['report', 'categories', 'articles'],
  'knowledge-base.changed': ['report', 'categories'],
  'batch.changed': ['batch'],
  otherwise: [],
}
