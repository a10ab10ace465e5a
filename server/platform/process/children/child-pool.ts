import { TaskFailed } from '#server/platform/process/task-failed.ts'
import { type Child, type ChildLimits, startChild } from './start-child.ts'

const idleMs = 30_000
const mostWaiting = 200
const megabyte = 1024 * 1024

type Work = { script: URL; name: string; bytes: Buffer; input?: object; timeLimitMs?: number }

/**
 * Creates a pool of child processes for native code, because limits of threads do not apply to native code. Processes
 * start on demand and stop when idle.
 */
export function createChildPool({ children, ...limits }: ChildLimits & { children: number }) {
  const all = new Set<Child>()
  const idle = new Map<Child, NodeJS.Timeout>()
  const waiting: PromiseWithResolvers<void>[] = []

  function takeIdle(): Child | null {
    const [known] = [...idle.keys()].slice(-1)
    if (!known) return null
    clearTimeout(idle.get(known))
    idle.delete(known)
    return known.isAlive() ? known : takeIdle()
  }

  // Starts a process without waiting for it. The start takes tenths of a second, and another process may become free
  // first.
  function startAnotherProcess() {
    const child = startChild(limits)
    all.add(child)
    child.ended.then(() => {
      all.delete(child)
      waiting.shift()?.resolve()
    })
    child.begun.then(
      () => giveBack(child),
      (reason) => waiting.shift()?.reject(reason),
    )
  }

  async function takeInTurn(): Promise<Child> {
    for (;;) {
      const child = takeIdle()
      if (child) return child
      if (waiting.length >= mostWaiting) throw new Error('Too many tasks wait for the processes')
      if (all.size < children) startAnotherProcess()
      const turn = Promise.withResolvers<void>()
      waiting.push(turn)
      await turn.promise
    }
  }

  // Makes a process available for the next task. Stops it instead if it uses much memory, because the next task would
  // have too little.
  function giveBack(child: Child) {
    if (!child.isAlive()) return
    if (child.memory() > (limits.memoryMb * megabyte) / 3) return void child.stop()
    idle.set(child, setTimeout(() => child.stop(), idleMs).unref())
    waiting.shift()?.resolve()
  }

  return {
    async run<Output>({ script, name, bytes, input = {}, timeLimitMs = limits.timeLimitMs }: Work): Promise<Output> {
      const child = await takeInTurn()
      try {
        const { said, bytes: made } = await child.run({ script: script.href, name, input }, bytes, timeLimitMs)
        if (said.is === 'broken') throw new Error(said.words)
        if (said.is !== 'done') throw new TaskFailed(said.words ?? '', null)
        return (said.value && { ...said.value, ...(made.length > 0 && { bytes: made }) }) as Output
      } finally {
        giveBack(child)
      }
    },
    /** Stops the processes. Tasks fail with a plain error instead of `TaskFailed`, so they run again later. */
    async close(): Promise<void> {
      for (const turn of waiting.splice(0)) turn.reject(new Error('The processes are ended'))
      await Promise.all([...all].map((child) => child.stop()))
    },
  }
}
