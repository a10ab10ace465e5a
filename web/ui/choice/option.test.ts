import { expect, test } from 'vitest'
import { matchOptions } from './option.tsx'

const zones = ['Europe/Lisbon', 'America/New_York', 'America/São_Paulo'].map((label) => ({ label }))

test.each([
  ['lis', ['Europe/Lisbon']],
  ['NEW york', ['America/New_York']],
  ['sao paulo', ['America/São_Paulo']],
  ['america/new_y', ['America/New_York']],
  ['', ['Europe/Lisbon', 'America/New_York', 'America/São_Paulo']],
  ['mars', []],
])('typing "%s" finds %j', (query, labels) => {
  expect(matchOptions(zones, query).map(({ label }) => label)).toEqual(labels)
})
