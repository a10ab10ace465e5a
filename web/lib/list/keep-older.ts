export type Page<Item> = { items: Item[]; next: string | null }

/** Returns the loaded rows after the new page `first`. Undefined if none follow or rows may be missing. */
export function keepOlder<Item extends { id: string }>(
  older: Page<Item>,
  previous: Page<Item>,
  first: Page<Item>,
): Page<Item> | undefined {
  const known = [...previous.items, ...older.items]
  const last = known.findIndex(({ id }) => id === first.items.at(-1)?.id)
  if (first.next === null || last < 0) return undefined
  return { ...older, items: known.slice(last + 1) }
}
