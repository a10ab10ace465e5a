import type { Touches } from '#web/lib/live/parts.ts'

/** What an event may change on the list of gaps. What is searched tells nobody, and is read with the page. */
export const touches: Touches<'gaps'> = {
  'article.published': ['gaps'],
  'article.judged': ['gaps'],
  'article.trashed': ['gaps'],
  'article.untrashed': ['gaps'],
  'feedback.changed': ['gaps'],
  otherwise: [],
}
