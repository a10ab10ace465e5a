import type { WorkspaceTx } from '#server/platform/database.ts'
import { publish } from '#server/platform/events.ts'
import type { Caller } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { upsertRead } from './queries/reads.ts'
import { findTicket } from './queries/tickets.ts'

/** How far the asker has read, at most to the last message; their other pages are told. Reading is no change. */
export async function markSeen(tx: WorkspaceTx, caller: Caller, ticketId: string, seq: number) {
  const ticket = await findTicket(tx, ticketId, caller)
  if (!ticket) throw new Refusal('ticket-not-found')
  const hasMoved = await upsertRead(tx, ticketId, caller.id, Math.min(seq, ticket.lastMessageSeq))
  if (hasMoved) await publish(tx, { type: 'ticket.seen', ticketId, memberId: caller.id })
}
