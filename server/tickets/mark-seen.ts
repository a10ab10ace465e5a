import { aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { actorOf } from './asking.ts'
import { upsertRead } from './queries/reads.ts'
import { findTicket } from './queries/tickets.ts'

/** How far the asker has read, at most to the last message; their other pages are told. Reading is no change. */
export async function markSeen(tx: WorkspaceTx, caller: Member, ticketId: string, seq: number) {
  const ticket = await findTicket(tx, ticketId, caller)
  if (!ticket) throw new Refusal('ticket-not-found')
  const hasMoved = await upsertRead(tx, ticketId, caller.id, Math.min(seq, ticket.lastMessageSeq))
  if (!hasMoved) return
  const by = { actor: actorOf(caller) }
  await record(tx, { type: 'ticket.seen', subject: aboutTicket(ticketId), by, audience: { member: caller.id } })
}
