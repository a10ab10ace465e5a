import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'

const corked = new WeakSet<Socket>()

/** Gathers the messages of one tick and sends them at once. A system call costs more than most statements. */
export function sendTogether(client: PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  if (corked.has(stream)) return
  corked.add(stream)
  stream.cork()
  process.nextTick(() => {
    corked.delete(stream)
    stream.uncork()
  })
}
