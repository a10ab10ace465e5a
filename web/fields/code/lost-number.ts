export type LostNumber = { line: number; number: string }

/** Texts are passed over, whatever stands in them. */
const parts = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi

/** The first number of a JSON text that a program would read as another one: it keeps some 16 digits. */
export function findLostNumber(text: string): LostNumber | null {
  for (const { 0: part, index } of text.matchAll(parts))
    if (!part.startsWith('"') && isLost(part)) return { line: text.slice(0, index).split('\n').length, number: part }
  return null
}

function isLost(written: string): boolean {
  const read = Number(written)
  return (Number.isInteger(read) && !Number.isSafeInteger(read)) || plain(written) !== plain(String(read))
}

/** Its digits without zeros at the ends, and where its point stands: 1.50 and 15e-1 are one number. */
function plain(written: string): string {
  const [digits = '', exponent = '0'] = written.toLowerCase().replace('-', '').split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const all = (whole + fraction).replace(/^0+/, '')
  const short = all.replace(/0+$/, '')
  return short && `${short} ${Number(exponent) - fraction.length + all.length - short.length}`
}
