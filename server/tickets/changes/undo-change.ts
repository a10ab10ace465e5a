import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { InTransaction } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { actorOf } from '#server/tickets/ticket/caller.ts'
import { reindexTicket } from '#server/tickets/ticket/index-ticket.ts'
import type { RowChanges } from '#server/tickets/ticket/ticket-state.ts'
import { writeChanges } from '#server/tickets/ticket/update-ticket.ts'
import { ticketsAtOnce } from './change-tickets.ts'
import {
  deleteChangedTickets,
  type LockedRow,
  listChangedTickets,
  lockChange,
  lockRows,
  markUndone,
  type TicketRow,
} from './queries.ts'

type Result = { ticketId: string; left?: 'changed-meanwhile' }

/** Takes a change back where nobody touched a ticket since. */
export async function undoChange(inTransaction: InTransaction, caller: Member, id: string) {
  await inTransaction((tx) => claimUndo(tx, caller, id))
  const results: Result[] = []
  for (;;) {
    const some = await inTransaction((tx) => undoSome(tx, caller, id), { isRepeatable: true })
    results.push(...some)
    if (some.length < ticketsAtOnce) return { results }
  }
}

/** Of two who undo at once one does it. What broke off is taken up again by a call a minute later. */
async function claimUndo(tx: WorkspaceTx, caller: Member, id: string) {
  const change = await lockChange(tx, id, caller.id)
  if (!change) throw new Refusal('change-not-found')
  const isOver = change.undoneAt && (await listChangedTickets(tx, id, 1)).length === 0
  if (isOver || change.isJustUndone) throw new Refusal('already-undone')
  await markUndone(tx, id)
}

async function undoSome(tx: WorkspaceTx, caller: Member, id: string): Promise<Result[]> {
  const changed = await listChangedTickets(tx, id, ticketsAtOnce)
  const ids = changed.map(({ ticketId }) => ticketId)
  const rows = new Map((await lockRows(tx, ids)).map((row) => [row.ticket.id, row]))
  const results: Result[] = []
  for (const { ticketId, rowBefore, revision } of changed) {
    const row = rows.get(ticketId)
    const isUntouched = row?.ticket.revision === revision
    if (isUntouched) await putBack(tx, row, rowBefore, caller)
    results.push({ ticketId, ...(!isUntouched && { left: 'changed-meanwhile' as const }) })
  }
  await deleteChangedTickets(tx, id, ids)
  return results
}

async function putBack(tx: WorkspaceTx, { ticket, row }: LockedRow, before: TicketRow, caller: Member) {
  const by = { actor: actorOf(caller), cause: 'undone' }
  const updated = await writeChanges(tx, ticket, changesBetween(row, before), by)
  if (updated.subject !== ticket.subject) await reindexTicket(tx, updated)
}

/** They follow from other columns, count the changes, or name a ticket that may be gone for good by now. */
const notPutBack = new Set(['revision', 'shelf', 'waiting_order', 'follow_up_of', 'merged_into'])

/** Values as the database wrote them, times to the microsecond. */
function changesBetween(row: TicketRow, before: TicketRow): RowChanges {
  const changed = Object.entries(before).filter(
    ([column, value]) => !notPutBack.has(column) && JSON.stringify(value) !== JSON.stringify(row[column]),
  )
  return Object.fromEntries(changed.map(([column, value]) => [camelCased(column), value])) as RowChanges
}

const camelCased = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
