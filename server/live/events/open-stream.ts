import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveEvent } from '#server/platform/events/read-events.ts'

const heartbeatMs = 25_000
const retryMs = 2_000
const mostBacklogBytes = 256 * 1024

export type Stream = ReturnType<typeof openStream>

/** An answer of server-sent events (HTML standard, 9.2). It lasts until either side closes it. */
export function openStream(request: FastifyRequest, reply: FastifyReply) {
  const { raw } = reply
  const closings: (() => void)[] = []
  let isClosed = false

  const closed = () => {
    if (isClosed) return
    isClosed = true
    clearInterval(heartbeat)
    for (const closing of closings) closing()
  }
  const write = (text: string) => {
    if (isClosed) return
    raw.write(text)
    // A reader that is too slow is disconnected and resumes later, instead of filling our memory.
    if (raw.writableLength > mostBacklogBytes) raw.destroy()
  }
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)

  reply.hijack()
  request.raw.socket.setTimeout(0)
  raw.on('close', closed).on('error', closed)
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  write(`retry: ${retryMs}\n\n`)

  return {
    send: ({ id, type, subjectType, subjectId }: LiveEvent) => {
      const subject = subjectType && { type: subjectType, id: subjectId }
      write(`id: ${id}\nevent: change\ndata: ${JSON.stringify({ type, subject })}\n\n`)
    },
    /** A temporary message, which is not repeated to readers who missed it. */
    tell: (event: string, data: object) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    /** Tells readers that their rights changed. */
    tellViewerChanged: () => write('event: change\ndata: {"type":"viewer.changed","subject":null}\n\n'),
    /** Tells readers that they missed changes which are no longer known. */
    reset: () => write('event: reset\ndata: {}\n\n'),
    onClose(closing: () => void) {
      if (isClosed) closing()
      else closings.push(closing)
    },
    close() {
      raw.end()
      closed()
    },
  }
}
