/** What is typed with a comma for the decimal sign, with a point; what may be something else goes as it is typed, and is refused. */
export function readDecimal(typed: string): string | null {
  const plain = typed.replace(/\s/g, '')
  const [, whole, fraction] = /^(-?\d+),(\d+)$/.exec(plain) ?? []
  if (whole === undefined || isGrouped(plain)) return plain || null
  return `${whole}.${fraction}`
}

/** 1,250 is 1250 to some and 1.25 to others; 0,125 and 1250,750 are one thing to all. */
const isGrouped = (plain: string) => /^-?[1-9]\d{0,2},\d{3}$/.test(plain)
