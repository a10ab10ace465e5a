import type { BodyOf } from '#contract/endpoint.ts'
import type { mergeTickets as contract } from '#contract/tickets/merging.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseHeldReplies } from '#server/tickets/conversation/messages/join-conversations.ts'
import type { MemberCall } from '#server/tickets/ticket/caller.ts'
import { findSeenTicket, type LockedTicket, lockTickets, refuseChange } from '#server/tickets/ticket/find-ticket.ts'
import type { TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { mergeTicket } from './merge-ticket.ts'
import { listMerges } from './queries.ts'
import { undoMerge } from './undo-merge.ts'

/** Merges several tickets into one. A refusal names its ticket. */
export async function mergeTickets(call: MemberCall, into: string, { tickets, note, reply }: BodyOf<typeof contract>) {
  const ids = tickets.map(({ id }) => id)
  const seen = await findUnmerged(call, ids, into)
  const answered = firstOfEachRequester(ids.map((id) => seen.get(id)!).filter(({ mergedInto }) => !mergedInto))
  // Merged tickets are refused before they are locked, as by `mergeTicket`, and again if they were merged meanwhile.
  const locked = await lockTickets(call.tx, [...ids, into])
  for (const { ticket } of locked) refuseMerged(ticket, into)
  await named(seen.get(into)!.number, () => refuseTarget(call.tx, into, locked))
  // All merges have the same time, so the order of their ids is the order in which an undo reads them.
  const ordered = tickets.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (const [at, { id, copyRequester }] of ordered.entries()) {
    const ownNote = at === ordered.length - 1 ? note : undefined
    const ownReply = answered.includes(id) ? reply : undefined
    await named(seen.get(id)!.number, () =>
      mergeTicket(call, id, { into, copyRequester, note: ownNote, reply: ownReply }),
    )
  }
}

async function findUnmerged(
  { tx, caller }: MemberCall,
  ids: string[],
  into: string,
): Promise<Map<string, TicketState>> {
  const seen = new Map<string, TicketState>()
  for (const id of [...ids, into]) {
    const ticket = await findSeenTicket(tx, id, caller)
    refuseMerged(ticket, into)
    seen.set(id, ticket)
  }
  return seen
}

function refuseMerged({ mergedInto, number }: TicketState, into: string) {
  if (mergedInto && mergedInto !== into)
    throw new Refusal('ticket-merged', { detail: `Ticket ${number} was already merged.` })
}

async function refuseTarget(tx: WorkspaceTx, into: string, locked: LockedTicket[]) {
  const target = locked.find(({ ticket }) => ticket.id === into)
  if (!target) throw new Refusal('ticket-not-found')
  refuseChange(target.ticket)
  await refuseHeldReplies(tx, into)
}

const firstOfEachRequester = (tickets: TicketState[]): string[] =>
  tickets
    .filter(({ requesterId }, at) => tickets.findIndex((other) => other.requesterId === requesterId) === at)
    .map(({ id }) => id)

async function named<T>(number: number, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.code, { detail: `Ticket ${number}: ${error.message}` })
  }
}

/** Undoes merges into a ticket, the last one first, because each merge began with what the one before it left. */
export async function undoMerges(call: MemberCall, into: string, chosen: string[] | undefined) {
  const { tx } = call
  await findSeenTicket(tx, into, call.caller)
  const ids = chosen ?? (await listMerges(tx, into)).map(({ ticketId }) => ticketId)
  // Locks in the same order as messages to a merged ticket.
  await lockTickets(tx, ids)
  await lockTickets(tx, [into])
  const ordered = await inReverse(tx, into, ids)
  for (const id of ordered) await undoMerge(call, id)
}

async function inReverse(tx: WorkspaceTx, into: string, ids: string[]): Promise<string[]> {
  const merged = (await listMerges(tx, into)).map(({ ticketId }) => ticketId)
  if (ids.length === 0 || ids.some((id) => !merged.includes(id))) throw new Refusal('ticket-not-merged')
  return merged.filter((id) => ids.includes(id)).toReversed()
}
