import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReloader } from './reloader.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('changes that come together are loaded once', async () => {
  const load = vi.fn(async () => {})
  const reloader = createReloader(load, 100)
  reloader.ask()
  reloader.ask()
  await vi.advanceTimersByTimeAsync(100)
  expect(load).toHaveBeenCalledTimes(1)
})

test('a change during a load is loaded after it', async () => {
  let finish = () => {}
  const load = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const reloader = createReloader(load, 100)
  reloader.ask()
  await vi.advanceTimersByTimeAsync(100)
  reloader.ask()
  await vi.advanceTimersByTimeAsync(1000)
  expect(load).toHaveBeenCalledTimes(1)
  finish()
  await vi.advanceTimersByTimeAsync(100)
  expect(load).toHaveBeenCalledTimes(2)
})

test('a stream of changes without a pause is followed all the same', async () => {
  const load = vi.fn(async () => {})
  const reloader = createReloader(load, 100)
  for (let at = 0; at < 1000; at += 20) {
    reloader.ask()
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(load.mock.calls.length).toBeGreaterThan(5)
})

test('a failed load does not end the following', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(undefined)
  const reloader = createReloader(load, 100)
  reloader.ask()
  await vi.advanceTimersByTimeAsync(100)
  reloader.ask()
  await vi.advanceTimersByTimeAsync(100)
  expect(load).toHaveBeenCalledTimes(2)
})

test('after its end nothing is loaded', async () => {
  const load = vi.fn(async () => {})
  const reloader = createReloader(load, 100)
  reloader.ask()
  reloader.stop()
  reloader.ask()
  await vi.advanceTimersByTimeAsync(1000)
  expect(load).not.toHaveBeenCalled()
})
