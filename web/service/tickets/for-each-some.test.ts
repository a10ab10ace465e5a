import { expect, test } from 'vitest'
import { forEachSome } from './for-each-some.ts'

test('every one is worked on, and never more than a few at once', async () => {
  const running = new Set<number>()
  const most: number[] = []
  await forEachSome([1, 2, 3, 4, 5], { atOnce: 2, signal: new AbortController().signal }, async (one) => {
    running.add(one)
    most.push(running.size)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running.delete(one)
  })
  expect(most).toHaveLength(5)
  expect(Math.max(...most)).toBe(2)
})

test('what has not begun when it is stopped is left alone', async () => {
  const stop = new AbortController()
  const done: number[] = []
  await forEachSome([1, 2, 3, 4], { atOnce: 1, signal: stop.signal }, async (one) => {
    done.push(one)
    if (one === 2) stop.abort()
  })
  expect(done).toEqual([1, 2])
})
