import { expect, test } from 'vitest'
import { formatDayLong, formatMinutes, scaleTop } from './format-report.ts'

test.each([
  [0.4, 'under 1m'],
  [34, '34m'],
  [60, '1h'],
  [72, '1h 12m'],
  [1440, '1d'],
  [4560, '3d 4h'],
])('%d minutes read as %s', (minutes, words) => {
  expect(formatMinutes(minutes)).toBe(words)
})

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
