import { expect, test } from 'vitest'
import { formatMinutes } from './format-report.ts'

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
