import { expect, test } from 'vitest'
import type { Message, TicketEvent } from '#web/service/tickets/types.ts'
import { buildTimeline, foldTimeline } from './timeline.ts'

const at = (minute: number) => `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z`
const message = (id: string, minute: number, seq: number, isHeld = false) =>
  ({ id, seq, sentAt: isHeld ? null : at(minute), createdAt: at(minute) }) as Message
const event = (id: string, minute: number) => ({ id, createdAt: at(minute) }) as TicketEvent

test('events stand between the messages they happened between, folded together', () => {
  const parts = buildTimeline(
    [message('m1', 1, 1), message('m2', 10, 2)],
    [event('e1', 2), event('e2', 3), event('e3', 11)],
  )
  expect(parts.map(({ key }) => key)).toEqual(['m1', 'e1', 'm2', 'e3'])
})

test('a held reply stands at the end, after everything that happened', () => {
  const parts = buildTimeline([message('m1', 1, 1), message('held', 2, 2, true)], [event('e1', 5)])
  expect(parts.map(({ key }) => key)).toEqual(['m1', 'e1', 'held'])
})

test('a very long conversation shows its beginning and its end', () => {
  const messages = Array.from({ length: 50 }, (_, index) => message(`m${index}`, index, index + 1))
  const { before, hidden, after } = foldTimeline(buildTimeline(messages, []), false)
  expect([before.length, hidden.length, after.length]).toEqual([1, 19, 30])
  expect(foldTimeline(buildTimeline(messages, []), true).hidden).toEqual([])
})
