/** The cells of a text as spreadsheets copy it, row by row; null where tabs only indent its lines. */
export function readTabSeparated(text: string): string[][] | null {
  if (!/\S[^\n]*\t/.test(text)) return null
  const rows: string[][] = [[]]
  for (const [, between, quoted, plain = ''] of text.replace(/\r\n?/g, '\n').replace(/\n$/, '').matchAll(cell)) {
    if (between === '\n') rows.push([])
    rows.at(-1)!.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
  }
  return rows
}

/** What stands before a cell, and its words. Those with tabs or line breaks in them stand in quotes. */
const cell = /(^|[\t\n])(?:"((?:[^"]|"")*[\t\n](?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))/g
