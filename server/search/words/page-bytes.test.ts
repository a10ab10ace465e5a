import { expect, test } from 'vitest'
import { withinBytes } from './page-bytes.ts'

const letters = (count: number) => 'x'.repeat(count)

test('a page ends where the next item has no room, counted in bytes as they are sent', () => {
  const items = [letters(38), letters(38), letters(38)]
  expect(withinBytes(items, 80)).toHaveLength(2)
  expect(withinBytes(items, 119)).toHaveLength(2)
  expect(withinBytes(items, 120)).toHaveLength(3)
  expect(withinBytes(['ä'.repeat(38), letters(38)], 100)).toHaveLength(1)
})

test('one item is always shown, so that a list goes on', () => {
  expect(withinBytes([letters(500), letters(5)], 80)).toEqual([letters(500)])
  expect(withinBytes([], 80)).toEqual([])
})
