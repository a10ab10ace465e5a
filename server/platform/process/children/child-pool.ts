import { TaskFailed } from '#server/platform/process/task-failed.ts'
import { type Child, type ChildLimits, startChild } from './start-child.ts'

const idleMs = 30_000
const mostWaiting = 200
const megabyte = 1024 * 1024

type Work = { script: URL; name: string; bytes: Buffer; input?: object; timeLimitMs?: number }

/** For native code, which thread limits cannot bound. Processes start on demand, end when idle, and run one task. */
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

  /** A process takes some tenths of a second to start, in which another may become free. */
  function startOne() {
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
      if (all.size < children) startOne()
      const turn = Promise.withResolvers<void>()
      waiting.push(turn)
      await turn.promise
    }
  }

  /** A process that keeps much memory would have less for the next task. */
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
    /** Running work fails as a plain error, not as a result for its input, so that it runs again later. */
    async close(): Promise<void> {
      for (const turn of waiting.splice(0)) turn.reject(new Error('The processes are ended'))
      await Promise.all([...all].map((child) => child.stop()))
    },
  }
}
