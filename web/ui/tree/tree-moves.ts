/** Item of a tree. In a list of items, each item comes after its parent. */
export type TreeItem = { id: string; parent: string | null }
export type TreePlace = { parent: string | null; before: string | null }
export type TreeStep = 'up' | 'down' | 'in' | 'out'
export type DropSide = 'before' | 'after' | 'into'

const siblingsIn = (items: readonly TreeItem[], parent: string | null) =>
  items.filter((item) => item.parent === parent).map(({ id }) => id)

const parentOf = (items: readonly TreeItem[], id: string) => items.find((item) => item.id === id)?.parent ?? null

export function placeOf(items: readonly TreeItem[], id: string): TreePlace {
  const parent = parentOf(items, id)
  const siblings = siblingsIn(items, parent)
  return { parent, before: siblings[siblings.indexOf(id) + 1] ?? null }
}

export function isWithin(items: readonly TreeItem[], id: string, other: string): boolean {
  for (let at: string | null = id; at !== null; at = parentOf(items, at)) if (at === other) return true
  return false
}

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

/** Returns the new position of a dropped item; null for no change. The server refuses moves into descendants. */
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
