import { expect, test } from 'vitest'
import { momentsOf, toZoned } from './zoned.ts'

test.each([
  ['2026-11-23T08:30:00.000Z', 'Europe/Berlin', '2026-11-23T09:30'],
  ['2026-07-01T22:00:00.000Z', 'Europe/Lisbon', '2026-07-01T23:00'],
  ['2026-11-23T18:45:00.000Z', 'Asia/Kathmandu', '2026-11-24T00:30'],
  ['2026-11-23T08:30:15.000Z', 'UTC', '2026-11-23T08:30:15'],
])('%s is in %s at %s, and the other way round', (iso, zone, local) => {
  expect(toZoned(iso, zone)).toBe(local)
  expect(momentsOf(local, zone).moments).toEqual([iso])
})

test('what is no time is none', () => {
  expect(momentsOf('', 'UTC')).toEqual({ moments: [], isSkipped: false })
  expect(toZoned('soon', 'UTC')).toBe('')
})

test('where clocks are put back a time is twice, the earlier one first, and where they are put forward it is left out', () => {
  expect(momentsOf('2026-10-25T02:30', 'Europe/Berlin')).toEqual({
    moments: ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    isSkipped: false,
  })
  expect(momentsOf('2026-03-29T02:30', 'Europe/Berlin')).toEqual({
    moments: ['2026-03-29T01:30:00.000Z'],
    isSkipped: true,
  })
  expect(momentsOf('2026-04-05T01:45', 'Australia/Lord_Howe').moments).toHaveLength(2)
  expect(momentsOf('2026-11-24T09:00', 'Europe/Berlin')).toMatchObject({ isSkipped: false, moments: { length: 1 } })
})
