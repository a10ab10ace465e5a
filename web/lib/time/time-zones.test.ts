import { expect, test } from 'vitest'
import { listTimeZones } from './time-zones.ts'

const winter = Date.parse('2026-01-15T12:00:00Z')
const summer = Date.parse('2026-07-15T12:00:00Z')
const detailOf = (zone: string, now: number) => listTimeZones(now).find(({ value }) => value === zone)?.detail

test('a zone shows how far it is from UTC on that day', () => {
  expect(detailOf('Europe/Lisbon', winter)).toBe('UTC +00:00')
  expect(detailOf('Europe/Lisbon', summer)).toBe('UTC +01:00')
  expect(detailOf('America/New_York', winter)).toBe('UTC -05:00')
})

test('UTC is among the zones', () => {
  expect(detailOf('UTC', winter)).toBe('UTC +00:00')
})
