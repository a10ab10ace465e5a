import type { Table, TableCell, TableRow } from '#contract/document.ts'

/** Widths come as classes of a twentieth each, for a page whose policy takes no style; the exact ones stand beside them. */
export function renderTable({ content: rows }: Table, renderCell: (cell: TableCell) => string): string {
  const hasHead = isHead(rows[0]) && rows.length > 1
  const row = ({ content = [] }: TableRow, index: number) =>
    `<tr>${content.map((cell) => drawCell(cell, hasHead && index === 0, renderCell)).join('')}</tr>`
  const drawn = rows.map(row)
  const head = hasHead ? `<thead>${drawn[0]}</thead>` : ''
  const body = `<tbody>${drawn.slice(hasHead ? 1 : 0).join('')}</tbody>`
  return `<div class="table" tabindex="0"><table>${drawColumns(rows)}${head}${body}</table></div>`
}

const isHead = (row?: TableRow) =>
  row?.content?.every(({ type, attrs }) => type === 'tableHeader' && !attrs?.rowspan) ?? false

function drawCell(cell: TableCell, isInHead: boolean, renderCell: (cell: TableCell) => string): string {
  const { colspan, rowspan, colwidth, align } = cell.attrs ?? {}
  const name = cell.type === 'tableHeader' ? 'th' : 'td'
  const scope = name === 'th' ? ` scope="${isInHead ? 'col' : 'row'}"` : ''
  const spans = `${colspan ? ` colspan="${colspan}"` : ''}${rowspan ? ` rowspan="${rowspan}"` : ''}`
  const look = `${align ? ` class="align-${align}"` : ''}${colwidth ? ` data-widths="${colwidth.join(',')}"` : ''}`
  return `<${name}${scope}${spans}${look}>${renderCell(cell)}</${name}>`
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
