/** Something that stands in another of its kind, or in none; a list of them has each behind the one it stands in. */
export type TreeItem = { id: string; parent: string | null }
/** Where one is put: into a parent, before one that stands there, or last. */
export type TreePlace = { parent: string | null; before: string | null }
export type TreeStep = 'up' | 'down' | 'in' | 'out'
export type DropSide = 'before' | 'after' | 'into'

const siblingsIn = (items: readonly TreeItem[], parent: string | null) =>
  items.filter((item) => item.parent === parent).map(({ id }) => id)

const parentOf = (items: readonly TreeItem[], id: string) => items.find((item) => item.id === id)?.parent ?? null

/** Where one stands now, which is the way back from a move. */
export function placeOf(items: readonly TreeItem[], id: string): TreePlace {
  const parent = parentOf(items, id)
  const siblings = siblingsIn(items, parent)
  return { parent, before: siblings[siblings.indexOf(id) + 1] ?? null }
}

/** Whether one is the other, or stands in it however deep. */
export function isWithin(items: readonly TreeItem[], id: string, other: string): boolean {
  for (let at: string | null = id; at !== null; at = parentOf(items, at)) if (at === other) return true
  return false
}

/** Where a step leads: among its siblings, into the one above, or out behind what it stands in; null at the edge. */
export function placeAfter(items: readonly TreeItem[], id: string, step: TreeStep): TreePlace | null {
  const parent = parentOf(items, id)
  const siblings = siblingsIn(items, parent)
  const at = siblings.indexOf(id)
  const above = siblings[at - 1]
  if (step === 'up') return above ? { parent, before: above } : null
  if (step === 'down') return at < siblings.length - 1 ? { parent, before: siblings[at + 2] ?? null } : null
  if (step === 'in') return above ? { parent: above, before: null } : null
  return parent === null ? null : placeOf(items, parent)
}

/**
 * Where one is put that is dropped beside or into another; null where it stands already. Below itself it cannot stand,
 * which is for the server to say in words.
 */
export function placeOfDrop(
  items: readonly TreeItem[],
  id: string,
  { target, side }: { target: string; side: DropSide },
): TreePlace | null {
  if (target === id) return null
  const place = side === 'into' ? { parent: target, before: null } : besides(items, id, target, side)
  const now = placeOf(items, id)
  return place.parent === now.parent && place.before === now.before ? null : place
}

function besides(items: readonly TreeItem[], id: string, target: string, side: 'before' | 'after'): TreePlace {
  const parent = parentOf(items, target)
  if (side === 'before') return { parent, before: target }
  const others = siblingsIn(items, parent).filter((one) => one !== id)
  return { parent, before: others[others.indexOf(target) + 1] ?? null }
}

/** The list as it is with one put elsewhere, and all that stands in it with it; unchanged where it cannot stand there. */
export function withMoved<T extends TreeItem>(items: readonly T[], id: string, { parent, before }: TreePlace): T[] {
  const moved = items.find((item) => item.id === id)
  const isPlace = parent === null || items.some((item) => item.id === parent)
  if (!moved || !isPlace || (parent !== null && isWithin(items, parent, id))) return [...items]
  const others = items.filter((item) => item.id !== id)
  const at = before === null ? -1 : others.findIndex((item) => item.id === before)
  const put = { ...moved, parent }
  const flat = at < 0 ? [...others, put] : others.toSpliced(at, 0, put)
  const children = Map.groupBy(flat, (item) => item.parent)
  const below = (of: string | null): T[] => (children.get(of) ?? []).flatMap((item) => [item, ...below(item.id)])
  return below(null)
}
