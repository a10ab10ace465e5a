import { afterAll, expect, test } from 'vitest'
import { TaskFailed } from '#server/platform/process/task-failed.ts'
import { createChildPool } from './child-pool.ts'

const script = new URL('./fixtures/hostile-task.ts', import.meta.url)
const pool = createChildPool({ children: 1, timeLimitMs: 1_500, memoryMb: 200 })
// Has a long time limit for tasks that end without the limit, because these tasks can be slow on a busy machine.
const patientPool = createChildPool({ children: 1, timeLimitMs: 60_000, memoryMb: 200 })

afterAll(pool.close)
afterAll(patientPool.close)

type TaskAnswer = { length: number; times: number; bytes: Buffer }
const ask = (which: typeof pool, name: string, bytes = Buffer.from('ab'), input: object = { times: 3 }) =>
  which.run<TaskAnswer>({ script, name, bytes, input })
const failure = (which: typeof pool, name: string) => ask(which, name).catch((error: unknown) => error)
const pidOf = async (which: typeof pool) =>
  (await which.run<{ pid: number }>({ script, name: 'own', bytes: empty })).pid
const empty = Buffer.alloc(0)
const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a task has bytes and words, and answers with both, however many bytes there are', async () => {
  expect(await ask(patientPool, 'answer')).toEqual({ length: 2, times: 3, bytes: Buffer.from('ababab') })
  const large = Buffer.alloc(20 * 1024 * 1024, 'x')
  const { length, bytes } = await ask(patientPool, 'answer', large, { times: 1 })
  expect([length, bytes.equals(large)]).toEqual([large.length, true])
  expect(await ask(patientPool, 'nothing')).toBeNull()
})

test.each([
  ['hang', pool, true],
  ['devour', patientPool, false],
  ['crash', patientPool, false],
  ['exit', patientPool, false],
  ['lie', patientPool, false],
  ['fail', patientPool, false],
])('a task that does %s fails alone, and the next one is done', async (name, which, isTimeout) => {
  const [failed, answered] = await Promise.all([failure(which, name), ask(which, 'answer')])
  expect(failed).toBeInstanceOf(TaskFailed)
  expect(failed).toMatchObject({ isTimeout })
  expect(answered.bytes.toString()).toBe('ababab')
})

test('what passes a limit is told by which, and may be given more time', async () => {
  expect(await failure(patientPool, 'devour')).toMatchObject({ tookTooMuchMemory: true, isTimeout: false })
  const hurried = patientPool.run({ script, name: 'hang', bytes: empty, timeLimitMs: 50 })
  expect(await hurried.catch((error: unknown) => error)).toMatchObject({ tookTooMuchMemory: false, isTimeout: true })
})

test('a process that was ended is gone, and its successor is another one', async () => {
  const first = await pidOf(pool)
  expect(await pidOf(pool)).toBe(first)
  await failure(pool, 'hang')
  await expect.poll(() => isThere(first), { timeout: 20_000 }).toBe(false)
  expect(await pidOf(pool)).not.toBe(first)
})

test('a task waits for no process that has yet to begin where another one is ready sooner', async () => {
  const two = createChildPool({ children: 2, timeLimitMs: 60_000, memoryMb: 200 })
  const first = await pidOf(two)
  expect(await Promise.all([pidOf(two), pidOf(two), pidOf(two)])).toEqual([first, first, first])
  await two.close()
})

test('a process knows none of our settings', async () => {
  const { settings } = await patientPool.run<{ settings: string[] }>({ script, name: 'own', bytes: empty })
  expect(settings).toEqual(['MALLOC_ARENA_MAX'])
})

test('about two hundred tasks may wait, and whoever comes then may come again', async () => {
  const asked = Array.from({ length: 210 }, () => ask(patientPool, 'nothing').catch((error: unknown) => error))
  const answers = await Promise.all(asked)
  expect(answers.slice(0, 201)).toEqual(Array(201).fill(null))
  expect(answers.at(-1)).toBeInstanceOf(Error)
  expect(answers.at(-1)).not.toBeInstanceOf(TaskFailed)
  expect(await ask(patientPool, 'nothing')).toBeNull()
})

test('what cannot be run, or is under way when the pool closes, is trouble of the server and not of the task', async () => {
  const missing = new URL('./fixtures/no-such-task.ts', import.meta.url)
  const broken = await patientPool
    .run({ script: missing, name: 'answer', bytes: empty })
    .catch((error: unknown) => error)
  expect(broken).toBeInstanceOf(Error)
  expect(broken).not.toBeInstanceOf(TaskFailed)
  const pid = await pidOf(patientPool)
  const waiting = [failure(patientPool, 'hang'), failure(patientPool, 'answer')]
  await patientPool.close()
  for (const failed of await Promise.all(waiting)) {
    expect(failed).toBeInstanceOf(Error)
    expect(failed).not.toBeInstanceOf(TaskFailed)
  }
  expect(isThere(pid)).toBe(false)
  expect(await ask(patientPool, 'nothing')).toBeNull()
})

test('a process that somebody else ended is no verdict on its task', async () => {
  const pid = await pidOf(patientPool)
  const failed = failure(patientPool, 'hang')
  process.kill(pid, 'SIGKILL')
  expect(await failed).toBeInstanceOf(Error)
  expect(await failed).not.toBeInstanceOf(TaskFailed)
})
