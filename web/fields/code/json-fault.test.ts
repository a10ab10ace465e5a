import { expect, test } from 'vitest'
import { findJsonFault } from './json-faults.ts'

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', 3, 'write a comma before "b"'],
  ['{\n  "a": 1,\n}', 3, 'remove the comma before }'],
  ['[1,\n2,\n]', 3, 'a value is missing before ]'],
  ['{\n  a: 1\n}', 2, 'a is not a JSON value'],
  ["{ 'a': 1 }", 1, 'write texts in double quotes'],
  ['{"a" 1}', 1, 'write a colon before 1'],
  ['{"a":\n', 1, 'the { of this line has no }'],
  ['[\n[1, 2\n', 2, 'the [ of this line has no ]'],
  ['{"a": 1}\n{"b": 2}', 2, 'remove {: nothing may follow the value'],
  ['[1, 2}', 1, 'write a comma before }'],
  ['{"a": "b\nc"}', 1, 'this text has no closing quote, or has a \\ or a line break that JSON does not allow'],
  ['[\n// one\n1]', 2, 'remove the comment, because JSON does not allow comments'],
  ['[01]', 1, '01 is not a JSON value'],
  ['{"a": tru}', 1, 'tru is not a JSON value'],
  ['{1: 2}', 1, 'write a name in double quotes, not 1'],
  ['', 1, 'a value is missing'],
])('%j stops being JSON in line %i: %s', (text, line, words) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(findJsonFault(text)).toEqual({ line, text: words })
})

test.each(['{"a": [1, -2.5e3, true, null, "x\\u00e9\\n"], "b": {}}', ' [ ] ', '"x"', '-0'])(
  '%j is JSON, and nothing is found',
  (text) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(findJsonFault(text)).toBeNull()
  },
)

test('what is very deep or long is read through', () => {
  expect(findJsonFault('['.repeat(200_000))?.line).toBe(1)
  expect(findJsonFault(`[${'1,\n'.repeat(50_000)}`)).toEqual({ line: 1, text: 'the [ of this line has no ]' })
})
