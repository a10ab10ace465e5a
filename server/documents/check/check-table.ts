import { documentLimits, type Table } from '#contract/document.ts'
import { Fault } from './fault.ts'

/** What one cell alone does not show: how wide its row is, and how many columns its widths are for. */
export function checkTable(table: Table, path: string): void {
  table.content.forEach(({ content: cells = [] }, row) => {
    let columns = 0
    cells.forEach(({ attrs: { colspan = 1, colwidth } = {} }, index) => {
      const at = `${path}.content[${row}].content[${index}]`
      columns += colspan
      if (columns > documentLimits.columnsOfTable)
        throw new Fault(at, `A table has at most ${documentLimits.columnsOfTable} columns`)
      if (colwidth && colwidth.length !== colspan)
        throw new Fault(`${at}.attrs.colwidth`, 'A cell has one width for each column it spans')
    })
  })
}
