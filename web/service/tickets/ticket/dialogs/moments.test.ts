import { expect, test } from 'vitest'
import { clockElsewhere, fieldValue, suggestMoments } from './moments.ts'

const at = (text: string) => suggestMoments(new Date(text)).map(({ label, at }) => `${label} ${fieldValue(at)}`)

test('a Saturday morning leads to later today, tomorrow, Monday and the week after', () => {
  expect(at('2026-11-21T10:20')).toEqual([
    'In a few hours 2026-11-21T13:00',
    'This evening 2026-11-21T18:00',
    'Tomorrow 2026-11-22T09:00',
    'Next Monday 2026-11-23T09:00',
    'In a week 2026-11-28T09:00',
  ])
})

test('on a Sunday, Monday is tomorrow and stands there once', () => {
  expect(at('2026-11-22T10:20').map((line) => line.split(' 2026')[0])).toEqual([
    'In a few hours',
    'This evening',
    'Tomorrow',
    'In a week',
  ])
})

test('on a Monday, the next one is a week away', () => {
  expect(at('2026-11-23T10:20').at(-1)).toBe('Next Monday 2026-11-30T09:00')
})

test('nothing in the night is offered', () => {
  const first = (text: string) => at(text)[0]
  expect(first('2026-11-24T18:20')).toBe('In a few hours 2026-11-24T21:00')
  expect(first('2026-11-24T19:40')).toBe('Tomorrow 2026-11-25T09:00')
  expect(first('2026-11-24T23:40')).toBe('Tomorrow 2026-11-25T09:00')
  expect(first('2026-11-25T00:20')).toBe('This morning 2026-11-25T09:00')
  expect(first('2026-11-25T07:00')).toBe('In a few hours 2026-11-25T09:00')
})

test('late in the evening nothing of the past is offered', () => {
  const now = new Date('2026-11-24T23:40')
  expect(suggestMoments(now).every(({ at }) => at > now)).toBe(true)
})

test('the clock elsewhere is shown where it differs, with the day if that differs too', () => {
  const at = new Date('2026-11-24T09:00')
  expect(clockElsewhere(at, null)).toBeNull()
  expect(clockElsewhere(at, Intl.DateTimeFormat().resolvedOptions().timeZone)).toBeNull()
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((zone) => clockElsewhere(at, zone))
  expect(zones.some((clock) => /^[A-Z][a-z]{2},? \d\d:\d\d$/.test(clock ?? ''))).toBe(true)
})
