import type { JsonFault } from './json-fault.ts'

/** Matches texts too, so that numbers in them are skipped. */
const parts = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi

/** The first number of a JSON text that programs cannot read exactly, because it has more than about 16 digits. */
export function findLostNumber(text: string): JsonFault | null {
  for (const { 0: part, index } of text.matchAll(parts))
    if (!part.startsWith('"') && isLost(part)) {
      const line = text.slice(0, index).split('\n').length
      return { line, text: `Line ${line}: ${part} has too many digits for a number. Write it as text: "${part}".` }
    }
  return null
}

function isLost(written: string): boolean {
  const read = Number(written)
  return (Number.isInteger(read) && !Number.isSafeInteger(read)) || digitsOf(written) !== digitsOf(String(read))
}

/** The digits without zeros at the ends: equal for 1.50, 1.5 and 15e-1. */
const digitsOf = (number: string) =>
  number
    .replace(/e.*/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
