import type { Touches } from '#web/lib/live/parts.ts'

const counted = ['report', 'categoryCount', 'latest', 'inReview', 'planned', 'gaps'] as const

/** A search sends no live event, so it does not update this page. */
export const touches: Touches<(typeof counted)[number]> = {
  'article.*': counted,
  'comments.changed': ['report'],
  'feedback.changed': ['report', 'gaps'],
  'category.deleted': counted,
  'knowledge-base.changed': counted,
  'reach.changed': counted,
  otherwise: [],
}
