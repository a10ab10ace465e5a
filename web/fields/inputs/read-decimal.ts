/** Removes spaces and turns a decimal comma into a point. Leaves an ambiguous comma, which the server refuses. */
export function readDecimal(typed: string): string | null {
  const plain = typed.replace(/\s/g, '')
  const [, whole, fraction] = /^(-?\d+),(\d+)$/.exec(plain) ?? []
  if (whole === undefined || isGrouped(plain)) return plain || null
  return `${whole}.${fraction}`
}

/** Returns whether the comma is ambiguous: `1,250` can mean 1250 or 1.25. `0,125` and `1250,750` are not ambiguous. */
const isGrouped = (plain: string) => /^-?[1-9]\d{0,2},\d{3}$/.test(plain)
