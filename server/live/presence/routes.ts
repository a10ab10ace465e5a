import { listPresences, type PresentKind, presentKinds } from '#contract/live/presence.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { FollowStream } from '#server/live/events/stream-events.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { kinds, maySee } from './kinds.ts'
import { createPresences, type Presences } from './presences.ts'

/** Announces a page, and returns what to do when its stream ends. */
export function presenceRoutes(app: App): FollowStream {
  const presences = createPresences(app.platform.hub)
  app.addHook('onClose', async () => presences.stop())
  for (const kind of presentKinds) serveKind(app, presences, kind)
  serve(app, listPresences, async ({ caller }) => ({
    items: presences.list(caller.workspaceId).filter(({ kind }) => maySee(caller, kind)),
    next: null,
  }))
  return followPresences(presences)
}

function serveKind(app: App, presences: Presences, kind: PresentKind) {
  const { announce, leave, refuseUnseen } = kinds[kind]
  serve(app, announce, async ({ tx, caller, params: { id, page }, body: { field } }) => {
    await refuseUnseen(tx, id, caller)
    presences.announce({ ...pageOf(caller, page), kind, id, sessionId: caller.sessionId, name: nameOf(caller), field })
    return presences.peopleAt(caller.workspaceId, { kind, id })
  })
  serve(app, leave, async ({ tx, caller, params: { id, page } }) => {
    await refuseUnseen(tx, id, caller)
    presences.leave({ ...pageOf(caller, page), kind, id })
    return {}
  })
}

const pageOf = ({ workspaceId, id }: Member, page: string) => ({ workspaceId, personId: id, page })

const nameOf = ({ name, surname, email }: Member) => `${name} ${surname}`.trim() || shownAddress(email)

/** A stream sends changes of presence to readers who may see the thing. */
function followPresences(presences: Presences): FollowStream {
  const streamsOf = new Map<string, number>()
  return (caller, stream) => {
    const { workspaceId, sessionId } = caller
    const stopListening = presences.listen(workspaceId, (presence) => {
      if (maySee(caller, presence.kind)) stream.tell('presence', presence)
    })
    streamsOf.set(sessionId, (streamsOf.get(sessionId) ?? 0) + 1)
    return () => {
      stopListening()
      const left = streamsOf.get(sessionId)! - 1
      if (left > 0) return void streamsOf.set(sessionId, left)
      streamsOf.delete(sessionId)
      presences.leaveAll(workspaceId, sessionId)
    }
  }
}
