import type { BodyOf } from '#contract/endpoint.ts'
import { aboutTicket } from '#contract/events.ts'
import type { changeSideConversation as contract } from '#contract/tickets/side-conversations.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { actorOf, type MemberCall } from '#server/tickets/ticket/caller.ts'
import { findSideConversation, lockSideConversation } from './find-side-conversation.ts'
import { updateConversation, upsertRead } from './queries.ts'
import { recordReopening } from './record-messages.ts'

export async function changeSideConversation(
  { tx, caller }: MemberCall,
  id: string,
  { closed }: BodyOf<typeof contract>,
) {
  const locked = await lockSideConversation(tx, id)
  const { conversation, ticket } = locked
  if (closed === undefined || closed === (conversation.closedAt !== null)) return
  await updateConversation(tx, id, { closedAt: closed ? new Date().toISOString() : null })
  const by = { actor: actorOf(caller) }
  if (!closed) return recordReopening(tx, locked, by)
  await record(tx, {
    type: 'side-conversation.closed',
    ...{ subject: aboutTicket(ticket.id), by, audience: 'team' },
    new: { id, to: conversation.recipients },
  })
}

/** Stores up to which message a member has read, at most the last one. */
export async function markSideSeen(tx: WorkspaceTx, caller: Member, id: string, seq: number) {
  const { lastSeq } = await findSideConversation(tx, id)
  await upsertRead(tx, id, caller.id, Math.min(seq, lastSeq))
  return {}
}
