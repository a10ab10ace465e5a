import { Refusal } from '#server/platform/refusal.ts'

type Options = { atOnce: number; ofOne?: number; mostWaiting: number }

/**
 * Limits simultaneous work: `atOnce` in total, `ofOne` per workspace. The waiting workspace with the least running work
 * is next. If `ofOne` equals `atOnce`, the work must be short, because one workspace can block all others.
 */
export function takeTurns({ atOnce, ofOne = 1, mostWaiting }: Options) {
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let underWay = 0

  function findNext(): string | undefined {
    let next: string | undefined
    let least = ofOne
    for (const workspaceId of waiting.keys()) {
      const own = running.get(workspaceId) ?? 0
      if (own >= least) continue
      next = workspaceId
      least = own
    }
    return next
  }

  function beginNext() {
    if (underWay >= atOnce) return
    const workspaceId = findNext()
    if (workspaceId === undefined) return
    underWay += 1
    running.set(workspaceId, (running.get(workspaceId) ?? 0) + 1)
    const queue = waiting.get(workspaceId)!
    queue.shift()!()
    waiting.delete(workspaceId)
    if (queue.length > 0) waiting.set(workspaceId, queue)
  }

  function end(workspaceId: string) {
    underWay -= 1
    const left = running.get(workspaceId)! - 1
    if (left > 0) running.set(workspaceId, left)
    else running.delete(workspaceId)
    beginNext()
  }

  /**
   * Runs the work when its turn comes. Refuses if `most` calls of the workspace already wait. Calls that hold a
   * connection while waiting pass a lower `most`.
   */
  return async function inTurn<T>(workspaceId: string, work: () => Promise<T>, most = mostWaiting): Promise<T> {
    const queue = waiting.get(workspaceId) ?? []
    if (queue.length >= most) throw new Refusal('took-too-long', { retryAfterSeconds: 5 })
    await new Promise<void>((begin) => {
      queue.push(begin)
      waiting.set(workspaceId, queue)
      beginNext()
    })
    try {
      return await work()
    } finally {
      end(workspaceId)
    }
  }
}
