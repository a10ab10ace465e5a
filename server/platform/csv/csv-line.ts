export const csvLine = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`

/** Excel needs it to read UTF-8. */
export const csvMark = '\uFEFF'

/** A cell that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, CSV injection). */
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
