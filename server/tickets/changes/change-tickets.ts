import type { BodyOf } from '#contract/endpoint.ts'
import type { changeTickets as contract, TicketChanges } from '#contract/tickets/changes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { problemOf } from '#server/platform/http/problems.ts'
import type { InTransaction } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type LockedTicket, lockTickets } from '#server/tickets/ticket/find-ticket.ts'
import { changeTicketRow, restoreTicketRow } from './change-ticket-row.ts'
import {
  type ChangedTicket,
  deleteChangedTickets,
  deleteOldChanges,
  insertChange,
  insertChangedTickets,
  listChangedTickets,
  lockChange,
  markUndone,
} from './queries.ts'

/** Maximum tickets in one transaction, so that a transaction does not hold many locks for long. */
const ticketsAtOnce = 50

type ChangeResult = { ticketId: string; problem?: { code: string; status: number; detail: string } }

/** Changes up to 100 tickets. If a ticket cannot be changed, the others are still changed. */
export async function changeTickets(
  inTransaction: InTransaction,
  caller: Member,
  { ids, changes }: BodyOf<typeof contract>,
): Promise<{ id: string; results: ChangeResult[] }> {
  const results: ChangeResult[] = []
  let changeId: string | undefined
  for (let from = 0; from < ids.length; from += ticketsAtOnce) {
    const some = ids.slice(from, from + ticketsAtOnce)
    const done = await inTransaction(
      async (tx) => {
        const id = changeId ?? (await insertChange(tx, caller.id))
        return { id, results: await changeSome(tx, id, some, changes, caller) }
      },
      // The transaction writes only to the database, so it can run again after a deadlock.
      { isRepeatable: true },
    )
    changeId = done.id
    results.push(...done.results)
  }
  return { id: changeId!, results }
}

async function changeSome(tx: WorkspaceTx, changeId: string, ids: string[], changes: TicketChanges, caller: Member) {
  const tickets = byId(await lockTickets(tx, ids))
  const changed: (ChangedTicket & { ticketId: string })[] = []
  const results: ChangeResult[] = []
  for (const ticketId of ids) {
    const ticket = tickets.get(ticketId)
    try {
      if (!ticket) throw new Refusal('ticket-not-found')
      const undoable = await changeTicketRow(tx, ticket, changes, { caller })
      if (undoable) changed.push({ ticketId, ...undoable })
      results.push({ ticketId })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, status, detail } = problemOf(error)
      results.push({ ticketId, problem: { code, status, detail } })
    }
  }
  await insertChangedTickets(tx, changeId, changed)
  return results
}

type UndoResult = { ticketId: string; left?: 'changed-meanwhile' }

/** Undoes a bulk change. Tickets that were changed again after the bulk change stay as they are. */
export async function undoChange(inTransaction: InTransaction, caller: Member, id: string) {
  await inTransaction((tx) => claimUndo(tx, caller, id))
  const results: UndoResult[] = []
  for (;;) {
    const some = await inTransaction((tx) => undoSome(tx, caller, id), { isRepeatable: true })
    results.push(...some)
    if (some.length < ticketsAtOnce) return { results }
  }
}

/** Makes sure that only one of two simultaneous undos runs. An interrupted undo can be started again after a minute. */
async function claimUndo(tx: WorkspaceTx, caller: Member, id: string) {
  const change = await lockChange(tx, id, caller.id)
  if (!change) throw new Refusal('change-not-found')
  const isOver = change.undoneAt && (await listChangedTickets(tx, id, 1)).length === 0
  if (isOver || change.isJustUndone) throw new Refusal('already-undone')
  await markUndone(tx, id)
}

async function undoSome(tx: WorkspaceTx, caller: Member, id: string): Promise<UndoResult[]> {
  const changed = await listChangedTickets(tx, id, ticketsAtOnce)
  const ids = changed.map(({ ticketId }) => ticketId)
  const tickets = byId(await lockTickets(tx, ids))
  const results: UndoResult[] = []
  for (const { ticketId, ...undoable } of changed) {
    try {
      await restoreTicketRow(tx, tickets.get(ticketId), undoable, caller)
      results.push({ ticketId })
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'changed-meanwhile')) throw error
      results.push({ ticketId, left: error.code })
    }
  }
  await deleteChangedTickets(tx, id, ids)
  return results
}

const byId = (tickets: LockedTicket[]) => new Map(tickets.map((locked) => [locked.ticket.id, locked]))

export const pruneChanges = (tx: WorkspaceTx) => deleteOldChanges(tx)
