import { aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { upsertRead } from '#server/tickets/conversation/queries/reads.ts'
import { actorOf } from '#server/tickets/ticket/caller.ts'
import { findSeenTicket } from '#server/tickets/ticket/find-ticket.ts'

export async function markSeen(tx: WorkspaceTx, caller: Member, ticketId: string, seq: number) {
  const ticket = await findSeenTicket(tx, ticketId, caller)
  const hasMoved = await upsertRead(tx, ticketId, caller.id, Math.min(seq, ticket.lastMessageSeq))
  if (!hasMoved) return
  const by = { actor: actorOf(caller) }
  await record(tx, { type: 'ticket.seen', subject: aboutTicket(ticketId), by, audience: { member: caller.id } })
}
