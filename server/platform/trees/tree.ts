export type TreeRow = { id: string; parentId: string | null }

/** Returns the ids from a row up to the root, starting with the row. Stops at a cycle. */
export function pathOf(places: ReadonlyMap<string, TreeRow>, id: string): string[] {
  const path: string[] = []
  for (let at: string | null = id; at !== null && !path.includes(at); at = places.get(at)?.parentId ?? null) {
    path.push(at)
  }
  return path
}

export const isWithin = (places: ReadonlyMap<string, TreeRow>, id: string, other: string) =>
  pathOf(places, id).includes(other)

export function heightOf(places: ReadonlyMap<string, TreeRow>, id: string): number {
  const below = [...places.values()].filter((one) => isWithin(places, one.id, id))
  const depth = pathOf(places, id).length
  return Math.max(...below.map((one) => pathOf(places, one.id).length)) - depth + 1
}

/** Returns the rows with the descendants of each row directly after it. Siblings keep the given order. */
export function inTreeOrder<T extends TreeRow>(places: readonly T[]): T[] {
  const children = Map.groupBy(places, ({ parentId }) => parentId)
  const below = (parentId: string | null): T[] =>
    (children.get(parentId) ?? []).flatMap((one) => [one, ...below(one.id)])
  return below(null)
}

/** Moves a row before another row, or to the end if `before` is null. Returns undefined if the other row is missing. */
export function placeBefore(order: readonly string[], id: string, before: string | null): string[] | undefined {
  const others = order.filter((one) => one !== id)
  if (before === null) return [...others, id]
  const at = others.indexOf(before)
  return at === -1 ? undefined : others.toSpliced(at, 0, id)
}
