import { expect, test } from 'vitest'
import { formatDayLong, scaleTop } from './scale.ts'

test('a calendar day is the same everywhere', () => {
  expect(formatDayLong('2026-11-21')).toBe('Saturday 21 Nov')
})

test.each([
  [0, 3],
  [3, 3],
  [4, 6],
  [14, 15],
  [41, 60],
  [62, 75],
  [700, 750],
])('a scale for %d ends at %d', (most, top) => {
  expect(scaleTop(most)).toBe(top)
})
