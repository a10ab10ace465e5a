import { expect, test } from 'vitest'
import type { Message, SideConversation, TicketEvent } from '#web/service/tickets/ticket/types.ts'
import { buildTimeline } from './timeline.ts'

const at = (minute: number) => `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z`
const message = (id: string, minute: number, seq: number, isHeld = false) =>
  ({ id, seq, sentAt: isHeld ? null : at(minute), createdAt: at(minute) }) as Message
const actor = { type: 'agent', name: 'Ada' } as const
const event = (id: string, minute: number) => ({ id, actor, createdAt: at(minute) }) as TicketEvent

test('events stand between the messages they happened between, folded together', () => {
  const parts = buildTimeline(
    [message('m1', 1, 1), message('m2', 10, 2)],
    [event('e1', 2), event('e2', 3), event('e3', 11)],
    { sides: [], hasEarlier: false },
  )
  expect(parts.map(({ key }) => key)).toEqual(['m1', 'e1', 'm2', 'e3'])
})

test('a change of status is told once', () => {
  const changes = [
    { ...event('e1', 2), type: 'status.changed' },
    { ...event('e2', 2), type: 'statusId.changed', createdAt: '2026-11-21T09:02:00.001Z' },
    { ...event('e3', 5), type: 'status.changed' },
  ]
  const [part] = buildTimeline([], changes, { sides: [], hasEarlier: false })
  expect(part).toMatchObject({ events: [{ id: 'e2' }, { id: 'e3' }] })
})

test('a held reply stands at the end, after everything that happened', () => {
  const parts = buildTimeline([message('m1', 1, 1), message('held', 2, 2, true)], [event('e1', 5)], {
    ...{ sides: [], hasEarlier: false },
  })
  expect(parts.map(({ key }) => key)).toEqual(['m1', 'e1', 'held'])
})

test('what happened before the first message waits until the messages before it are there', () => {
  const messages = [message('m4', 10, 4), message('m5', 20, 5)]
  const events = [event('e1', 2), event('e2', 15)]
  expect(buildTimeline(messages, events, { sides: [], hasEarlier: true }).map(({ key }) => key)).toEqual([
    'm4',
    'e2',
    'm5',
  ])
  expect(buildTimeline(messages, events, { sides: [], hasEarlier: false }).map(({ key }) => key)).toEqual([
    'e1',
    'm4',
    'e2',
    'm5',
  ])
})

test('a side conversation stands where it was started, and first if the messages of that time are not there', () => {
  const side = { id: 's1', createdAt: at(12) } as SideConversation
  const messages = [message('m4', 10, 4), message('m5', 20, 5)]
  const events = [event('e1', 11), event('e2', 15)]
  const keysOf = (sides: SideConversation[], hasEarlier: boolean) =>
    buildTimeline(messages, events, { sides, hasEarlier }).map(({ key }) => key)
  expect(keysOf([side], false)).toEqual(['m4', 'e1', 's1', 'e2', 'm5'])
  expect(keysOf([{ ...side, createdAt: at(2) }], true)).toEqual(['s1', 'm4', 'e1', 'm5'])
})
