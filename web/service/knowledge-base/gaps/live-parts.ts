import type { Touches } from '#web/lib/live/parts.ts'

/** Searches send no event, so they do not update this list. */
export const touches: Touches<'gaps'> = {
  'article.published': ['gaps'],
  'article.judged': ['gaps'],
  'article.trashed': ['gaps'],
  'article.untrashed': ['gaps'],
  'feedback.changed': ['gaps'],
  otherwise: [],
}
