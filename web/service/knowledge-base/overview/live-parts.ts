import type { Touches } from '#web/lib/live/parts.ts'

const counted = ['report', 'categoryCount', 'latest', 'inReview', 'planned', 'gaps'] as const

/** What an event may change on the overview. What is searched tells nobody, and is read with the page. */
export const touches: Touches<(typeof counted)[number]> = {
  'article.*': counted,
  'comments.changed': ['report'],
  'feedback.changed': ['report', 'gaps'],
  'category.deleted': counted,
  'knowledge-base.changed': counted,
  'reach.changed': counted,
  otherwise: [],
}
