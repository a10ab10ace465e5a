import type { BodyOf } from '#contract/endpoint.ts'
import type { changeTickets as contract } from '#contract/tickets/changes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { problemOf } from '#server/platform/http/problems.ts'
import type { InTransaction } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeLocked, type TicketChangeFields } from '#server/tickets/ticket/change-ticket.ts'
import { insertChange, insertChangedTickets, lockRows, type TicketRow } from './queries.ts'

/** So many tickets are changed by one transaction, so that none holds many tickets for long. */
export const ticketsAtOnce = 50

type Result = { ticketId: string; problem?: { code: string; status: number; detail: string } }

/** Changes many tickets, each by itself: one that refuses keeps no other from changing. */
export async function changeTickets(
  inTransaction: InTransaction,
  caller: Member,
  { ids, changes }: BodyOf<typeof contract>,
): Promise<{ id: string; results: Result[] }> {
  const results: Result[] = []
  let changeId: string | undefined
  for (let from = 0; from < ids.length; from += ticketsAtOnce) {
    const some = ids.slice(from, from + ticketsAtOnce)
    const done = await inTransaction(
      async (tx) => {
        const id = changeId ?? (await insertChange(tx, caller.id))
        return { id, results: await changeSome(tx, { id, ids: some, changes }, caller) }
      },
      // Nothing but tickets is touched, so two changes that waited for each other may run again.
      { isRepeatable: true },
    )
    changeId = done.id
    results.push(...done.results)
  }
  return { id: changeId!, results }
}

type Some = { id: string; ids: string[]; changes: TicketChangeFields }

async function changeSome(tx: WorkspaceTx, { id, ids, changes }: Some, caller: Member): Promise<Result[]> {
  const rows = new Map((await lockRows(tx, ids)).map((row) => [row.ticket.id, row]))
  const changed: { ticketId: string; rowBefore: TicketRow; revision: number }[] = []
  const results: Result[] = []
  for (const ticketId of ids) {
    const row = rows.get(ticketId)
    const outcome = row ? await changeOne(tx, row.ticket, changes, caller) : new Refusal('ticket-not-found')
    if (outcome instanceof Refusal) results.push({ ticketId, problem: problemOfTicket(outcome) })
    else {
      if (outcome.revision !== row!.ticket.revision)
        changed.push({ ticketId, rowBefore: row!.row, revision: outcome.revision })
      results.push({ ticketId })
    }
  }
  await insertChangedTickets(tx, id, changed)
  return results
}

async function changeOne(
  tx: WorkspaceTx,
  ticket: Parameters<typeof changeLocked>[1],
  changes: TicketChangeFields,
  caller: Member,
) {
  try {
    return await changeLocked(tx, ticket, changes, caller)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function problemOfTicket(refusal: Refusal) {
  const { code, status, detail } = problemOf(refusal)
  return { code, status, detail }
}
