import type { Touches } from '#web/lib/live/parts.ts'

const both = ['feedback', 'report'] as const

export const touches: Touches<(typeof both)[number]> = {
  'article.judged': both,
  'feedback.changed': both,
  'article.trashed': both,
  'article.untrashed': both,
  'article.published': ['feedback'],
  otherwise: [],
}
