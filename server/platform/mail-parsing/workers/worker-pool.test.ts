import { afterAll, expect, test } from 'vitest'
import { createWorkerPool, TaskFailed } from './worker-pool.ts'

const pool = createWorkerPool({
  script: new URL('./fixtures/hostile-worker.ts', import.meta.url),
  workers: 1,
  timeLimitMs: 300,
  memoryMb: 32,
})

afterAll(pool.close)

const shared = () => new SharedArrayBuffer(4)

test.each([
  ['hang', true],
  ['devour', false],
  ['exit', false],
])('a task that does %s is ended from outside, and the next one gets a fresh thread', async (name, isTimeout) => {
  const [failure, answer] = await Promise.all([
    pool.run(name, shared()).catch((error) => error),
    pool.run('answer', null),
  ])
  expect(failure).toBeInstanceOf(TaskFailed)
  expect(failure).toMatchObject({ isTimeout })
  expect(answer).toBe(42)
})

test('a thread that hangs stops using the processor', async () => {
  const counter = shared()
  await pool.run('hang', counter).catch(() => {})
  const read = () => Atomics.load(new Int32Array(counter), 0)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const stopped = read()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(stopped).toBeGreaterThan(0)
  expect(read()).toBe(stopped)
})

test('what is under way when the pool closes fails as trouble of the server, not of the task', async () => {
  const failure = pool.run('hang', shared()).catch((error) => error)
  await pool.close()
  expect(await failure).not.toBeInstanceOf(TaskFailed)
})
