import type { Touches } from '#web/lib/live/parts.ts'

/** A search sends no live event, so a new search does not update this list. */
export const touches: Touches<'gaps'> = {
  'article.published': ['gaps'],
  'article.judged': ['gaps'],
  'article.trashed': ['gaps'],
  'article.untrashed': ['gaps'],
  'feedback.changed': ['gaps'],
  otherwise: [],
}
