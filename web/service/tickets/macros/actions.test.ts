import { expect, test } from 'vitest'
import type { MacroAction } from '#contract/tickets/macros.ts'
import { type ActionContext, joinSteps, stepsOf } from './actions.ts'

const ada = { id: 'a', name: 'Ada', surname: 'Osei', email: 'ada@acme.test', status: 'active' as const, avatarUrl: '' }
const context: ActionContext = {
  statuses: [{ id: 's', name: 'Pending', category: 'pending', color: 'plum', isDefault: true }],
  ...{ members: [ada], fields: [], teams: [], viewer: ada, timeZone: 'UTC' },
}
const now = new Date('2026-11-24T10:20')
const steps = (...actions: MacroAction[]) => stepsOf(actions, context, now)
const wordsOf = (...actions: MacroAction[]) => steps(...actions).map(({ label, value }) => `${label} ${value}`)
const set = (field: string, value: unknown): MacroAction => ({ kind: 'set', field, value })

test('each tag is a change of its own, and the last change of the same thing counts', () => {
  expect(
    wordsOf(
      set('priority', 'low'),
      { kind: 'add_tags', tags: ['refund', 'vip'] },
      { kind: 'remove_tags', tags: ['vip'] },
      set('priority', 'urgent'),
      set('status', 'pending'),
      { kind: 'add_follower', member: 'me' },
    ),
  ).toEqual(['Tag + refund', 'Tag − vip', 'Priority → Urgent', 'Status → Pending', 'Follower + Me'])
})

test('what was deleted is left out', () => {
  const gone = [set('statusId', 'x'), set('assignee', 'x'), set('team', 'x'), set('field.plan', 'Scale')]
  expect(wordsOf(...gone, { kind: 'add_follower', member: 'x' })).toEqual([])
})

test('a snooze by days or weeks ends in the morning, and one by hours exactly then', () => {
  const endOf = (action: MacroAction) => steps(action)[0]!.change.changes.snoozedUntil
  const at = (text: string) => new Date(text).toISOString()
  expect(endOf({ kind: 'snooze', until: { amount: 2, unit: 'hours' } })).toBe(at('2026-11-24T12:20'))
  expect(endOf({ kind: 'snooze', until: { amount: 3, unit: 'days' } })).toBe(at('2026-11-27T09:00'))
  expect(endOf({ kind: 'snooze', until: { amount: 1, unit: 'weeks' } })).toBe(at('2026-12-01T09:00'))
  expect(endOf({ kind: 'snooze', until: { next: 'monday' } })).toBe(at('2026-11-30T09:00'))
  expect(endOf({ kind: 'snooze', until: { next: 'tuesday' } })).toBe(at('2026-12-01T09:00'))
})

test('all changes are one change', () => {
  const { changes } = joinSteps(
    steps({ kind: 'add_tags', tags: ['a', 'b'] }, set('priority', 'high'), set('assignee', 'me')),
    'Escalate',
  )
  expect(changes).toEqual({ addTags: ['a', 'b'], priority: 'high', assignee: 'a' })
})
