import { expect, test } from 'vitest'
import { findLostNumber } from './json-faults.ts'

test.each([
  ['{"id":9007199254740993}', { line: 1, number: '9007199254740993' }],
  ['{"id":9007199254740992}', { line: 1, number: '9007199254740992' }],
  ['{\n  "name": "x",\n  "id": -12345678901234567890\n}', { line: 3, number: '-12345678901234567890' }],
  ['[0.1, 0.12345678901234567890]', { line: 1, number: '0.12345678901234567890' }],
  ['[1e400, 1]', { line: 1, number: '1e400' }],
  ['[1e-400]', { line: 1, number: '1e-400' }],
])('of %s the number %j is lost', (text, { line, number }) =>
  expect(findLostNumber(text)).toEqual({ line, text: expect.stringContaining(`Line ${line}: ${number} has`) }),
)

test.each([
  '{"id":9007199254740991,"price":12.50,"small":1.5e-7,"many":25E3,"none":-0,"part":0.100}',
  '{"id":"9007199254740993","quoted":"\\"9007199254740993"}',
  '[0.1, 0.30000000000000004, 123456789.123, 1e2]',
])('of %s no number is lost', (text) => expect(findLostNumber(text)).toBeNull())
