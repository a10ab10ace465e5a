import { expect, test } from 'vitest'
import { fromZoned, toZoned } from './zoned.ts'

test.each([
  ['2026-11-23T08:30:00.000Z', 'Europe/Berlin', '2026-11-23T09:30'],
  ['2026-07-01T22:00:00.000Z', 'Europe/Lisbon', '2026-07-01T23:00'],
  ['2026-11-23T18:45:00.000Z', 'Asia/Kathmandu', '2026-11-24T00:30'],
  ['2026-11-23T08:30:15.000Z', 'UTC', '2026-11-23T08:30:15'],
])('%s is in %s at %s, and the other way round', (iso, zone, local) => {
  expect(toZoned(iso, zone)).toBe(local)
  expect(fromZoned(local, zone)).toBe(iso)
})

test('an hour that is twice is its first, one that is left out as before the change', () => {
  expect(fromZoned('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(fromZoned('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
})

test('what is no time is none', () => {
  expect(fromZoned('', 'UTC')).toBeNull()
  expect(toZoned('soon', 'UTC')).toBe('')
})
