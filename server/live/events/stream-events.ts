import type { FastifyReply, FastifyRequest } from 'fastify'
import { streamEvents as contract, eventsForKeys } from '#contract/live/events.ts'
import { isUuid } from '#contract/uuid.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { earliestId, type LiveEvent, readEvents, timeOfId } from '#server/platform/events/read-events.ts'
import type { Caller, Person } from '#server/platform/http/caller.ts'
import { limitsAtOnce, refuseMoreThan } from '#server/platform/http/limits.ts'
import type { App, Platform } from '#server/platform/http/platform.ts'
import { type InTransaction, serveWithoutTransaction } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'

const recheckMs = 60_000
// Minimum pause between rights checks. If the clock of the database is behind, the database still accepts an expired
// key, and checks without a pause would run constantly.
const shortestRecheckMs = 50
const replayMs = 10 * 60_000
// A replay begins this long before the last received event, because events are not committed in the order of their ids.
const skewMs = 5_000
const mostReplayed = 1000

type OpenStream = {
  caller: Person
  platform: Platform
  request: FastifyRequest
  reply: FastifyReply
  inTransaction: InTransaction
}

/** Adds further messages to a new stream. Returns a function that must be called when the stream ends. */
export type FollowStream = (caller: Person, stream: Stream) => () => void

/** Serves live events. A stream ends when the caller's session or key ends, or when the caller's rights change. */
export function serveEvents(app: App, followMore: FollowStream) {
  const open = new Map<string, Set<Stream>>()
  const countOpen = (name: string) => open.get(name)?.size ?? 0

  serveWithoutTransaction(app, contract, async ({ caller, platform, request, reply, inTransaction }) => {
    if (request.method === 'HEAD') return reply.type('text/event-stream').send('')
    const { workspaceId } = caller
    const key = keyOf(caller)
    const names = key ? [key.id, keysOf(workspaceId)] : [caller.id]
    refuseMoreThan(limitsAtOnce.streams, countOpen(names[0]!))
    if (key) refuseMoreThan(limitsAtOnce.streamsOfKeys, countOpen(keysOf(workspaceId)))
    refuseMoreThan(limitsAtOnce.streamsOfWorkspace, platform.hub.countListeners(workspaceId))
    const stream = openStream(request, reply)
    for (const name of names) keepAmong(open, name, stream)
    stream.onClose(followMore(caller, stream))
    await follow({ caller, platform, request, reply, inTransaction }, stream)
  })

  app.addHook('preClose', async () => {
    for (const own of open.values()) for (const stream of own) stream.close()
  })
}

const keyOf = (caller: Person) => (caller.kind === 'member' ? caller.key : null)
const keysOf = (workspaceId: string) => `keys of ${workspaceId}`

function keepAmong(open: Map<string, Set<Stream>>, name: string, stream: Stream) {
  const own = open.get(name) ?? new Set()
  open.set(name, own.add(stream))
  stream.onClose(() => {
    own.delete(stream)
    if (own.size === 0 && open.get(name) === own) open.delete(name)
  })
}

async function follow({ caller, platform, request, inTransaction }: OpenStream, stream: Stream) {
  const { id: personId, sessionId, workspaceId } = caller
  const recheck = createRightsCheck({ caller, platform, inTransaction }, stream)
  const leave = platform.hub.subscribe(workspaceId, {
    onEvent: (event) => {
      if (isFor(caller, event)) stream.send(event)
    },
    onChange: (types) => {
      if (types.has('workspace.suspended') || (keyOf(caller) && types.has('api-keys.changed'))) void recheck()
    },
    onTooMuch: stream.reset,
    onSessionChange: (subject) => {
      if (subject === sessionId || subject === personId) void recheck()
    },
  })
  stream.onClose(leave)
  // Checks the caller's rights again, because they can have changed before the stream subscribed to changes.
  await recheck()
  await replay({ caller, platform }, stream, String(request.headers['last-event-id'] ?? ''))
}

// Returns whether a caller receives an event. `customerIds`: customers who may see the event. `memberId`: the only
// member who may see it; null for the whole team. API keys receive only the types in `eventsForKeys`.
function isFor(caller: Person, { type, customerIds, memberId }: LiveEvent) {
  if (caller.kind === 'customer') return customerIds.includes(caller.id)
  if (caller.key) return memberId === null && eventsForKeys.includes(type)
  return memberId === null || memberId === caller.id
}

function createRightsCheck({ caller, platform, inTransaction }: Omit<OpenStream, 'request' | 'reply'>, stream: Stream) {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  stream.onClose(() => {
    isClosed = true
    clearTimeout(timer)
  })
  const recheck = async () => {
    const standing = await askAnew(platform, inTransaction)
    clearTimeout(timer)
    if (isClosed) return
    if (!standing || rightsOf(standing) !== rightsOf(caller)) {
      if (standing) stream.tellViewerChanged()
      return stream.close()
    }
    timer = setTimeout(() => void recheck(), Math.min(recheckMs, msUntilEnd(standing)))
  }
  return recheck
}

async function askAnew({ log }: Platform, inTransaction: InTransaction): Promise<Caller | null> {
  try {
    return await inTransaction(async (_, caller) => caller, { isReading: true })
  } catch (error) {
    if (!(error instanceof Refusal))
      log.warn({ err: error }, 'a stream was closed because its caller could not be read')
    return null
  }
}

function msUntilEnd(caller: Caller): number {
  const expiresAt = caller.kind === 'member' && caller.key?.expiresAt
  return expiresAt ? Math.max(shortestRecheckMs, Date.parse(expiresAt) - Date.now()) : Number.POSITIVE_INFINITY
}

// Returns a text that changes if the caller's rights change. Omits the role for an API key, because the events for keys
// do not depend on a role.
const rightsOf = (caller: Caller) =>
  [caller.kind, caller.id, caller.workspaceId, caller.kind === 'member' && !caller.key && caller.role].join()

// Sends the events since `lastEventId`. If that event is too old or too many events were missed, tells the page to
// reload its data.
async function replay(
  { caller, platform }: Pick<OpenStream, 'caller' | 'platform'>,
  stream: Stream,
  lastEventId: string,
) {
  if (lastEventId === '') return
  if (!isUuid(lastEventId) || timeOfId(lastEventId) < Date.now() - replayMs) return stream.reset()
  const since = earliestId(timeOfId(lastEventId) - skewMs)
  const missed = await inWorkspace(platform.app, caller.workspaceId, (tx) => readEvents(tx, since)).catch(() => null)
  if (!missed || missed.length > mostReplayed) return stream.reset()
  for (const event of missed) if (isFor(caller, event)) stream.send(event)
}

const heartbeatMs = 25_000
const retryMs = 2_000
const mostBacklogBytes = 256 * 1024

export type Stream = ReturnType<typeof openStream>

function openStream(request: FastifyRequest, reply: FastifyReply) {
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
    // Disconnects a reader that is too slow, to limit memory. The browser reconnects and gets the missed events.
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
    /** Sends a message that a reader does not get again after a reconnect. */
    tell: (event: string, data: object) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    tellViewerChanged: () => write('event: change\ndata: {"type":"viewer.changed","subject":null}\n\n'),
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
