/** A line of CSV (RFC 4180). */
export const csvLine = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`

/** Excel reads UTF-8 only behind it. */
export const csvMark = '\uFEFF'

/** A cell that a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
