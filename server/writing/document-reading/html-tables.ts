import {
  type BlockNode,
  type CellAttributes,
  documentLimits,
  type Table,
  type TableCell,
} from '#contract/writing/document.ts'
import { elementsIn, findElement, type HtmlElement, hasClass, styleOf } from './html-tree.ts'

export type CellReader = (cell: HtmlElement) => [BlockNode, ...BlockNode[]]

export function readTable(table: HtmlElement, readCell: CellReader): Table | null {
  const widths = readWidths(table)
  const columnsOf = placeCells(widths?.length ?? 0)
  const heads = new Set(elementsIn(table).flatMap((element) => (element.name === 'thead' ? rowsOf(element) : [])))
  const rows = rowsOf(table).map((row) => {
    const cells = fitColumns(cellsOf(row).map((cell) => newCell(cell, heads.has(row), readCell)))
    const columns = columnsOf(cells)
    const sized = cells.map((cell, index) =>
      widths && cell.attrs?.colwidth === undefined ? withWidths(cell, widths, columns[index]!) : cell,
    )
    return { type: 'tableRow' as const, content: sized }
  })
  const filled = rows.map(({ type, content }) => (content.length > 0 ? { type, content } : { type }))
  return rows.some(({ content }) => content.length > 0) ? { type: 'table', content: filled } : null
}

export const rowsOf = (table: HtmlElement): HtmlElement[] =>
  elementsIn(table).flatMap((element) =>
    element.name === 'tr' ? element : /^t(?:head|body|foot)$/.test(element.name) ? rowsOf(element) : [],
  )

export const cellsOf = (row: HtmlElement) => elementsIn(row).filter(({ name }) => name === 'td' || name === 'th')

function newCell(element: HtmlElement, isInHead: boolean, readCell: CellReader): TableCell {
  const attrs = readAttributes(element)
  return {
    type: isInHead || element.name === 'th' ? 'tableHeader' : 'tableCell',
    ...(Object.keys(attrs).length > 0 && { attrs }),
    content: readCell(element),
  }
}

function readAttributes(element: HtmlElement): CellAttributes {
  const { colspan, rowspan } = element.attributes
  const span = (given: string | undefined, most: number) => Math.min(Number.parseInt(given ?? '', 10) || 1, most)
  const across = span(colspan, documentLimits.columnsOfTable)
  const down = span(rowspan, 1_000)
  const align = readAlignment(element)
  const widths = (element.attributes['data-widths'] ?? '').split(',').map((width) => Number.parseInt(width, 10))
  const isWidth = (width: number) => width >= 0 && width <= documentLimits.columnWidth
  return {
    ...(across > 1 && { colspan: across }),
    ...(down > 1 && { rowspan: down }),
    ...(widths.length === Math.max(across, 1) && widths.every(isWidth) && { colwidth: widths }),
    ...(align && { align }),
  }
}

/** Reads the alignment of a cell. Google Docs writes it to the paragraph in the cell. */
function readAlignment(cell: HtmlElement): CellAttributes['align'] {
  const own = (['left', 'center', 'right'] as const).find(
    (side) => hasClass(cell, `align-${side}`) || cell.attributes.align === side || styleOf(cell)['text-align'] === side,
  )
  if (own) return own
  const paragraph = findElement(cell, ({ name }) => name === 'p')
  const side = paragraph ? styleOf(paragraph)['text-align'] : undefined
  return side === 'center' || side === 'right' ? side : undefined
}

function readWidths(table: HtmlElement): number[] | null {
  const group = elementsIn(table).find(({ name }) => name === 'colgroup')
  const columns = group ? elementsIn(group).filter(({ name }) => name === 'col') : []
  const widths = columns.map((column) => Number.parseInt(column.attributes.width ?? styleOf(column).width ?? '', 10))
  const isKnown = widths.length > 0 && widths.every((width) => width > 0 && width <= documentLimits.columnWidth)
  return isKnown ? widths : null
}

// Returns a function to call for each row in order. The function returns the first column of each cell, and skips
// columns that cells of earlier rows occupy. Columns from `count` on are ignored.
function placeCells(count: number) {
  /** For each column: the number of further rows that a cell occupies. */
  const taken: number[] = []
  return (cells: TableCell[]) => {
    const isFree = taken.map((rows) => rows === 0)
    for (const [at, rows] of taken.entries()) taken[at] = Math.max(0, rows - 1)
    let column = 0
    return cells.map(({ attrs }) => {
      while (isFree[column] === false) column += 1
      const begin = column
      const { colspan = 1, rowspan = 1 } = attrs ?? {}
      column += colspan
      for (let at = begin; at < Math.min(column, count); at += 1) taken[at] = Math.max(taken[at] ?? 0, rowspan - 1)
      return begin
    })
  }
}

function withWidths(cell: TableCell, widths: number[], from: number): TableCell {
  const colwidth = widths.slice(from, from + (cell.attrs?.colspan ?? 1))
  return colwidth.length === (cell.attrs?.colspan ?? 1) ? { ...cell, attrs: { ...cell.attrs, colwidth } } : cell
}

/** Moves the content of cells beyond the maximum number of columns to the last cell that fits. */
function fitColumns(cells: TableCell[]): TableCell[] {
  const kept: TableCell[] = []
  let columns = 0
  for (const cell of cells) {
    const last = kept.at(-1)
    const left = documentLimits.columnsOfTable - columns
    if (left === 0 && last) last.content.push(...cell.content)
    else {
      const { colspan = 1, ...attrs } = cell.attrs ?? {}
      const across = Math.min(colspan, left)
      if (across < colspan) delete attrs.colwidth
      kept.push({ ...cell, attrs: { ...attrs, ...(across > 1 && { colspan: across }) } })
      columns += across
    }
  }
  return kept.map(({ attrs, ...cell }) => (attrs && Object.keys(attrs).length > 0 ? { ...cell, attrs } : cell))
}
