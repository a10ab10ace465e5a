import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model'
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state'
import * as tables from '@tiptap/pm/tables'
import { TableMap } from '@tiptap/pm/tables'
import { documentLimits } from '#contract/writing/document.ts'
import { blocksForCell, isBare, wholeBlocks } from './cell-blocks.ts'

/** Pastes cells over cells, and other content into the cell. Returns false if the default paste applies. */
export function pasteIntoTable(editor: Editor, slice: Slice): boolean {
  const { state } = editor
  const { selection } = state
  if (!takesBlocks(state) || slice.size === 0) return false
  const isChosen = selection instanceof tables.CellSelection
  if (!isChosen && isWithinLine(slice)) return false
  const nodes = wholeBlocks(slice)
  const [only] = nodes
  const cells = nodes.length === 1 && only!.type.name === 'table' ? cellsOfTable(only!) : null
  if (cells && cells.width * cells.height > 1) {
    fillCells(editor, cells)
    return true
  }
  const given = cells ? cells.cells.flatMap(({ node }) => [...(node?.children ?? [])]) : nodes
  const { blocks, apart } = blocksForCell(editor, given)
  const tr = isChosen ? fillEach(state.tr, selection, blocks) : putIn(state.tr, blocks, given)
  const $cell = tables.cellAround(tr.selection.$from)
  if (apart.length > 0 && $cell) tr.insert($cell.after(-1), apart)
  dispatch(editor, tr)
  return true
}

export function readCells(state: EditorState, text: string): Slice | null {
  const rows = takesBlocks(state) ? readTabSeparated(text) : null
  return rows && new Slice(Fragment.from(newTable(state.schema, rows)), 0, 0)
}

function newTable(schema: Schema, rows: string[][]): Node {
  const { nodes } = schema
  const line = (words: string) => nodes.paragraph!.create(null, words === '' ? null : schema.text(words))
  const cell = (words: string) => nodes.tableCell!.create(null, words.split('\n').map(line))
  const row = (cells: string[]) => nodes.tableRow!.create(null, cells.map(cell))
  return nodes.table!.create(null, rows.map(row))
}

const takesBlocks = (state: EditorState) => tables.isInTable(state) && !state.selection.$from.parent.type.spec.code

function isWithinLine({ content, openStart, openEnd }: Slice): boolean {
  let [depth, node] = [0, content]
  while (node.childCount === 1 && depth < Math.min(openStart, openEnd) && !node.firstChild!.isTextblock) {
    node = node.firstChild!.content
    depth += 1
  }
  const isLine = node.childCount === 1 && node.firstChild!.isTextblock && depth < Math.min(openStart, openEnd)
  return isLine || node.firstChild?.isInline === true
}

/** Pastes blocks at the cursor. If the first or last block is a paragraph, joins it with the text around the cursor. */
function putIn(tr: Transaction, blocks: Node[], given: readonly Node[]): Transaction {
  const isLine = (node: Node | undefined) => (node?.type.name === 'paragraph' ? 1 : 0)
  return tr.replaceSelection(new Slice(Fragment.from(blocks), isLine(given[0]), isLine(given.at(-1))))
}

/** Fills each selected cell, or only the first if the document would get too large. */
function fillEach(tr: Transaction, selection: tables.CellSelection, blocks: Node[]): Transaction {
  const content = Fragment.from(blocks.length > 0 ? blocks : tr.doc.type.schema.nodes.paragraph!.create())
  const ranges = selection.ranges.toSorted((one, other) => other.$from.pos - one.$from.pos)
  const isMuch = ranges.length * content.size > documentLimits.bytes
  for (const [index, { $from, $to }] of ranges.entries()) {
    const isFirst = index === ranges.length - 1
    if (isFirst || !isMuch) tr.replaceWith($from.pos, $to.pos, content)
    if (isFirst) tr.setSelection(Selection.near(tr.doc.resolve($from.pos + content.size), -1))
  }
  return tr
}

function fillCells(editor: Editor, pasted: PastedCells) {
  const { state } = editor
  const { selection } = state
  const $cell = tables.selectionCell(state)
  const [table, start] = [$cell.node(-1), $cell.start(-1)]
  const map = tables.TableMap.get(table)
  const chosen =
    selection instanceof tables.CellSelection
      ? map.rectBetween(selection.$anchorCell.pos - start, selection.$headCell.pos - start)
      : map.findCell($cell.pos - start)
  const fitting = withinColumns(pasted, documentLimits.columnsOfTable - chosen.left)
  const [width, height] = [chosen.right - chosen.left, chosen.bottom - chosen.top]
  const cells = selection instanceof tables.CellSelection ? repeated(fitting, width, height) : fitting
  const rows = rowsOf(cells, (cell) => cellFor(table, map, chosen, cell))
  tables.__insertCells(
    state,
    (tr) => dispatch(editor, tr.setSelection(endOf(tr))),
    start,
    { ...chosen, right: chosen.left + cells.width, bottom: chosen.top + cells.height },
    { ...cells, rows },
  )
}

