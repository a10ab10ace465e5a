import { expect, test } from 'vitest'
import { formatWaiting } from './format-waiting.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T11:59:30Z', '0m'],
  ['2026-11-21T11:42:00Z', '18m'],
  ['2026-11-21T11:00:00Z', '1h'],
  ['2026-11-21T10:48:00Z', '1h 12m'],
  ['2026-11-18T08:00:00Z', '3d 4h'],
  ['2026-11-14T12:00:00Z', '7d'],
])('who waits since %s has waited %s', (since, words) => {
  expect(formatWaiting(since, now)).toBe(words)
})
