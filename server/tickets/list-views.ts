import type { WorkspaceTx } from '#server/platform/database.ts'
import { countViews } from './count-views.ts'
import type { Counted } from './queries/views.ts'
import type { Reader } from './seen-by.ts'

const names: Record<Counted, string> = {
  mine: 'My open',
  unassigned: 'Unassigned',
  active: 'All active',
  pending: 'Pending',
  solved: 'Recently solved',
  snoozed: 'Snoozed',
  closed: 'Closed',
  all: 'All tickets',
  suspended: 'Suspended',
  spam: 'Spam',
  trash: 'Trash',
}

/** The built-in views in the order they are shown, with their counts. */
export async function listViews(tx: WorkspaceTx, reader: Reader) {
  const views = Object.keys(names) as Counted[]
  const counts = await countViews(tx, reader, views)
  return { items: views.map((id) => ({ id, name: names[id], count: counts[id] })), next: null }
}
