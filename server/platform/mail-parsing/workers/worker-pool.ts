import { setImmediate as nextTurn } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { TaskFailed } from '#server/platform/process/task-failed.ts'

const IDLE_MS = 30_000
const MOST_WAITING = 100
// Longer than all tasks that may wait in front together.
const WAIT_LIMIT_MS = 10 * 60_000

type PoolOptions = { script: URL; workers: number; timeLimitMs: number; memoryMb: number }

type Task = { abort: AbortController; timer: NodeJS.Timeout | undefined; hasBegun: boolean }

/** The argument of a function in the worker's script. It posts the id when it begins, which starts the timeout. */
export type WorkerTask<Input> = { id: number; input: Input }

/** A thread over its time or memory is killed from outside, and the next task gets a new one. */
export function createWorkerPool({ script, workers, timeLimitMs, memoryMb }: PoolOptions) {
  const tasks = new Map<number, Task>()
  let lastId = 0
  const pool = new Piscina({
    filename: script.href,
    minThreads: 0,
    maxThreads: workers,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    recordTiming: false,
  })
  pool.on('message', (id: number) => {
    const task = tasks.get(id)
    if (!task) return
    task.hasBegun = true
    endAfter(task, timeLimitMs, new TaskFailed('took too long', 'time'))
  })
  // A thread that fails to start reports nothing to its tasks.
  pool.on('error', (error: Error) => {
    for (const task of tasks.values()) if (!task.hasBegun) task.abort.abort(error)
  })

  /** Piscina does not replace a dead thread for waiting tasks, only for a new one. */
  function replaceThread() {
    if (pool.queueSize > 0 && pool.threads.length < workers) pool.run(null, { name: 'wake' }).catch(() => {})
  }

  return {
    async run<Output>(name: string, input: unknown, transferList: ArrayBuffer[] = []): Promise<Output> {
      // Piscina has no limit for tasks that can be aborted.
      if (pool.queueSize >= MOST_WAITING) throw new Error('Too many tasks wait for the workers')
      const id = ++lastId
      const task: Task = { abort: new AbortController(), timer: undefined, hasBegun: false }
      tasks.set(id, task)
      endAfter(task, WAIT_LIMIT_MS, new Error('No worker took the task'))
      try {
        return await pool.run({ id, input } satisfies WorkerTask<unknown>, {
          name,
          transferList,
          signal: task.abort.signal,
        })
      } catch (error) {
        replaceThread()
        // The start and the end of a task are reported over different ports, so their order can change.
        await nextTurn()
        if (task.abort.signal.aborted) throw task.abort.signal.reason
        throw task.hasBegun && tasks.has(id) ? new TaskFailed((error as Error).message, null) : error
      } finally {
        clearTimeout(task.timer)
        tasks.delete(id)
      }
    },
    /** Running work fails as a plain error, not as a result for its input, so that it runs again later. */
    async close(): Promise<void> {
      for (const { timer } of tasks.values()) clearTimeout(timer)
      tasks.clear()
      await pool.destroy()
    },
  }
}

function endAfter(task: Task, delayMs: number, reason: Error) {
  clearTimeout(task.timer)
  task.timer = setTimeout(() => task.abort.abort(reason), delayMs).unref()
}
