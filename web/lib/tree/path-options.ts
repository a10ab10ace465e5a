import { isWithin, type TreeItem } from '#web/ui/tree/tree-moves.ts'

type NamedItem = TreeItem & { name: string }

/**
 * Returns options labelled with full paths ("Guides / Payroll"), because names may repeat. Leaves out the item
 * `without` and its descendants.
 */
export const pathOptions = (items: readonly NamedItem[], without?: string) =>
  items
    .filter(({ id }) => without === undefined || !isWithin(items, id, without))
    .map(({ id }) => ({ value: id, label: pathOf(items, id) }))

function pathOf(items: readonly NamedItem[], id: string): string {
  const names: string[] = []
  let at = items.find((item) => item.id === id)
  for (; at; at = items.find((item) => item.id === at?.parent)) names.unshift(at.name)
  return names.join(' / ')
}
