import { expect, test } from 'vitest'
import type { TicketEvent } from '#web/service/tickets/ticket/types.ts'
import { describeEvent } from './describe-event.ts'

const event = (type: string, old: unknown = null, after: unknown = null): TicketEvent => ({
  id: 'e',
  type,
  actor: { type: 'agent', name: 'Mina Park' },
  old,
  new: after,
  cause: null,
  createdAt: '2026-11-21T09:12:00Z',
})

test.each([
  [event('assignee.changed', null, { id: 'm', name: 'Mina Park' }), 'assigned to Mina Park'],
  [event('assignee.changed', { id: 'm', name: 'Mina Park' }, null), 'assignee removed'],
  [event('priority.changed', 'normal', 'urgent'), 'priority set to Urgent'],
  [event('type.changed', 'task', null), 'type removed'],
  [event('dueDate.changed', null, '2026-12-24T09:00:00Z'), 'due date set'],
  [event('due.changed', '2026-12-24T09:00:00Z', null), 'due date removed'],
  [event('status.changed', 'open', 'on_hold'), 'status set to On hold'],
  [event('tags.changed', ['export'], ['export', 'payroll']), 'tag payroll added'],
  [event('tags.changed', ['a', 'b', 'c'], ['c', 'd']), 'tag d added, tags a, b removed'],
  [event('satellite.launched'), 'satellite launched'],
])('a change is told in a few words', (event, words) => {
  expect(describeEvent(event)).toBe(words)
})
