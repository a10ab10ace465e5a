import type { Touches } from '#web/lib/live/parts.ts'

const both = ['feedback', 'report'] as const

/** What an event may change on the list of what readers said; that somebody goes on writing does not. */
export const touches: Touches<(typeof both)[number]> = {
  'article.judged': both,
  'feedback.changed': both,
  'article.trashed': both,
  'article.untrashed': both,
  'article.published': ['feedback'],
  otherwise: [],
}
