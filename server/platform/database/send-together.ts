import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'

const held = new WeakSet<Socket>()

/** Holds back what is asked within a moment and sends it at once: a system call costs more than most statements. */
export function sendTogether(client: PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  if (held.has(stream)) return
  held.add(stream)
  stream.cork()
  process.nextTick(() => {
    held.delete(stream)
    stream.uncork()
  })
}
