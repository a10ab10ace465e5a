import type { FastifyReply, FastifyRequest } from 'fastify'
import { streamEvents as contract } from '#contract/messages.ts'
import { asSession, inWorkspace } from '#server/platform/database.ts'
import { earliestId, type LiveEvent, readEvents, timeOfId } from '#server/platform/events/live-events.ts'
import { callerOf } from '#server/platform/http/admission.ts'
import type { Caller, Person } from '#server/platform/http/caller.ts'
import type { App, Platform } from '#server/platform/http/platform.ts'
import { serveApart } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { openStream, type Stream } from './open-stream.ts'

const mostOfUser = 10
const mostOfWorkspace = 2000
const recheckMs = 60_000
const replayMs = 10 * 60_000
/** Events surface in the order of their commits, so one before the last seen may have come after it. */
const skewMs = 5_000
const mostReplayed = 1000
const id = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

type Opened = {
  caller: Person
  platform: Platform
  request: FastifyRequest
  reply: FastifyReply
}

/** What a stream tells beside the changes; it is told of the stream's beginning, and answers with what to do at its end. */
export type FollowStream = (caller: Person, stream: Stream) => () => void

/** The live stream of changes: one for each open browser, closed when its session no longer stands. */
export function serveEvents(app: App, followMore: FollowStream) {
  const ofUser = new Map<string, Set<Stream>>()

  serveApart(app, contract, async ({ caller, platform, request, reply }) => {
    // An answer without a body has nothing to wait for.
    if (request.method === 'HEAD') return reply.type('text/event-stream').send('')
    refuseTooMany(platform, caller, ofUser.get(caller.id)?.size ?? 0)
    const stream = openStream(request, reply)
    const own = ofUser.get(caller.id) ?? new Set()
    ofUser.set(caller.id, own.add(stream))
    stream.onClose(() => {
      own.delete(stream)
      if (own.size === 0) ofUser.delete(caller.id)
    })
    stream.onClose(followMore(caller, stream))
    await follow({ caller, platform, request, reply }, stream)
  })

  app.addHook('preClose', async () => {
    for (const own of ofUser.values()) for (const stream of own) stream.close()
  })
}

function refuseTooMany({ hub }: Platform, { workspaceId }: Opened['caller'], ownStreams: number) {
  const isTooMany = ownStreams >= mostOfUser || hub.countListeners(workspaceId) >= mostOfWorkspace
  if (isTooMany) throw new Refusal('too-many-requests', { retryAfterSeconds: 30 })
}

async function follow({ caller, platform, request }: Opened, stream: Stream) {
  const { id: personId, sessionId, workspaceId } = caller
  const recheck = () => closeUnlessStanding(platform, caller, stream)
  const leave = platform.hub.subscribe(workspaceId, {
    onEvent: (event) => {
      if (isFor(caller, event)) stream.send(event)
    },
    onChange: (types) => {
      if (types.has('workspace.suspended')) void recheck()
    },
    onTooMuch: stream.reset,
    onSessionChange: (subject) => {
      if (subject === sessionId || subject === personId) void recheck()
    },
  })
  const timer = setInterval(() => void recheck(), recheckMs)
  stream.onClose(() => {
    leave()
    clearInterval(timer)
  })
  // The rights were read before the subscription: whatever ended them between is seen now.
  await recheck()
  await replay({ caller, platform }, stream, String(request.headers['last-event-id'] ?? ''))
}

/** The team hears of everything, customers of what concerns their own tickets; what is for one person goes to them alone. */
const isFor = ({ id, kind }: Person, { customerIds, memberId }: LiveEvent) =>
  kind === 'customer' ? customerIds.includes(id) : memberId === null || memberId === id

async function closeUnlessStanding({ app, log }: Platform, caller: Person, stream: Stream) {
  try {
    const now = await asSession(
      app,
      caller.sessionId,
      async (_, entered) =>
        entered && callerOf(entered, { subject: caller.id, sessionId: caller.sessionId }, caller.network),
    )
    if (now && rightsOf(now) === rightsOf(caller)) return
    if (now) stream.tellViewerChanged()
    stream.close()
  } catch (error) {
    log.warn({ err: error }, 'a stream was closed because its session could not be read')
    stream.close()
  }
}

/** What a stream was opened with, and ends with. */
const rightsOf = (caller: Caller) =>
  [caller.kind, caller.id, caller.workspaceId, caller.kind === 'member' && caller.role].join()

/** What was missed since the last event of a stream that broke; when that is not known any more, everything is read again. */
async function replay({ caller, platform }: Pick<Opened, 'caller' | 'platform'>, stream: Stream, lastEventId: string) {
  if (lastEventId === '') return
  if (!id.test(lastEventId) || timeOfId(lastEventId) < Date.now() - replayMs) return stream.reset()
  const since = earliestId(timeOfId(lastEventId) - skewMs)
  const missed = await inWorkspace(platform.app, caller.workspaceId, (tx) => readEvents(tx, since)).catch(() => null)
  if (!missed || missed.length > mostReplayed) return stream.reset()
  for (const event of missed) if (isFor(caller, event)) stream.send(event)
}
