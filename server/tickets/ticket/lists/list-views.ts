import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import type { CountedView } from '#server/tickets/ticket/queries/views.ts'
import { countViews } from './count-views.ts'

const views: CountedView[] = [
  'mine',
  'unassigned',
  'active',
  'pending',
  'solved',
  'snoozed',
  'closed',
  'all',
  'suspended',
  'spam',
  'trash',
]

/** The built-in views in the order they are shown, with their counts. */
export async function listViews(tx: WorkspaceTx, reader: Reader) {
  const counts = await countViews(tx, reader, views)
  return { items: views.map((id) => ({ id, count: counts[id] })), next: null }
}
