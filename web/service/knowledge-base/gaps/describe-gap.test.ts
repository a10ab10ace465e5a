import { expect, test } from 'vitest'
import { dropWords, signWords } from './describe-gap.ts'

const none = { withoutResult: 0, becameTicket: 0, failed: 0, unhelpful: 0, repeated: 0 }

test.each([
  [{}, []],
  [{ withoutResult: 1 }, ['found nothing 1 time']],
  [{ withoutResult: 12, becameTicket: 2 }, ['2 searches became a request', 'found nothing 12 times']],
  [{ failed: 1, unhelpful: 3 }, ['1 request sent after reading the article', '3 readers not helped']],
  [{ repeated: 4 }, ['in 4 tickets']],
])('of %o it says %o', (signs, words) => {
  expect(signWords({ ...none, ...signs })).toEqual(words)
})

const now = Date.parse('2026-11-25T12:00:00Z')
const decided = { is: 'written', by: 'Ada', at: '2026-11-01T12:00:00Z', before: 12, after: 1 } as const

test.each([
  [null, 'seen 12 times in the 30 days before, article not published yet'],
  ['2026-11-25T11:59:00Z', 'seen 12 times in the 30 days before, 1 time in the 1 day since then'],
  ['2026-11-16T13:00:00Z', 'seen 12 times in the 30 days before, 1 time in the 9 days since then'],
  ['2026-01-01T00:00:00Z', 'seen 12 times in the 30 days before, 1 time in the 30 days since then'],
])('since %s the drop is told', (since, words) => {
  expect(dropWords({ ...decided, since }, now)).toBe(words)
})
