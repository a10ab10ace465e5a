const mostBytes = 7_500
const gatherMs = 10

export type Signal = { workspaceId: string; topic: string; body: unknown }

/** Sends signals between processes, in order. Signals are not stored: a disconnected process misses them. */
export function createSignals(notify: (payload: string) => Promise<unknown>) {
  const listeners = new Set<(signal: Signal) => void>()
  let waiting: string[] = []
  let sending: Promise<void> | undefined

  const takeBatch = () => {
    const batch = [waiting.shift()!]
    let bytes = Buffer.byteLength(batch[0]!)
    while (waiting.length > 0) {
      bytes += 1 + Buffer.byteLength(waiting[0]!)
      if (bytes > mostBytes) break
      batch.push(waiting.shift()!)
    }
    return batch.join('\n')
  }
  const sendAll = async () => {
    await new Promise((resolve) => setTimeout(resolve, gatherMs))
    while (waiting.length > 0) await notify(takeBatch()).catch(() => {})
    sending = undefined
  }

  return {
    tell(signal: Signal) {
      waiting.push(JSON.stringify(signal))
      sending ??= sendAll()
    },
    onSignal(listener: (signal: Signal) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    hear(payload: string) {
      for (const line of payload.split('\n')) for (const listener of listeners) listener(JSON.parse(line))
    },
    stop: () => {
      waiting = []
      return sending
    },
  }
}
