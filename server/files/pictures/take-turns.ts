import { Refusal } from '#server/platform/refusal.ts'

type Options = { atOnce: number; mostWaiting: number }

/** So much dear work at once, one for each workspace; those that wait take turns, and too many of one are refused. */
export function takeTurns({ atOnce, mostWaiting }: Options) {
  const waiting = new Map<string, (() => void)[]>()
  const running = new Set<string>()

  function beginNext() {
    for (const [workspaceId, queue] of waiting) {
      if (running.size >= atOnce) return
      if (running.has(workspaceId)) continue
      running.add(workspaceId)
      queue.shift()!()
      // Whoever has had a turn stands behind the others.
      waiting.delete(workspaceId)
      if (queue.length > 0) waiting.set(workspaceId, queue)
    }
  }

  return async function inTurn<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const queue = waiting.get(workspaceId) ?? []
    if (queue.length >= mostWaiting) throw new Refusal('took-too-long', { retryAfterSeconds: 5 })
    await new Promise<void>((begin) => {
      queue.push(begin)
      waiting.set(workspaceId, queue)
      beginNext()
    })
    try {
      return await work()
    } finally {
      running.delete(workspaceId)
      beginNext()
    }
  }
}
