export type Page<Item> = { items: Item[]; next: string | null }

/**
 * What was read behind a first page, once that is another one: what it has no room for any more goes in front. Undefined
 * where the two do not join, since nothing is older, or something may stand between them.
 */
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
