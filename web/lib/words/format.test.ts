import { expect, test } from 'vitest'
import {
  formatAgo,
  formatBytes,
  formatClock,
  formatDay,
  formatDuration,
  formatFull,
  formatMoment,
  isTimeZone,
  plural,
} from './format.ts'

const now = Date.parse('2026-11-21T10:20:00Z')

test.each([
  ['2026-11-21T10:19:40Z', 'now'],
  ['2026-11-21T10:18:00Z', '2m'],
  ['2026-11-21T09:05:00Z', '1h'],
  ['2026-11-21T00:30:00Z', '9h'],
  ['2026-11-20T09:00:00Z', 'Yesterday'],
  ['2026-11-15T09:00:00Z', '15 Nov'],
  ['2025-11-15T09:00:00Z', '15 Nov 2025'],
  ['2026-12-24T09:00:00Z', '24 Dec'],
])('%s reads as %s', (iso, text) => {
  expect(formatAgo(iso, now, 'Europe/Lisbon')).toBe(text)
})

test('shortly after midnight, hours are still counted', () => {
  expect(formatAgo('2026-11-20T23:30:00Z', Date.parse('2026-11-21T01:00:00Z'), 'UTC')).toBe('1h')
})

test('yesterday is a matter of the time zone', () => {
  const lateYesterdayInTokyo = '2026-11-20T03:00:00Z'
  expect(formatAgo(lateYesterdayInTokyo, Date.parse('2026-11-20T16:00:00Z'), 'Asia/Tokyo')).toBe('Yesterday')
  expect(formatAgo(lateYesterdayInTokyo, Date.parse('2026-11-20T16:00:00Z'), 'UTC')).toBe('13h')
})

test('clock, day and moment are in the time zone asked for', () => {
  expect(formatClock('2026-11-21T10:20:00Z', 'America/New_York')).toBe('05:20')
  expect(formatDay('2026-11-21T02:00:00Z', now, 'America/New_York')).toBe('20 Nov')
  expect(formatMoment('2026-11-20T10:20:00Z', now, 'Europe/Lisbon')).toBe('Yesterday 10:20')
  expect(formatMoment('2026-11-12T10:20:00Z', now, 'Europe/Lisbon')).toBe('12 Nov, 10:20')
  expect(formatFull('2026-11-21T10:20:00Z', 'Europe/Lisbon')).toMatch(/^Saturday,? 21 November 2026, 10:20 \w+$/)
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [41_200, '41 KB'],
  [1_250, '1.3 KB'],
  [999_950, '1 MB'],
  [25_000_000, '25 MB'],
  [2_000_000_000, '2 GB'],
])('%i bytes read as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [30, '30 seconds'],
  [60, '1 minute'],
  [7200, '2 hours'],
  [90_000, '1 day'],
])('%i s read as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test('a made-up time zone is told from a real one', () => {
  expect(isTimeZone('Europe/Lisbon')).toBe(true)
  expect(isTimeZone('Mars/Olympus')).toBe(false)
})

test('counts agree with their noun', () => {
  expect(plural(1, 'reply', 'replies')).toBe('1 reply')
  expect(plural(12418, 'ticket')).toBe('12,418 tickets')
})
