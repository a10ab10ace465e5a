export const csvLine = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`

/** The byte order mark for the start of a CSV file. Excel needs it to detect UTF-8. */
export const csvMark = '\uFEFF'

// Escapes a cell. After an apostrophe, spreadsheets do not run the text as a formula (OWASP, CSV injection).
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
