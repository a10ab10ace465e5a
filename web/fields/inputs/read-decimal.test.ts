import { expect, test } from 'vitest'
import { readDecimal } from './read-decimal.ts'

test.each([
  ['1,5', '1.5'],
  ['1250,75', '1250.75'],
  ['0,125', '0.125'],
  ['-0,5', '-0.5'],
  ['1250,750', '1250.750'],
  ['1 250,75', '1250.75'],
  ['1.250', '1.250'],
  ['', null],
])('%j is the number %j', (typed, read) => expect(readDecimal(typed)).toBe(read))

test.each(['1,250', '-12,500', '1,250,000', '1,250.75', '1.250,75', '1,', 'x'])(
  '%j may be several numbers or none, and goes as it is typed',
  (typed) => expect(readDecimal(typed)).toBe(typed),
)
