import { afterAll, expect, test } from 'vitest'
import { createWorkerPool, TaskFailed } from './worker-pool.ts'

const pool = createWorkerPool({
  script: new URL('../fixtures/hostile-worker.ts', import.meta.url),
  workers: 1,
  timeLimitMs: 300,
  memoryMb: 32,
})

afterAll(pool.close)

test.each([
  ['hang', true],
  ['devour', false],
  ['exit', false],
])('a task that does %s is ended from outside, and the next one gets a fresh thread', async (name, isTimeout) => {
  const [failure, answer] = await Promise.all([pool.run(name, null).catch((error) => error), pool.run('answer', null)])
  expect(failure).toBeInstanceOf(TaskFailed)
  expect(failure).toMatchObject({ isTimeout })
  expect(answer).toBe(42)
})

test('what is under way when the pool closes fails as trouble of the server, not of the task', async () => {
  const failure = pool.run('hang', null).catch((error) => error)
  await pool.close()
  expect(await failure).not.toBeInstanceOf(TaskFailed)
})
