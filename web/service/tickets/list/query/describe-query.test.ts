import { expect, test } from 'vitest'
import { describeQuery } from './describe-query.ts'

const members = [{ id: '01a23189-faca-791a-8015-a113c2addc7a', name: 'Zoë Łakamińska' }]
const noMatchOf = (text: string) => describeQuery(text, { members, ownKeys: {} }).noMatch

test.each(['assignee:nobody', 'status:open -follower:nobody', 'mentions:zoe,nobody', 'assignee:"nobody"'])(
  'the empty list of %s says who is not in the team',
  (text) => {
    expect(noMatchOf(text)).toBe('Nobody in the team is called “nobody”.')
  },
)

test.each([
  ...['assignee:me', 'assignee:none', 'assignee:zoe', 'assignee:LAKAMINSKA', `assignee:${members[0]!.id}`],
  ...['assignee:former@halyard.example', 'status:open OR priority:high', ''],
])('the empty list of %s is about its conditions', (text) => {
  expect(noMatchOf(text)).toBe('Change or remove a condition, or search all tickets.')
})

test.each(['payroll', 'status:open "pay period"', '-payroll'])('the empty list of %s is about its words', (text) => {
  expect(noMatchOf(text)).toMatch(/every word/)
})
