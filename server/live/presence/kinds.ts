import * as contract from '#contract/live/presence.ts'
import { refuseNoEntry } from '#server/content/entries/entry-call.ts'
import { refuseUnknown } from '#server/knowledge-base/articles/editor-call.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type Caller, type Member, mayCall } from '#server/platform/http/caller.ts'
import { refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'

type Kind = {
  announce: typeof contract.announceAtTicket | typeof contract.announceAtArticle | typeof contract.announceAtEntry
  leave: typeof contract.leaveTicket | typeof contract.leaveArticle | typeof contract.leaveEntry
  /** Refuses if this member cannot see such a thing. */
  refuseUnseen: (tx: WorkspaceTx, id: string, caller: Member) => Promise<void>
}

/** The kinds of things with presence. */
export const kinds: Record<contract.PresentKind, Kind> = {
  ticket: { announce: contract.announceAtTicket, leave: contract.leaveTicket, refuseUnseen },
  article: { announce: contract.announceAtArticle, leave: contract.leaveArticle, refuseUnseen: refuseUnknown },
  entry: { announce: contract.announceAtEntry, leave: contract.leaveEntry, refuseUnseen: refuseNoEntry },
}

/** Everybody who may see the thing sees who is there. */
export const maySee = (caller: Caller, kind: contract.PresentKind) => mayCall(caller, kinds[kind].announce)
