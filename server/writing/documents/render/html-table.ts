import type { Table, TableCell, TableRow } from '#contract/writing/document.ts'

/** Widths are classes in steps of 5%, because the Content-Security-Policy forbids styles. `data-widths` has the exact ones. */
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

/** Number of header rows; 0 if one of their cells spans into the body. */
function countHeads(rows: TableRow[]): number {
  const end = rows.findIndex((row) => !isHead(row))
  const heads = end < 0 ? 1 : end
  const reach = Math.max(
    0,
    ...rows.slice(0, heads).flatMap(({ content = [] }, at) => content.map(({ attrs }) => at + (attrs?.rowspan ?? 1))),
  )
  return reach > heads ? 0 : heads
}

/** A header cell belongs to the row if only header cells are before it and the row has other cells. */
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

/** The widths of the first row, if it has all. */
function drawColumns(rows: TableRow[]): string {
  const widths = (rows[0]?.content ?? []).flatMap(
    ({ attrs }) => attrs?.colwidth ?? Array<number>(attrs?.colspan ?? 1).fill(0),
  )
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total === 0 || widths.includes(0)) return ''
  const columns = widths.map((width) => `<col class="width-${Math.max(5, Math.round((20 * width) / total) * 5)}">`)
  return `<colgroup>${columns.join('')}</colgroup>`
}
