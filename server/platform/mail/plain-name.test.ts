import { expect, test } from 'vitest'
import { plainName } from './plain-name.ts'

test.each([
  'Halyard & Sons',
  'Dr. Ada Lovelace-Byron',
  'Møller A/S',
  'Acme Inc.',
  '株式会社アクメ',
  "O'Neil 24/7",
  '3M',
])('the name %s stays as it is', (name) => {
  expect(plainName(name, 'other')).toBe(name)
})

test.each([
  ['You won. Claim it at https://evil.example/x?y now', 'You won. Claim it at now'],
  ['www.evil.example', 'other'],
  ['Evil.Example', 'other'],
  ['evil。example', 'other'],
  ['ｅｖｉｌ．ｅｘａｍｐｌｅ', 'other'],
  ['ev\u200bil.exam\u00adple', 'other'],
  ['write to boss@evil.example', 'write to'],
  ['Call +1 (800) 123-4567 today', 'Call today'],
  ['Ada\u202e <b>"x"</b>\r\nBcc: y', 'Ada b x /b Bcc: y'],
  ['', 'other'],
  ['x'.repeat(120), `${'x'.repeat(39)}…`],
  ['😀'.repeat(41), `${'😀'.repeat(39)}…`],
])('the name %j is written as %j', (name, written) => {
  expect(plainName(name, 'other')).toBe(written)
})
