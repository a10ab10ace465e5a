import type { WorkspaceTx } from '#server/platform/database.ts'
import { countViews, type View } from './queries/views.ts'
import type { Reader } from './seen-by.ts'

const names: Record<View | 'suspended', string> = {
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
  const counts = await countViews(tx, reader)
  const items = (Object.keys(names) as (keyof typeof names)[]).map((id) => ({ id, name: names[id], count: counts[id] }))
  return { items, next: null }
}
