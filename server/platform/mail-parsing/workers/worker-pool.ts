import { setImmediate as nextTurn } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { describeError } from '#server/platform/log.ts'
import { TaskFailed } from '#server/platform/process/task-failed.ts'

const IDLE_MS = 30_000
const MOST_WAITING = 100
// Maximum time that a task waits for a worker. The tasks of a full queue need less time.
const WAIT_LIMIT_MS = 10 * 60_000

type PoolOptions = { script: URL; workers: number; timeLimitMs: number; memoryMb: number }

type Task = { abort: AbortController; timer: NodeJS.Timeout | undefined; hasBegun: boolean }

/** The argument of a function in a worker script. The function must post `id` first, to start the timeout. */
export type WorkerTask<Input> = { id: number; input: Input }

/** Creates a worker pool. A thread beyond its time or memory limit is killed and replaced. */
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
  // A thread that fails to start does not report the failure to its tasks, so all tasks that have not begun are
  // aborted.
  pool.on('error', (error: Error) => {
    for (const task of tasks.values()) if (!task.hasBegun) task.abort.abort(error)
  })

  /** Piscina replaces a dead thread only when a new task arrives, so this function adds an empty task. */
  function replaceThread() {
    if (pool.queueSize > 0 && pool.threads.length < workers) pool.run(null, { name: 'wake' }).catch(() => {})
  }

  return {
    async run<Output>(name: string, input: unknown, transferList: ArrayBuffer[] = []): Promise<Output> {
      // Piscina does not limit the queue of abortable tasks.
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
        // The messages about start and end of a task use different ports, so the end can arrive before the start.
        await nextTurn()
        if (task.abort.signal.aborted) throw task.abort.signal.reason
        throw task.hasBegun && tasks.has(id) ? new TaskFailed(describeError(error).message, null) : error
      } finally {
        clearTimeout(task.timer)
        tasks.delete(id)
      }
    },
    /**
     * Ends the threads. Running tasks fail with a plain error instead of `TaskFailed`, so their jobs run again later.
     */
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
