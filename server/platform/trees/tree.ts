/** Something that stands in another of its kind, or in none. */
export type TreeRow = { id: string; parentId: string | null }

/** The ids from one up to the root, itself first. A tree that is broken ends where it comes back to itself. */
export function pathOf(places: ReadonlyMap<string, TreeRow>, id: string): string[] {
  const path: string[] = []
  for (let at: string | null = id; at !== null && !path.includes(at); at = places.get(at)?.parentId ?? null) {
    path.push(at)
  }
  return path
}

/** Whether one stands in the other, however deep, or is the other. */
export const isWithin = (places: ReadonlyMap<string, TreeRow>, id: string, other: string) =>
  pathOf(places, id).includes(other)

/** How many levels there are from this one down; 1 where nothing stands in it. */
export function heightOf(places: ReadonlyMap<string, TreeRow>, id: string): number {
  const below = [...places.values()].filter((one) => isWithin(places, one.id, id))
  const depth = pathOf(places, id).length
  return Math.max(...below.map((one) => pathOf(places, one.id).length)) - depth + 1
}

/** Each behind the one it stands in, siblings in the order given. */
export function inTreeOrder<T extends TreeRow>(places: readonly T[]): T[] {
  const children = Map.groupBy(places, ({ parentId }) => parentId)
  const below = (parentId: string | null): T[] =>
    (children.get(parentId) ?? []).flatMap((one) => [one, ...below(one.id)])
  return below(null)
}

/** The order with one put before another, or last; undefined where that one is not among them. */
export function placeBefore(order: readonly string[], id: string, before: string | null): string[] | undefined {
  const others = order.filter((one) => one !== id)
  if (before === null) return [...others, id]
  const at = others.indexOf(before)
  return at === -1 ? undefined : others.toSpliced(at, 0, id)
}
