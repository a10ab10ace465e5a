import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReloader } from './reloader.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('changes that come together are loaded once', async () => {
  const load = vi.fn(async () => {})
  const reloader = createReloader(load)
  reloader.ask()
  reloader.ask()
  await vi.advanceTimersByTimeAsync(100)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(load).toHaveBeenCalledTimes(1)
})

test('a change during a load is loaded after it', async () => {
  let finish = () => {}
  const load = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const reloader = createReloader(load)
  reloader.ask()
  await vi.advanceTimersByTimeAsync(100)
  reloader.ask()
  await vi.advanceTimersByTimeAsync(5000)
  expect(load).toHaveBeenCalledTimes(1)
  finish()
  await vi.advanceTimersByTimeAsync(100)
  expect(load).toHaveBeenCalledTimes(2)
})

test('a stream of changes without a pause is followed once a second, and its last change is loaded', async () => {
  const startedAt: number[] = []
  let lastChangeAt = 0
  const reloader = createReloader(async () => startedAt.push(performance.now()))
  for (let at = 0; at < 10_000; at += 20) {
    reloader.ask()
    lastChangeAt = performance.now()
    await vi.advanceTimersByTimeAsync(20)
  }
  await vi.advanceTimersByTimeAsync(5000)
  const pauses = startedAt.slice(1).map((at, index) => at - startedAt[index]!)
  expect(startedAt).toHaveLength(11)
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1000)
  expect(startedAt.at(-1)).toBeGreaterThan(lastChangeAt)
})

test('after a second of silence a change is loaded soon again', async () => {
  const load = vi.fn(async () => {})
  const reloader = createReloader(load)
  reloader.ask()
  await vi.advanceTimersByTimeAsync(1100)
  reloader.ask()
  await vi.advanceTimersByTimeAsync(100)
  expect(load).toHaveBeenCalledTimes(2)
})

test('a failed load does not end the following', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(undefined)
  const reloader = createReloader(load)
  reloader.ask()
  await vi.advanceTimersByTimeAsync(100)
  reloader.ask()
  await vi.advanceTimersByTimeAsync(1000)
  expect(load).toHaveBeenCalledTimes(2)
})

test('after its end nothing is loaded', async () => {
  const load = vi.fn(async () => {})
  const reloader = createReloader(load)
  reloader.ask()
  reloader.stop()
  reloader.ask()
  await vi.advanceTimersByTimeAsync(1000)
  expect(load).not.toHaveBeenCalled()
})
