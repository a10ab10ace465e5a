import type pg from 'pg'

const joined = new WeakSet<object>()

/** Sends all statements that a connection gets in this turn of the event loop with one system call. */
export function corkWrites({ connection: { stream } }: pg.ClientBase) {
  if (joined.has(stream)) return
  joined.add(stream)
  stream.cork()
  process.nextTick(() => {
    joined.delete(stream)
    stream.uncork()
  })
}
