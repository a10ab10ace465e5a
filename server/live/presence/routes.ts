import * as contract from '#contract/live/presence.ts'
import { listPresences, type PresentKind, presentKinds } from '#contract/live/presence.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { refuseNoEntry } from '#server/content/entries/entry-call.ts'
import { refuseUnknown } from '#server/knowledge-base/articles/editor-call.ts'
import type { FollowStream } from '#server/live/events/stream-events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type Caller, type Member, mayCall } from '#server/platform/http/caller.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'
import { createPresences, type Presences } from './presences.ts'

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
  })
}

const pageOf = ({ workspaceId, id }: Member, page: string) => ({ workspaceId, personId: id, page })

const nameOf = ({ name, surname, email }: Member) => `${name} ${surname}`.trim() || shownAddress(email)

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

type Kind = {
  announce: typeof contract.announceAtTicket | typeof contract.announceAtArticle | typeof contract.announceAtEntry
  leave: typeof contract.leaveTicket | typeof contract.leaveArticle | typeof contract.leaveEntry
  refuseUnseen: (tx: WorkspaceTx, id: string, caller: Member) => Promise<void>
}

const kinds: Record<contract.PresentKind, Kind> = {
  ticket: { announce: contract.announceAtTicket, leave: contract.leaveTicket, refuseUnseen },
  article: { announce: contract.announceAtArticle, leave: contract.leaveArticle, refuseUnseen: refuseUnknown },
  entry: { announce: contract.announceAtEntry, leave: contract.leaveEntry, refuseUnseen: refuseNoEntry },
}

const maySee = (caller: Caller, kind: contract.PresentKind) => mayCall(caller, kinds[kind].announce)
