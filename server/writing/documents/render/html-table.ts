import type { Table, TableCell, TableRow } from '#contract/writing/document.ts'

/** Widths come as classes of a twentieth each, for a page whose policy takes no style; the exact ones stand beside them. */
export function renderTable({ content: rows }: Table, renderCell: (cell: TableCell) => string): string {
  const row = ({ content: cells = [] }: TableRow) =>
    `<tr>${cells.map((cell, at) => drawCell(cell, scopeIn(cells, at), renderCell)).join('')}</tr>`
  const drawn = rows.map(row)
  const heads = countHeads(rows)
  const head = heads > 0 ? `<thead>${drawn.slice(0, heads).join('')}</thead>` : ''
  const body = heads < rows.length ? `<tbody>${drawn.slice(heads).join('')}</tbody>` : ''
  return `<div class="table" tabindex="0"><table>${drawColumns(rows)}${head}${body}</table></div>`
}

const isHeader = ({ type }: TableCell) => type === 'tableHeader'
const isHead = ({ content = [] }: TableRow) => content.length > 0 && content.every(isHeader)

/** The rows at the top that are heads, as far as no cell of them reaches down into what follows. */
function countHeads(rows: TableRow[]): number {
  const end = rows.findIndex((row) => !isHead(row))
  const heads = end < 0 ? 1 : end
  const reach = Math.max(
    0,
    ...rows.slice(0, heads).flatMap(({ content = [] }, at) => content.map(({ attrs }) => at + (attrs?.rowspan ?? 1))),
  )
  return reach > heads ? 0 : heads
}

/** A header with headers alone around it, or with cells before it, is that of a column; else that of its row. */
function scopeIn(cells: TableCell[], at: number): 'col' | 'row' | null {
  if (!isHeader(cells[at]!)) return null
  return cells.every(isHeader) || !cells.slice(0, at).every(isHeader) ? 'col' : 'row'
}

function drawCell(cell: TableCell, scope: 'col' | 'row' | null, renderCell: (cell: TableCell) => string): string {
  const { colspan, rowspan, colwidth, align } = cell.attrs ?? {}
  const name = scope ? 'th' : 'td'
  const scoped = scope ? ` scope="${scope}"` : ''
  const spans = `${colspan ? ` colspan="${colspan}"` : ''}${rowspan ? ` rowspan="${rowspan}"` : ''}`
  const look = `${align ? ` class="align-${align}"` : ''}${colwidth ? ` data-widths="${colwidth.join(',')}"` : ''}`
  return `<${name}${scoped}${spans}${look}>${renderCell(cell)}</${name}>`
}

/** The first row's widths, where it has one for every column. */
function drawColumns(rows: TableRow[]): string {
  const widths = (rows[0]?.content ?? []).flatMap(
    ({ attrs }) => attrs?.colwidth ?? Array<number>(attrs?.colspan ?? 1).fill(0),
  )
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total === 0 || widths.includes(0)) return ''
  const columns = widths.map((width) => `<col class="width-${Math.max(5, Math.round((20 * width) / total) * 5)}">`)
  return `<colgroup>${columns.join('')}</colgroup>`
}
