import { expect, test } from 'vitest'
import { initialsOf, tintOf } from './avatar.tsx'

test.each([
  ['Mina Park', 'MP'],
  ['Ana Maria de Souza', 'AS'],
  ['Cher', 'CH'],
  ['rosa@bramble.example', 'RO'],
  ['  (Mina)  Park ', 'MP'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a name keeps its tint', () => {
  expect(tintOf('Mina Park')).toBe(tintOf('Mina Park'))
})
