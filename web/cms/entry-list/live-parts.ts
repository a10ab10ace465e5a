import type { Touches } from '#web/lib/live/parts.ts'

/** What an event may change on the list of entries; nothing of tickets and articles does. */
export const touches: Touches<'models' | 'statuses' | 'entries' | 'categories' | 'batch'> = {
  'entry.*': ['models', 'statuses', 'entries'],
  'content-model.changed': ['models', 'statuses', 'entries'],
  'content-category.changed': ['categories', 'entries'],
  'content-category.deleted': ['categories', 'entries'],
  'media.changed': ['entries'],
  'batch.changed': ['batch'],
  otherwise: [],
}
