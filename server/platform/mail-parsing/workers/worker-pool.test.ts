import { afterAll, expect, test } from 'vitest'
import { TaskFailed } from '#server/platform/process/task-failed.ts'
import { createWorkerPool } from './worker-pool.ts'

const script = new URL('./fixtures/hostile-worker.ts', import.meta.url)
const pool = createWorkerPool({ script, workers: 1, timeLimitMs: 300, memoryMb: 32 })
// Pool for tasks that end by themselves. The time limit is long, because a busy machine can be slow.
const patientPool = createWorkerPool({ script, workers: 1, timeLimitMs: 60_000, memoryMb: 32 })

afterAll(pool.close)
afterAll(patientPool.close)

const shared = () => new SharedArrayBuffer(4)

test.each([
  ['hang', pool, true],
  ['devour', patientPool, false],
  ['exit', patientPool, false],
  ['fail', patientPool, false],
])('a task that does %s is ended from outside, and the next one gets a fresh thread', async (name, pool, isTimeout) => {
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

test('tasks that wait behind some that hang are all done, without another one to wake them', async () => {
  const hanging = [pool.run('hang', shared()), pool.run('hang', shared())].map((task) => task.catch((error) => error))
  const answers = await Promise.all([1, 2, 3, 4].map(() => pool.run('answer', null)))
  expect(answers).toEqual([42, 42, 42, 42])
  expect(await Promise.all(hanging)).toMatchObject([{ isTimeout: true }, { isTimeout: true }])
})

test('about a hundred tasks may wait, and whoever comes then may come again', async () => {
  const asked = Array.from({ length: 110 }, () => pool.run('answer', null).catch((error) => error))
  const answers = await Promise.all(asked)
  expect(answers.slice(0, 95)).toEqual(Array(95).fill(42))
  expect(answers.at(-1)).toBeInstanceOf(Error)
  expect(answers.at(-1)).not.toBeInstanceOf(TaskFailed)
  expect(await pool.run('answer', null)).toBe(42)
})

test('a worker that cannot start fails its tasks at once, as trouble of the server', async () => {
  const broken = createWorkerPool({
    script: new URL('./fixtures/no-such-worker.ts', import.meta.url),
    workers: 1,
    timeLimitMs: 300,
    memoryMb: 32,
  })
  const failures = await Promise.all([1, 2].map(() => broken.run('answer', null).catch((error) => error)))
  await broken.close()
  expect(failures).toEqual([expect.any(Error), expect.any(Error)])
  expect(failures.some((error) => error instanceof TaskFailed)).toBe(false)
})

test('what is under way when the pool closes fails as trouble of the server, not of the task', async () => {
  const failure = pool.run('hang', shared()).catch((error) => error)
  await pool.close()
  expect(await failure).toBeInstanceOf(Error)
  expect(await failure).not.toBeInstanceOf(TaskFailed)
  expect(await pool.run('answer', null)).toBe(42)
})
