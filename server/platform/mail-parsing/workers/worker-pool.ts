import { Worker } from 'node:worker_threads'

const IDLE_MS = 30_000
const START_LIMIT_MS = 20_000

type PoolOptions = { script: URL; workers: number; timeLimitMs: number; memoryMb: number }

type Task = {
  message: { name: string; input: unknown }
  transfer: ArrayBuffer[]
  resolve(output: unknown): void
  reject(error: Error): void
}

type Seat = { worker: Worker; task: Task | null; isReady: boolean; timer: NodeJS.Timeout | null }

/** What a worker sends: that it is up, then one answer for each task. */
export type WorkerMessage = { ready: true } | { ready: false; output?: unknown; error?: string }

export type WorkerPool = ReturnType<typeof createWorkerPool>

/** The task broke its worker or outlived its time, as opposed to trouble with the workers themselves. */
export class TaskFailed extends Error {
  readonly isTimeout: boolean
  constructor(message: string, isTimeout: boolean) {
    super(message)
    this.isTimeout = isTimeout
  }
}

/**
 * Threads for work on hostile input. One that takes longer or more memory than it may have is killed from outside,
 * and the next task gets a fresh one. Idle threads go away by themselves.
 */
export function createWorkerPool({ script, workers, timeLimitMs, memoryMb }: PoolOptions) {
  const seats = new Set<Seat>()
  const queue: Task[] = []

  function startNext() {
    const free = [...seats].find(({ task }) => !task)
    const seat = free ?? (seats.size < workers && queue.length ? openSeat() : null)
    const task = seat && queue.shift()
    if (!seat || !task) return
    seat.task = task
    seat.worker.ref()
    // The time limit is the task's own: a thread that is still starting on a busy machine has another.
    setTimer(seat, seat.isReady ? timeLimitMs : START_LIMIT_MS, () => fail(seat, 'took too long', true))
    seat.worker.postMessage(task.message, task.transfer)
  }

  function openSeat(): Seat {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
    const seat: Seat = { worker: new Worker(script, { resourceLimits }), task: null, isReady: false, timer: null }
    seats.add(seat)
    seat.worker.on('message', (message: WorkerMessage) => receive(seat, message))
    seat.worker.on('error', (error) => fail(seat, error.message, false))
    seat.worker.on('exit', () => fail(seat, 'stopped', false))
    seat.worker.unref()
    return seat
  }

  function receive(seat: Seat, message: WorkerMessage) {
    if (message.ready) {
      seat.isReady = true
      if (seat.task) setTimer(seat, timeLimitMs, () => fail(seat, 'took too long', true))
      return
    }
    const { task } = seat
    seat.task = null
    seat.worker.unref()
    setTimer(seat, IDLE_MS, () => closeSeat(seat))
    if (message.error === undefined) task?.resolve(message.output)
    else task?.reject(new TaskFailed(message.error, false))
    startNext()
  }

  function fail(seat: Seat, reason: string, isTimeout: boolean) {
    if (!seats.has(seat)) return
    closeSeat(seat)
    // A thread that never came up says nothing about the task it was meant for.
    seat.task?.reject(seat.isReady ? new TaskFailed(reason, isTimeout) : new Error(`A worker did not start: ${reason}`))
    startNext()
  }

  function closeSeat(seat: Seat) {
    if (seat.timer) clearTimeout(seat.timer)
    seats.delete(seat)
    void seat.worker.terminate()
  }

  return {
    run<Output>(name: string, input: unknown, transfer: ArrayBuffer[] = []): Promise<Output> {
      return new Promise<Output>((resolve, reject) => {
        queue.push({ message: { name, input }, transfer, resolve: (output) => resolve(output as Output), reject })
        startNext()
      })
    },
    /** What is still under way fails as a plain error, not as a verdict on its input, so that it is done again later. */
    async close(): Promise<void> {
      const closing = [...seats]
      const unfinished = [...queue.splice(0), ...closing.flatMap(({ task }) => task ?? [])]
      seats.clear()
      for (const task of unfinished) task.reject(new Error('The workers are closing'))
      await Promise.all(closing.map(({ worker }) => worker.terminate()))
    },
  }
}

function setTimer(seat: Seat, delayMs: number, work: () => void) {
  if (seat.timer) clearTimeout(seat.timer)
  seat.timer = setTimeout(work, delayMs).unref()
}
