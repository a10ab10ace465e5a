import { expect, test } from 'vitest'
import { Refusal } from '#server/platform/refusal.ts'
import { createLimiter, type Limit } from './limits.ts'

const limit: Limit = { name: 'test', most: 2, perMs: 60_000 }
const start = 1_000_000

/** Returns how many calls are left, or how many seconds the caller must wait. */
function answerOf(call: () => { remaining: number }): string {
  try {
    return `${call().remaining} left`
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `wait ${error.retryAfterSeconds} s`
  }
}

test('so many calls are taken, the next one hears when to come again, and then all is as before', () => {
  const { count } = createLimiter(1)
  const answers = [0, 1000, 2000, 59_999, 60_000].map((ms) => answerOf(() => count(limit, 'a', start + ms)))
  expect(answers).toEqual(['1 left', '0 left', 'wait 58 s', 'wait 1 s', '1 left'])
})

test('each one has a limit of their own, and each limit counts by itself', () => {
  const { count } = createLimiter(1)
  const other = { ...limit, name: 'other' }
  const counted = [
    [limit, 'a'],
    [limit, 'b'],
    [other, 'a'],
  ] as const
  expect(counted.map(([of, key]) => answerOf(() => count(of, key, start)))).toEqual(['1 left', '1 left', '1 left'])
})

test('whoever is refused goes on being counted, and gains nothing by it', () => {
  const { count } = createLimiter(1)
  for (let turn = 0; turn < 100; turn += 1) answerOf(() => count(limit, 'a', start))
  expect(answerOf(() => count(limit, 'a', start + 59_000))).toBe('wait 1 s')
})

test('looking whether something is left counts nothing', () => {
  const { count, refuseSpent } = createLimiter(1)
  for (let turn = 0; turn < 5; turn += 1) refuseSpent(limit, 'a', start)
  expect(answerOf(() => count(limit, 'a', start))).toBe('1 left')
  count(limit, 'a', start)
  expect(() => refuseSpent(limit, 'a', start)).toThrow(Refusal)
})

test('an amount is taken while there is room for it, and what was refused takes nothing', () => {
  const { spend } = createLimiter(1)
  const bytes = { ...limit, most: 10 }
  const answers = [6, 6, 4, 1].map((amount) => answerOf(() => spend(bytes, 'a', amount, start)))
  expect(answers).toEqual(['4 left', 'wait 60 s', '0 left', 'wait 60 s'])
  expect(answerOf(() => spend(bytes, 'a', 10, start + 60_000))).toBe('0 left')
})

test('a relaxed limiter takes so many times as much', () => {
  const { count } = createLimiter(1000)
  expect(answerOf(() => count(limit, 'a', start))).toBe('1999 left')
})

test('a crowd of networks makes it forget the oldest, and not the newest', () => {
  const { count } = createLimiter(1)
  count(limit, 'first', start)
  for (let n = 0; n < 50_000; n += 1) count(limit, `network ${n}`, start + 1)
  expect(answerOf(() => count(limit, 'first', start + 2))).toBe('1 left')
  expect(answerOf(() => count(limit, 'network 49999', start + 2))).toBe('0 left')
})
