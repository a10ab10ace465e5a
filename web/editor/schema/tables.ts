import { type Attribute, callOrReturn, getExtensionField, Node, type ParentConfig } from '@tiptap/core'
import { cellAlignments, documentLimits } from '#contract/writing/document.ts'

declare module '@tiptap/core' {
  interface NodeConfig<Options, Storage> {
    tableRole?:
      | string
      | ((this: {
          name: string
          options: Options
          storage: Storage
          parent: ParentConfig<NodeConfig<Options>>['tableRole']
        }) => string)
  }
}

const span = (name: 'colspan' | 'rowspan'): Attribute => ({
  default: 1,
  parseHTML: (element) => {
    const wanted = Number(element.getAttribute(name) ?? 1)
    return Number.isInteger(wanted) && wanted >= 1 && wanted <= documentLimits.columnsOfTable ? wanted : 1
  },
})

const cellAttributes: Record<string, Attribute> = {
  colspan: span('colspan'),
  rowspan: span('rowspan'),
  colwidth: {
    default: null,
    parseHTML: readWidths,
    renderHTML: ({ colwidth }) => (colwidth ? { 'data-colwidth': colwidth.join(',') } : {}),
  },
  align: {
    default: null,
    parseHTML: (element) => {
      const found = element.getAttribute('align') ?? element.style.textAlign
      return cellAlignments.find((one) => one === found) ?? null
    },
    renderHTML: ({ align }) => (align ? { align } : {}),
  },
}

function readWidths(element: HTMLElement): number[] | null {
  const widths = (element.getAttribute('data-colwidth') ?? '').split(',').map(Number)
  const isWhole = widths.length === Number(element.getAttribute('colspan') ?? 1)
  return isWhole && widths.every((width) => Number.isInteger(width) && width > 0 && width <= documentLimits.columnWidth)
    ? widths
    : null
}

export const Table = Node.create({
  name: 'table',
  content: 'tableRow+',
  tableRole: 'table',
  isolating: true,
  group: 'flow',
  // Copies `tableRole` into the schema, because the table plugin finds the nodes of a table by `tableRole`.
  extendNodeSchema(extension) {
    const context = { name: extension.name, options: extension.options, storage: extension.storage }
    return { tableRole: callOrReturn(getExtensionField(extension, 'tableRole', context)) }
  },
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
})

export const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  tableRole: 'row',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const cell = (name: 'tableCell' | 'tableHeader', tag: 'td' | 'th', tableRole: string) =>
  Node.create({
    name,
    content: 'block+',
    tableRole,
    isolating: true,
    addAttributes: () => cellAttributes,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

export const TableCell = cell('tableCell', 'td', 'cell')
export const TableHeader = cell('tableHeader', 'th', 'header_cell')