function endOf({ selection }: Transaction): Selection {
  if (!(selection instanceof tables.CellSelection)) return selection
  const { $headCell: $last } = selection
  return Selection.near($last.doc.resolve($last.pos + $last.nodeAfter!.nodeSize - 1), -1)
}

function rowsOf({ height, cells }: PastedCells, newCell: (cell: PlacedCell) => Node): Fragment[] {
  const rows: PlacedCell[][] = Array.from({ length: height }, () => [])
  for (const cell of cells) rows[cell.top]!.push(cell)
  return rows.map((row) => Fragment.from(row.toSorted((one, other) => one.left - other.left).map(newCell)))
}

/** Returns a cell with the pasted content and the look of the cell that it replaces. */
function cellFor(table: Node, map: tables.TableMap, { top, left }: tables.Rect, cell: PlacedCell): Node {
  const [row, column] = [top + cell.top, left + cell.left]
  const filled = cellAt(table, map, row, column)
  const isBegin = filled !== cellAt(table, map, row - 1, column) && filled !== cellAt(table, map, row, column - 1)
  // A new cell beyond the old table is a header cell if its neighbour is a header cell.
  const alike = filled ?? (row < map.height ? cellAt(table, map, row, map.width - 1) : headOfRow(table, map, column))
  const type = alike?.type ?? table.type.schema.nodes.tableCell!
  const colspan = cell.right - cell.left
  const widths: number[] | null = (column < map.width ? filled : cell.node)?.attrs.colwidth ?? null
  return type.createAndFill(
    {
      colspan,
      rowspan: cell.bottom - cell.top,
      colwidth: widths?.length === colspan ? widths : null,
      align: cell.node?.attrs.align ?? filled?.attrs.align ?? null,
    },
    (cell.node ?? (isBegin ? filled : null))?.content,
  )!
}

function cellAt(table: Node, map: tables.TableMap, row: number, column: number): Node | null {
  if (row < 0 || column < 0 || row >= map.height || column >= map.width) return null
  return table.nodeAt(map.map[row * map.width + column]!)
}

// Returns the last cell of a column, which is above the new rows. Null if the table has one row, because that row can
// be the header row.
const headOfRow = (table: Node, map: tables.TableMap, column: number) =>
  map.height > 1 ? cellAt(table, map, map.height - 1, column) : null

/** Makes the paste a separate undo step. */
function dispatch(editor: Editor, tr: Transaction) {
  editor.view.dispatch(closeHistory(tr).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
}

/** Returns the rows of tab-separated text. Null if the text has no tabs, or tabs only indent its lines. */
function readTabSeparated(text: string): string[][] | null {
  if (!/\S[^\n]*\t/.test(text)) return null
  const rows: string[][] = [[]]
  for (const [, between, quoted, plain = ''] of text.replace(/\r\n?/g, '\n').replace(/\n$/, '').matchAll(cell)) {
    if (between === '\n') rows.push([])
    rows.at(-1)!.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
  }
  return rows
}

/** Matches a separator and the cell after it. Cells with tabs or line breaks are quoted. */
const cell = /(^|[\t\n])(?:"((?:[^"]|"")*[\t\n](?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))/g

/** A cell and its position. `node` is null if the row is too short and lacks this cell. */
type PlacedCell = { top: number; left: number; bottom: number; right: number; node: Node | null }
type PastedCells = { width: number; height: number; cells: PlacedCell[] }

function cellsOfTable(table: Node): PastedCells {
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

/** Moves the content of cells after the last allowed column into the last cell of their row. */
function withinColumns({ width, height, cells }: PastedCells, room: number): PastedCells {
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

// Repeats the pasted cells to fill the selection, if its width and height are multiples of the pasted width and height.
// Otherwise returns the cells unchanged.
function repeated(pasted: PastedCells, width: number, height: number): PastedCells {
  if (width % pasted.width > 0 || height % pasted.height > 0) return pasted
  const cells: PlacedCell[] = []
  for (let down = 0; down < height; down += pasted.height)
    for (let across = 0; across < width; across += pasted.width)
      for (const { top, left, bottom, right, node } of pasted.cells)
        cells.push({ top: top + down, bottom: bottom + down, left: left + across, right: right + across, node })
  return { width, height, cells }
}
