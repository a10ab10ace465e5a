import { Fragment, type Node } from '@tiptap/pm/model'
import { TableMap } from '@tiptap/pm/tables'
import { isBare } from './cell-blocks.ts'

/** A cell and the place that it takes; none where a row ends before the others. */
export type PlacedCell = { top: number; left: number; bottom: number; right: number; node: Node | null }
export type PastedCells = { width: number; height: number; cells: PlacedCell[] }

export function cellsOfTable(table: Node): PastedCells {
  const { map, width, height } = TableMap.get(table)
  const placed = new Map<number, PlacedCell>()
  const missing: PlacedCell[] = []
  for (const [index, at] of map.entries()) {
    const [top, left] = [Math.floor(index / width), index % width]
    const known = placed.get(at)
    if (at === 0) missing.push({ top, left, bottom: top + 1, right: left + 1, node: null })
    else if (known) Object.assign(known, { bottom: top + 1, right: Math.max(known.right, left + 1) })
    else placed.set(at, { top, left, bottom: top + 1, right: left + 1, node: table.nodeAt(at) })
  }
  return { width, height, cells: [...placed.values(), ...missing] }
}

/** What stands past the last column that a table may have joins the last cell of its row. */
export function withinColumns({ width, height, cells }: PastedCells, room: number): PastedCells {
  if (width <= room) return { width, height, cells }
  const kept = cells.filter(({ left }) => left < room).map((cell) => ({ ...cell, right: Math.min(cell.right, room) }))
  const lasts = new Map<number, PlacedCell>()
  for (const cell of kept)
    if (cell.right === room) for (let row = cell.top; row < cell.bottom; row += 1) lasts.set(row, cell)
  for (const { top, left, node } of cells.toSorted((one, other) => one.top - other.top || one.left - other.left)) {
    const last = lasts.get(top)
    const words = left < room ? [] : (node?.children.filter((block) => !isBare(block)) ?? [])
    if (!last || words.length === 0) continue
    const before = last.node?.children.filter((block) => !isBare(block)) ?? []
    last.node = (last.node ?? node)!.copy(Fragment.from([...before, ...words]))
  }
  return { width: room, height, cells: kept }
}

/** As often as they fit into chosen cells, where those are a multiple of them, as spreadsheets do. */
export function repeated(pasted: PastedCells, width: number, height: number): PastedCells {
  if (width % pasted.width > 0 || height % pasted.height > 0) return pasted
  const cells: PlacedCell[] = []
  for (let down = 0; down < height; down += pasted.height)
    for (let across = 0; across < width; across += pasted.width)
      for (const { top, left, bottom, right, node } of pasted.cells)
        cells.push({ top: top + down, bottom: bottom + down, left: left + across, right: right + across, node })
  return { width, height, cells }
}
