import { expect, test } from 'vitest'
import { findCommands, markMatches } from './find-commands.ts'

const commands = [
  { label: 'Tickets', group: 'Service', href: '/service/tickets' },
  { label: 'Team', group: 'Admin', href: '/team' },
  { label: 'Sign out', group: 'Actions', words: 'log out leave', run: () => {} },
]
const labelsFor = (query: string) =>
  findCommands(commands, query).map(([group, found]) => [group, found.map(({ label }) => label)])

test('without a query everything is offered, by group', () => {
  expect(labelsFor('')).toEqual([
    ['Service', ['Tickets']],
    ['Admin', ['Team']],
    ['Actions', ['Sign out']],
  ])
})

test('a command is found by its label, its group and its further words', () => {
  expect(labelsFor('tick')).toEqual([['Service', ['Tickets']]])
  expect(labelsFor('service')).toEqual([['Service', ['Tickets']]])
  expect(labelsFor('log out')).toEqual([['Actions', ['Sign out']]])
})

test('a leading > leaves actions only', () => {
  expect(labelsFor('>')).toEqual([['Actions', ['Sign out']]])
})

test('what was typed is marked in the label, signs of patterns included', () => {
  expect(markMatches('Sign out', 'ou')).toEqual([
    { text: 'Sign ', isMatch: false, at: 0 },
    { text: 'ou', isMatch: true, at: 5 },
    { text: 't', isMatch: false, at: 7 },
  ])
  expect(markMatches('C++ (new)', '(')).toHaveLength(3)
})
